import { compileKernel } from '../../workers/compile-kernel.js';
import type { KernelKind } from '../../workers/kernels.js';
import type { Executor, OnStart } from '../executors/executor.js';
import { inlineExecutor } from '../executors/inline.js';
import { remainingOf } from '../ledger/ledger.js';
import { workerThreads } from '../plan/choose-plan.js';
import type { Share, ThreadChoice } from '../plan/plan.js';
import type { Run } from '../runs/run.js';
import { countUnfinished, type Filling, type ForecastOptions, type WatchOptions } from './count-unfinished.js';

/** Threads, kernel and watcher of a count on this machine; every field has a default. */
export interface ExecutionOptions extends WatchOptions, ForecastOptions, ThreadChoice {
  /** `fast` (WebAssembly, the default) or `readable` (the reference kernel in TypeScript, to check it). */
  readonly kernel?: KernelKind | undefined;
}

/** The figures of a finished count on this machine. */
export interface LocalFilling extends Filling {
  readonly kernel: KernelKind;
}

/**
 * Counts the subproblems of a run that are not in its ledger: in the calling thread or in a pool of worker threads, whichever
 * is faster. Throws as `countUnfinished` does.
 */
export async function fillLedger(run: Run, options: ExecutionOptions = {}): Promise<LocalFilling> {
  const { kernel = 'fast' } = options;
  run.setState('counting'); // before the threads start: they take time, too
  const remaining = remainingOf(run.share, run.ledger);
  const executor = await executorFor(run, remaining, options);
  return { kernel, ...(await countUnfinished(run, executor, options, remaining)) };
}

async function executorFor(run: Run, remaining: Share, options: ExecutionOptions): Promise<Executor> {
  const { kernel = 'fast', threads: asked = 1 } = options;
  const modules = compileKernel(remaining.algorithm, kernel);
  const onStart: OnStart = (id, worker) => run.started(id, worker);
  // Costs are those of the fast kernel; with the readable one a subproblem may take minutes.
  const most = Math.min(asked, remaining.subproblems.length);
  const threads = kernel === 'fast' ? workerThreads(remaining, options) : most;
  if (threads === 0) return inlineExecutor(modules, onStart);
  const { poolExecutor } = await import('../executors/pool.js'); // loads piscina only if it is needed
  return poolExecutor({ threads, modules, onStart });
}
