// src/node/count counts with the threads of this machine. A LocalCountTask makes the plan, opens the results and starts
// the threads. count.ts is the library's function, audit.ts recounts a sample, and measurement.ts measures the speed of
// this machine.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type CountResult, type CountStats, CountTask, makeResult } from '../../core/count/count-task.js';
import type { PlanOptions } from '../../core/plan/choose-plan.js';
import { partOf } from '../../core/plan/part.js';
import type { Plan, Share } from '../../core/plan/plan.js';
import { runStepsWithPauses } from '../../core/plan/steps.js';
import type { KernelKind } from '../../core/plan/subproblem.js';
import { Results, selectRemaining, totalOf } from '../../core/results/results.js';
import { forecastSeconds } from '../../core/runs/estimate.js';
import { Run } from '../../core/runs/run.js';
import type { LedgerOptions } from '../ledger/open.js';
import { type Fit, fitToMachine, planForMachine } from '../machine/fit.js';
import { defaultKernel, inspectMachine, type Machine } from '../machine/machine.js';
import { startThreads } from '../threads/start-threads.js';

/** Options for the execution of a count on this machine. All are optional. */
export interface ExecutionOptions {
  /** Maximum number of threads; a short count uses fewer. The default, 0, means as many as the machine runs at once. */
  readonly threads?: number | undefined;
  /**
   * Memory limit of each thread, in bytes: at least 2 MB, or 4 MB from n = 19 on, or 8 MB from n = 24 on. By default up
   * to 1 GB, depending on the available memory.
   */
  readonly memory?: number | undefined;
  /**
   * The kernel, or a function that chooses it for the subproblems to count. By default `fast`, or `reference` on a
   * machine without SIMD.
   */
  readonly kernel?: KernelKind | ((left: Share) => KernelKind) | undefined;
  /**
   * File for finished subproblems: a path or a `file:` URL. A count in an existing file is resumed with that file's
   * plan. No other process can write to the file during the count. docs/format.md specifies the format.
   */
  readonly checkpoint?: string | URL | undefined;
}

interface LocalSetup {
  readonly plan: Plan;
  /** The run of the plan, or of some of its subproblems, with its results. */
  readonly run: Run;
  readonly machine: Machine;
  readonly kernel?: ExecutionOptions['kernel'];
  readonly left?: Share | undefined;
}

/** A count on this machine, in the calling thread or in a pool of threads, whichever is faster. */
export class LocalCountTask extends CountTask {
  readonly plan: Plan;
  readonly kernel: KernelKind;
  readonly machine: Machine;
  /** How the subproblems to count fit the machine. */
  readonly fit: Fit;

  constructor(setup: LocalSetup) {
    const { plan, run, machine, left = selectRemaining(run.share, run.results) } = setup;
    const { kernel: choice = defaultKernel(machine) } = setup;
    const kernel = typeof choice === 'function' ? choice(left) : choice;
    const fit = fitToMachine(left, machine, kernel);
    // The reference kernel, which starts on any processor, is enough if nothing is left to count.
    const started = left.subproblems.length > 0 ? kernel : 'reference';
    super(run, () => startThreads(fit, left.algorithm, started, (id, thread) => run.started(id, thread)), left);
    this.plan = plan;
    this.kernel = kernel;
    this.machine = machine;
    this.fit = fit;
  }

  /**
   * Builds the plan of a count and opens its results, in memory or in the `checkpoint` file.
   *
   * @param options a part needs a checkpoint.
   * @param machine this machine, if it has been inspected before, with the threads and memory of the options.
   * @throws UsageError, LedgerFileError; the signal's reason after an abort.
   */
  static async open(
    n: number,
    options: PlanOptions & ExecutionOptions & LedgerOptions & { readonly signal?: AbortSignal | undefined } = {},
    machine = inspectMachine(options.threads, options.memory),
  ): Promise<LocalCountTask> {
    const { part, kernel, signal } = options;
    async function pause(): Promise<void> {
      await nextTurn();
      signal?.throwIfAborted();
    }
    const results = await openCheckpoint(await runStepsWithPauses(planForMachine(n, options, machine), pause), options);
    const { plan } = results;
    const run = Run.local(part ? partOf(plan, part) : plan, results);
    try {
      await pause(); // indexing the subproblems of 28 queens takes 50 ms, and sorting them as long again
      return new LocalCountTask({ plan, run, machine, kernel });
    } catch (error) {
      await results.close();
      throw error;
    }
  }

  /** Forecasts the time for the remaining subproblems, in seconds. @param slowdown as in `Fit`. */
  forecast(slowdown = this.fit.slowdown): number {
    return forecastSeconds(this.left, this.fit.atOnce, slowdown);
  }

  /** Sets the expected speed of the run, in which threads that share a core are slower. @param slowdown as in `Fit`. */
  expect(slowdown = this.fit.slowdown): void {
    const { threads, atOnce } = this.fit;
    this.run.expect(slowdown * Math.max(1, threads / atOnce));
  }

  /** Closes the ledger file. Must be called at the end, even after an error. @throws LedgerFileError */
  async close(): Promise<void> {
    await this.run.results.close();
  }

  result(stats: CountStats): CountResult {
    return makeResult(this.plan, totalOf(this.plan, this.run.results), this.kernel, stats);
  }
}

/** Opens the results of a count. A file keeps its own plan, which may differ from the one for this machine. */
async function openCheckpoint(
  plan: Plan,
  { checkpoint, ...options }: PlanOptions & ExecutionOptions & LedgerOptions,
): Promise<Results> {
  if (checkpoint === undefined) return new Results(plan);
  const { openLedger } = await import('../ledger/open.js'); // loads the package for file locks, which takes 15 ms
  const file = checkpoint instanceof URL ? fileURLToPath(checkpoint) : checkpoint;
  return openLedger(file, plan, options);
}
