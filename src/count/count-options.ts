/** The options of the library's `count`, and their checks at run time. */

import { inWords, UsageError } from '../errors/errors.js';
import type { AlgorithmOptions } from '../plan/choose-plan.js';
import type { KernelKind } from '../plan/subproblem.js';
import { nearest } from '../text/nearest.js';
import type { WatchOptions } from './count-unfinished.js';

/** Options of the library's `count`. Every field has a default. */
export interface CountOptions extends AlgorithmOptions, WatchOptions {
  /** Number of worker threads. The default, 0, means as many as this machine can run at the same time. */
  readonly threads?: number | undefined;
  /** `fast` (WebAssembly, the default) or `readable` (the reference in TypeScript, for checking the fast kernel). */
  readonly kernel?: KernelKind | undefined;
  /**
   * File for finished subproblems: a path or a `file:` URL. An existing file is resumed with its own plan. No other process can write to the file
   * during the count. docs/format.md specifies the format.
   */
  readonly checkpoint?: string | URL | undefined;
}

/** Checks of the options. Where there is none here, `resolveThreads` checks `threads`, and `choosePlan` the others. */
const CHECKS: { readonly [Name in keyof Required<CountOptions>]: Check | undefined } = {
  algorithm: undefined,
  checkpoint: { mustBe: 'a path or a file: URL', isValid: isFile },
  depth: undefined,
  kernel: { mustBe: 'fast or readable', isValid: (value) => value === 'fast' || value === 'readable' },
  memory: undefined,
  onProgress: { mustBe: 'a function', isValid: (value) => typeof value === 'function' },
  signal: { mustBe: 'an AbortSignal', isValid: (value) => value instanceof AbortSignal },
  threads: undefined,
};

function isFile(value: unknown): boolean {
  return value instanceof URL ? value.protocol === 'file:' : typeof value === 'string' && value !== '';
}

interface Check {
  readonly mustBe: string;
  readonly isValid: (value: unknown) => boolean;
}

/**
 * Checks options at run time. In plain JavaScript, a misspelt option would otherwise be ignored.
 *
 * @throws UsageError for an invalid value or an unknown option. The message suggests a similar name, if there is one.
 */
export function checkCountOptions(options: unknown): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new UsageError(`the options of count must be an object, not ${inWords(options)}`);
  }
  for (const [name, value] of Object.entries(options)) {
    const [known, check] = Object.entries(CHECKS).find(([known]) => known === name) ?? [];
    if (!known) {
      const near = nearest(name, Object.keys(CHECKS));
      throw new UsageError(`count has no option ${inWords(name)}${near ? `; did you mean ${near}?` : ''}`);
    }
    if (check && value !== undefined && !check.isValid(value)) {
      throw new UsageError(`${name} must be ${check.mustBe}, not ${inWords(value)}`);
    }
  }
}
