import { compileKernel } from '../../workers/compile-kernel.js';
import type { KernelKind } from '../../workers/kernels.js';
import { UsageError } from '../errors/errors.js';
import type { Executor, OnStart } from '../executors/executor.js';
import { inlineExecutor } from '../executors/inline.js';
import type { Ledger } from '../ledger/ledger.js';
import { isWorthThreads } from '../plan/choose-plan.js';
import type { Share } from '../plan/plan.js';
import { resolveThreads } from '../plan/threads.js';
import { countUnfinished, leftOf, type Watching } from './count-unfinished.js';

/** How to count; every field has a default. */
export interface RunOptions extends Watching {
  /** Worker threads; 0, the default, takes as many as the machine runs at a time. */
  readonly threads?: number | undefined;
  /** `fast` (WebAssembly, the default) or `readable` (its twin in TypeScript, to check it). */
  readonly kernel?: KernelKind | undefined;
  /** Called when a worker begins to count a subproblem. */
  readonly onStart?: OnStart | undefined;
  /** Counts there instead of on this machine's threads. Closed when the run is over. */
  readonly executor?: Executor | undefined;
}

/** How a ledger came to be full. */
export interface Filling {
  readonly kernel: KernelKind;
  /** Threads that counted: 1 where starting more would have taken longer than the count. */
  readonly threads: number;
  /** Subproblems that the ledger held already. */
  readonly resumed: number;
  /** Wall clock. */
  readonly seconds: number;
}

/**
 * Counts those of the subproblems that the ledger lacks, the dearest first, and enters them.
 *
 * @throws ImpossibleCountError, ConflictError, WorkerDeathError or OutOfMemoryError if the counts cannot be trusted or
 *   finished; the signal's reason if it was stopped; whatever the ledger throws. What was entered before stays entered.
 */
export async function fillLedger(share: Share, ledger: Ledger, options: RunOptions = {}): Promise<Filling> {
  const start = performance.now();
  const left = leftOf(share, ledger);
  const executor = options.executor ?? (await executorFor(left, options));
  try {
    await countUnfinished(share, ledger, executor, options, left);
  } finally {
    await executor.close();
  }
  return {
    kernel: options.kernel ?? 'fast',
    threads: executor.threads,
    resumed: share.subproblems.length - left.subproblems.length,
    seconds: (performance.now() - start) / 1000,
  };
}

async function executorFor(
  share: Share,
  { kernel = 'fast', threads: asked = 0, onStart }: RunOptions,
): Promise<Executor> {
  const threads = Math.min(resolveThreads(asked), share.subproblems.length); // more would have nothing to do
  if (kernel !== 'fast' && kernel !== 'readable') {
    throw new UsageError(`kernel must be fast or readable, not ${JSON.stringify(kernel)}`);
  }
  const modules = compileKernel(share.algorithm, kernel);
  if (threads === 0) return inlineExecutor(modules, onStart);
  // Costs are those of the fast kernel. The readable one may take minutes, and must not make this thread deaf.
  if (kernel === 'fast' && !isWorthThreads(share, asked)) return inlineExecutor(modules, onStart);
  const { poolExecutor } = await import('../executors/pool.js'); // piscina is loaded when it is needed
  return poolExecutor({ threads, modules, onStart });
}
