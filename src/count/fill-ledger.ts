import { compileKernel } from '../../workers/compile-kernel.js';
import type { KernelKind } from '../../workers/kernels.js';
import { inWords, UsageError } from '../errors/errors.js';
import type { Executor, OnStart } from '../executors/executor.js';
import { inlineExecutor } from '../executors/inline.js';
import type { Ledger } from '../ledger/ledger.js';
import { isWorthThreads } from '../plan/choose-plan.js';
import type { Share } from '../plan/plan.js';
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
  // Costs are those of the fast kernel. The readable one may take minutes, and the calling thread must answer signals.
  if (kernel === 'fast' && !isWorthThreads(share, options)) return inlineExecutor(modules, onStart);
  const { poolExecutor } = await import('../executors/pool.js'); // piscina is loaded when it is needed
  return poolExecutor({ threads, modules, onStart });
}
