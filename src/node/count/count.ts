/** The library's `count`, and the run-time checks of its options. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CountResult, WatchOptions } from '../../core/count/count-task.js';
import { describeValue, UsageError } from '../../core/errors/errors.js';
import type { PlanOptions } from '../../core/plan/choose-plan.js';
import { KERNEL_KINDS } from '../../core/plan/subproblem.js';
import { findNearest } from '../../core/text/nearest.js';
import { escaped } from '../../core/text/quoted.js';
import type { LedgerOptions } from '../ledger/open.js';
import { type ExecutionOptions, LocalCountTask } from './local-count-task.js';

/** Options for `count`: the plan, its execution, the checkpoint and progress. All are optional. */
export interface CountOptions
  extends Omit<PlanOptions, 'part'>,
    ExecutionOptions,
    Pick<LedgerOptions, 'repair'>,
    WatchOptions {
  /**
   * `fast` (WebAssembly, the default) or `reference` (TypeScript, for checking the fast kernel). The library has no
   * `wide` kernel, because that needs a V8 option that affects the whole process.
   */
  readonly kernel?: (typeof KERNELS)[number] | undefined;
}

const KERNELS = KERNEL_KINDS.filter((kind) => kind !== 'wide');

/**
 * Counts the ways to place n non-attacking queens on an n x n board.
 *
 *     arguments -> plan -> subproblems -> kernel -> partial counts -> sum
 *
 * @param n board size, from 0 to 32. From one n to the next, the time grows about eightfold with `bitmask`, and five-
 *   to twentyfold with `meet`.
 * @throws UsageError for invalid arguments; ImpossibleCountError, ConflictError, OutOfMemoryError or OperationalError
 *   if the count cannot be trusted or finished; LedgerFileError if the checkpoint is damaged, or cannot be read or
 *   written; the signal's reason after an abort.
 */
export async function count(n: number, options: CountOptions = {}): Promise<CountResult> {
  checkOptions(options);
  assertRepairable(options);
  const { signal, onProgress } = options;
  signal?.throwIfAborted();
  const task = await LocalCountTask.open(n, options);
  try {
    const result = task.result(await task.count({ signal, onProgress }));
    return { ...result }; // turns the hash from a getter into a plain value
  } finally {
    await task.close();
  }
}

/** What an option must be, and a function that checks it. */
type Check = readonly [mustBe: string, isValid: (value: unknown) => boolean];

/**
 * The check for each option; undefined for options that are checked elsewhere: `inspectMachine` checks `threads` and
 * `memory`, and `choosePlan` checks the others.
 */
const CHECKS: { readonly [Name in keyof Required<CountOptions>]: Check | undefined } = {
  algorithm: undefined,
  checkpoint: ['a path or a file: URL of this machine', isFile],
  depth: undefined,
  kernel: [KERNELS.join(' or '), (value) => KERNELS.some((kind) => kind === value)],
  memory: undefined,
  onProgress: ['a function', (value) => typeof value === 'function'],
  repair: ['true or false', (value) => typeof value === 'boolean'],
  signal: ['an AbortSignal', (value) => value instanceof AbortSignal],
  threads: undefined,
};

function isFile(value: unknown): boolean {
  if (!(value instanceof URL)) return typeof value === 'string' && value !== '';
  try {
    return fileURLToPath(value) !== '';
  } catch {
    return false; // another protocol, host or encoding
  }
}

/**
 * Checks options at run time, because a misspelled option would otherwise be ignored in plain JavaScript.
 *
 * @throws UsageError for an invalid value or an unknown option, for which it suggests a similar name.
 */
function checkOptions(options: unknown): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new UsageError(`the options of count must be an object, not ${describeValue(options)}`);
  }
  const checks = new Map<string, Check | undefined>(Object.entries(CHECKS));
  for (const [name, value] of Object.entries(options)) {
    if (!checks.has(name)) {
      const near = findNearest(name, Object.keys(CHECKS));
      throw new UsageError(`count has no option ${describeValue(name)}${near ? `; did you mean ${near}?` : ''}`);
    }
    const [mustBe, isValid] = checks.get(name) ?? [];
    if (value === undefined || isValid?.(value) !== false) continue;
    throw new UsageError(`${name} must be ${mustBe}, not ${value instanceof URL ? value.href : describeValue(value)}`);
  }
}

/** Checks that there is a file to repair. A name with a typo would start a new count. @throws UsageError */
function assertRepairable({ checkpoint, repair }: CountOptions): void {
  if (!repair || (checkpoint !== undefined && existsSync(checkpoint))) return;
  const there = checkpoint && `there is no file ${escaped(String(checkpoint))} to repair`;
  throw new UsageError(there ?? 'repair needs a checkpoint');
}
