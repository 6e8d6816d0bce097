import { fileURLToPath } from 'node:url';
import { compileKernel } from '../../workers/compile-kernel.js';
import type { OnStart } from '../executors/executor.js';
import { inlineExecutor } from '../executors/inline.js';
import { threadChoice } from '../executors/threads.js';
import type { LedgerOptions } from '../ledger/open.js';
import { Results, remainingOf, sum } from '../ledger/results.js';
import { choosePlan, type PlanOptions } from '../plan/choose-plan.js';
import { partOf } from '../plan/part.js';
import type { Plan, Share, ThreadChoice } from '../plan/plan.js';
import { KERNEL_SLOWDOWNS, type KernelKind } from '../plan/subproblem.js';
import { workerThreads } from '../plan/thread-count.js';
import { memoryLimit } from '../plan/thread-memory.js';
import { Run } from '../runs/run.js';
import { type CountResult, resultOf } from './count-result.js';
import { type CountFigures, Counting } from './counting.js';

/** Options that say how this machine counts. Every field has a default. */
export interface ExecutionOptions {
  /** Number of worker threads. The default, 0, means as many as this machine can run at the same time. */
  readonly threads?: number | undefined;
  /** Memory limit of each thread, in bytes, from 2 MB. By default up to 1 GB, by the memory at hand. */
  readonly memory?: number | undefined;
  /** `fast` (WebAssembly, the default) or `readable` (TypeScript, for checking the fast kernel). */
  readonly kernel?: KernelKind | undefined;
  /**
   * File for finished subproblems: a path or a `file:` URL. An existing file is resumed with its own plan. No other process
   * can write to the file during the count. docs/format.md specifies the format.
   */
  readonly checkpoint?: string | URL | undefined;
}

/** What to count, and with what of this machine. */
interface LocalSetup {
  readonly plan: Plan;
  /** The run of the plan or of some of its subproblems, with its results. */
  readonly run: Run;
  readonly machine: ThreadChoice;
  /** By default `fast`. */
  readonly kernel?: KernelKind | undefined;
  /** The subproblems to count; by default those that are not finished. */
  readonly left?: Share | undefined;
  /** Closes the ledger file. */
  readonly close?: () => void | Promise<void>;
}

/** A count on this machine, in the calling thread or in a pool of worker threads, whichever is faster. */
export class LocalCounting extends Counting {
  readonly plan: Plan;
  readonly kernel: KernelKind;
  readonly machine: ThreadChoice;
  /** Number of worker threads to start; 0 for the calling thread. */
  readonly threads: number;
  /** Memory limit of the kernel in each thread, in bytes. */
  readonly memory: number;
  /** Closes the ledger file. Must be called at the end, even after errors. */
  readonly close: () => void | Promise<void>;

  constructor(setup: LocalSetup) {
    const { plan, run, machine, kernel = 'fast', left = remainingOf(run.share, run.results) } = setup;
    const threads = threadsFor(left, machine, kernel);
    const memory = memoryLimit(Math.max(1, threads), machine);
    async function startExecutor() {
      const modules = compileKernel(left.algorithm, kernel, memory);
      const onStart: OnStart = (id, worker) => run.started(id, worker);
      if (threads === 0) return inlineExecutor(modules, onStart);
      const { poolExecutor } = await import('../executors/pool.js'); // loads piscina only if it is needed
      return poolExecutor({ threads, modules, onStart });
    }
    super(run, startExecutor, left);
    this.plan = plan;
    this.kernel = kernel;
    this.machine = machine;
    this.threads = threads;
    this.memory = memory;
    this.close = setup.close ?? (() => {});
  }

  /**
   * Makes the plan of a count and opens its ledger: in memory, or in the file of `checkpoint`.
   *
   * @param what options of the plan. A part needs a checkpoint.
   * @param how the threads, their memory, the kernel and the checkpoint.
   * @param opening lines of the file to drop, and a function for messages about them.
   * @throws UsageError, LedgerFileError
   */
  static async open(
    n: number,
    what: PlanOptions,
    { threads, memory, kernel, checkpoint }: ExecutionOptions = {},
    opening: LedgerOptions = {},
  ): Promise<LocalCounting> {
    const machine = threadChoice(threads, memory);
    const made = choosePlan(n, { ...what, ...machine });
    if (checkpoint === undefined) {
      return new LocalCounting({ plan: made, run: Run.local(made, new Results(made)), machine, kernel });
    }
    const { openLedger } = await import('../ledger/open.js'); // loads the package for locks, which takes 15 ms
    const file = checkpoint instanceof URL ? fileURLToPath(checkpoint) : checkpoint;
    const results = openLedger(file, n, what, opening, made);
    const { plan } = results;
    const run = Run.local(what.part ? partOf(plan, what.part) : plan, results);
    return new LocalCounting({ plan, run, machine, kernel, close: () => results.close() });
  }

  /** Makes the result of the whole plan. @throws Error if a subproblem is missing. */
  result(figures: CountFigures): CountResult {
    return resultOf(this.plan, sum(this.plan, this.run.results), this.kernel, figures);
  }
}

/** Returns the number of worker threads for a share; 0 for the calling thread. */
function threadsFor(share: Share, machine: ThreadChoice, kernel: KernelKind): number {
  if (KERNEL_SLOWDOWNS[kernel][share.algorithm] <= 1) return workerThreads(share, machine);
  // Costs are for the fast kernel. With a slower one, a subproblem may take minutes.
  return Math.min(machine.threads ?? 1, share.subproblems.length);
}
