import { compileKernel, type KernelKind } from '../workers/kernels.js';
import type { Executor } from './executors/executor.js';
import { inlineExecutor } from './executors/inline.js';
import { type Ledger, record, unfinished } from './ledger/ledger.js';
import { isWorthThreads } from './plan/choose-plan.js';
import { dearestFirst, type Share } from './plan/plan.js';
import { type Progress, ProgressAccount } from './progress.js';
import { resolveThreads } from './threads.js';
import { UsageError } from './usage-error.js';

/** How to count; every field has a default. */
export interface RunOptions {
  /** Worker threads; 0, the default, takes as many as the machine runs at a time. */
  readonly threads?: number | undefined;
  /** `fast` (WebAssembly, the default) or `readable` (its twin in TypeScript, to check it). */
  readonly kernel?: KernelKind | undefined;
  /** Stops the count, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called when the run begins, and after each subproblem. What it throws stops the run. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
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
 * @throws ImpossibleCountError, ConflictError or WorkerDeathError if the counts cannot be trusted or finished; the
 *   signal's reason if it was stopped; whatever the ledger throws. What was entered before stays entered.
 */
export async function fillLedger(share: Share, ledger: Ledger, options: RunOptions = {}): Promise<Filling> {
  const start = performance.now();
  const { kernel = 'fast', signal, onProgress } = options;
  const left = unfinished(share.subproblems, ledger);
  const cost = left.reduce((sum, subproblem) => sum + subproblem.cost, 0);
  const executor =
    options.executor ?? (await executorFor({ ...share, cost }, resolveThreads(options.threads ?? 0), kernel));
  try {
    const account = new ProgressAccount(share, executor);
    account.foundFinished(share.subproblems.length - left.length, share.cost - cost);
    onProgress?.(account.now());
    await executor.run(
      dearestFirst(left),
      async (subproblem, partial) => {
        if (await record(ledger, subproblem, partial)) account.finished(subproblem, partial);
        onProgress?.(account.now());
      },
      signal,
    );
  } finally {
    await executor.close();
  }
  return {
    kernel,
    threads: executor.threads,
    resumed: share.subproblems.length - left.length,
    seconds: (performance.now() - start) / 1000,
  };
}

async function executorFor(share: Share, threads: number, kernel: KernelKind): Promise<Executor> {
  if (kernel !== 'fast' && kernel !== 'readable') {
    throw new UsageError(`kernel must be fast or readable, not ${JSON.stringify(kernel)}`);
  }
  const modules = compileKernel(share.algorithm, kernel);
  // Costs are those of the fast kernel. The readable one may take minutes, and must not make this thread deaf.
  if (kernel === 'fast' && !isWorthThreads(share, threads)) return inlineExecutor(modules);
  const { poolExecutor } = await import('./executors/pool.js'); // piscina is loaded when it is needed
  return poolExecutor({ threads, modules });
}
