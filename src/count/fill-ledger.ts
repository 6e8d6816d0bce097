import { compileKernel } from '../../workers/compile-kernel.js';
import type { KernelKind } from '../../workers/kernels.js';
import type { Executor, OnStart } from '../executors/executor.js';
import { inlineExecutor } from '../executors/inline.js';
import type { Ledger } from '../ledger/ledger.js';
import { workerThreads } from '../plan/choose-plan.js';
import type { Share, ThreadChoice } from '../plan/plan.js';
import type { Run } from '../runs/run.js';
import {
  countUnfinished,
  type Filling,
  type ForecastOptions,
  remainingOf,
  runOf,
  type WatchOptions,
} from './count-unfinished.js';

/** Threads, kernel and watcher of a count on this machine; every field has a default. */
export interface ExecutionOptions extends WatchOptions, ForecastOptions, ThreadChoice {
  /** `fast` (WebAssembly, the default) or `readable` (the reference kernel in TypeScript, to check it). */
  readonly kernel?: KernelKind | undefined;
  /** Called when a worker thread begins to count a subproblem. */
  readonly onStart?: OnStart | undefined;
  /** The run of the share, if somebody watches it already. */
  readonly run?: Run | undefined;
}

/** A count on this machine. */
export interface LocalFilling extends Filling {
  readonly kernel: KernelKind;
}

/**
 * Counts the subproblems of a share that the ledger lacks on this machine: in the calling thread or in a pool of worker
 * threads, whichever is done first. Throws as `countUnfinished` does.
 */
export async function fillLedger(share: Share, ledger: Ledger, options: ExecutionOptions = {}): Promise<LocalFilling> {
  const { kernel = 'fast' } = options;
  const run = options.run ?? runOf(share, ledger, options);
  run.setState('counting'); // before the threads start: they take time, too
  const remaining = remainingOf(share, ledger);
  const executor = await executorFor(remaining, run, options);
  return { kernel, ...(await countUnfinished(run, ledger, executor, options, remaining)) };
}

async function executorFor(remaining: Share, run: Run, options: ExecutionOptions): Promise<Executor> {
  const { kernel = 'fast', threads: asked = 1 } = options;
  const modules = compileKernel(remaining.algorithm, kernel);
  function started(id: string, worker: number): unknown {
    run.started(id, worker);
    return options.onStart?.(id, worker);
  }
  const isWatched = options.onProgress || options.onStart || options.run; // each start is a message of a thread
  const onStart = isWatched && started;
  // Costs are those of the fast kernel; with the readable one a subproblem may take minutes.
  const most = Math.min(asked, remaining.subproblems.length);
  const threads = kernel === 'fast' ? workerThreads(remaining, options) : most;
  if (threads === 0) return inlineExecutor(modules, onStart);
  const { poolExecutor } = await import('../executors/pool.js'); // piscina is loaded when it is needed
  return poolExecutor({ threads, modules, onStart });
}
