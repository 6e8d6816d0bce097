/** The options of the library's count(), and their check at run time. */

import { inWords, UsageError } from '../errors/errors.js';
import type { AlgorithmOptions } from '../plan/choose-plan.js';
import type { KernelKind } from '../plan/subproblem.js';
import { nearest } from '../text/nearest.js';
import type { WatchOptions } from './count-unfinished.js';

/** How to count n queens; every field has a default. */
export interface CountOptions extends AlgorithmOptions, WatchOptions {
  /** Number of worker threads. 0, the default, means as many as this machine can run at a time. */
  readonly threads?: number | undefined;
  /** `fast` (WebAssembly, the default) or `readable` (the reference kernel in TypeScript, to check it). */
  readonly kernel?: KernelKind | undefined;
  /**
   * A file for finished subproblems. If it exists, its count is resumed with its plan. No other process can write to the file
   * during the count. docs/format.md specifies it.
   */
  readonly checkpoint?: string | undefined;
}

/** Checks of the options. Options of the plan and of threads are checked where plan and threads are made. */
const CHECKS: { readonly [Name in keyof Required<CountOptions>]: Check | undefined } = {
  algorithm: undefined,
  checkpoint: { mustBe: 'the path of a file', isRight: (value) => typeof value === 'string' && value !== '' },
  depth: undefined,
  kernel: { mustBe: 'fast or readable', isRight: (value) => value === 'fast' || value === 'readable' },
  memory: undefined,
  onProgress: { mustBe: 'a function', isRight: (value) => typeof value === 'function' },
  signal: { mustBe: 'an AbortSignal', isRight: (value) => value instanceof AbortSignal },
  threads: undefined,
};

interface Check {
  readonly mustBe: string;
  readonly isRight: (value: unknown) => boolean;
}

/**
 * Checks options at run time: plain JavaScript has no types, so a misspelt option would be ignored.
 *
 * @throws UsageError for an unknown option, with the nearest name, and for a value of the wrong type.
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
    if (check && value !== undefined && !check.isRight(value)) {
      throw new UsageError(`${name} must be ${check.mustBe}, not ${inWords(value)}`);
    }
  }
}
