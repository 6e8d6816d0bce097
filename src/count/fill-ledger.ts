import { compileKernel } from '../../workers/compile-kernel.js';
import type { KernelKind } from '../../workers/kernels.js';
import { inWords, UsageError } from '../errors/errors.js';
import type { Executor, OnStart } from '../executors/executor.js';
import { inlineExecutor } from '../executors/inline.js';
import type { Ledger } from '../ledger/ledger.js';
import { isWorthThreads } from '../plan/choose-plan.js';
import { largestCost, type Share } from '../plan/plan.js';
import type { Algorithm } from '../plan/subproblem.js';
import type { ThreadChoice } from '../plan/threads.js';
import { countUnfinished, type Filling, type ForecastOptions, leftOf, type WatchOptions } from './count-unfinished.js';

/** How to count on this machine; every field has a default. */
export interface ExecutionOptions extends WatchOptions, ForecastOptions, ThreadChoice {
  /** `fast` (WebAssembly, the default) or `readable` (its twin in TypeScript, to check it). */
  readonly kernel?: KernelKind | undefined;
  /** Called when a worker thread begins to count a subproblem. */
  readonly onStart?: OnStart | undefined;
}

/** How a ledger was filled on this machine. */
export interface LocalFilling extends Filling {
  readonly kernel: KernelKind;
}

/** The cost of a tenth of a second or so. */
const LONGEST_DEAF: Readonly<Record<Algorithm, number>> = { bitmask: 20_000_000, meet: 100_000 };

/**
 * Counts those of the subproblems that the ledger lacks on this machine, in the calling thread or in a pool of worker
 * threads, whichever is done first. Throws as `countUnfinished` does, and UsageError for a kernel it does not have.
 */
export async function fillLedger(share: Share, ledger: Ledger, options: ExecutionOptions = {}): Promise<LocalFilling> {
  const start = performance.now();
  const { kernel = 'fast' } = options;
  const left = leftOf(share, ledger);
  const filling = await countUnfinished(share, ledger, await executorFor(left, options), options, left);
  return { kernel, ...filling, seconds: (performance.now() - start) / 1000 };
}

async function executorFor(share: Share, options: ExecutionOptions): Promise<Executor> {
  const { kernel = 'fast', onStart } = options;
  if (kernel !== 'fast' && kernel !== 'readable') {
    throw new UsageError(`kernel must be fast or readable, not ${inWords(kernel)}`);
  }
  const threads = Math.min(options.threads ?? 1, share.subproblems.length); // more would have nothing to do
  const modules = compileKernel(share.algorithm, kernel);
  if (threads === 0) return inlineExecutor(modules, onStart);
  // Costs are those of the fast kernel; with the readable one a subproblem may take minutes.
  if (kernel === 'fast' && isShort(share, options)) return inlineExecutor(modules, onStart);
  const { poolExecutor } = await import('../executors/pool.js'); // piscina is loaded when it is needed
  return poolExecutor({ threads, modules, onStart });
}

/**
 * Whether a count is for the calling thread: shorter than worker threads would take to start and to end, and nothing in
 * it longer than that thread may hear nothing: no Ctrl-C, no request of the page, nothing of the program that the library
 * is part of. Even one worker thread takes 50 ms of CPU: 16 queens with `--threads 1` would take 0.23 s instead of 0.17
 * (2026-11-22).
 */
function isShort(share: Share, options: ThreadChoice): boolean {
  return !isWorthThreads(share, options) && largestCost(share) <= LONGEST_DEAF[share.algorithm];
}
