// src/node/count counts with this machine's threads. A LocalCountTask builds the plan, opens the results and starts the
// threads. new-plan.ts plans a new count and refuses one that would take more than a year, measurement.ts measures the
// speed of this machine, audit.ts recounts a sample, and count.ts is the library's function.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  type CountResult,
  type CountStats,
  CountTask,
  createResult,
  type WatchOptions,
} from '../../core/count/count-task.js';
import { partOf } from '../../core/plan/part.js';
import { hashPlan, type Plan, type Share } from '../../core/plan/plan.js';
import { takeSteps } from '../../core/plan/steps.js';
import { Results, selectRemaining, totalOf } from '../../core/results/results.js';
import { forecastSeconds } from '../../core/runs/estimate.js';
import { Run } from '../../core/runs/run.js';
import type { LedgerOptions } from '../ledger/open.js';
import { type Fit, fitToMachine, type KernelChoice } from '../machine/fit.js';
import { inspectMachine, type Machine } from '../machine/machine.js';
import { startThreads } from '../threads/start-threads.js';
import { type Measurement, measureSpeed } from './measurement.js';
import { type NewPlanOptions, planForMachine } from './new-plan.js';

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
   * File for finished subproblems: a path or a `file:` URL. If the file exists, its count is resumed with its own plan.
   * No other process can write to the file during the count. docs/format.md specifies the format.
   */
  readonly checkpoint?: string | URL | undefined;
}

/** Options for opening a count: its plan, its execution and its ledger file. */
export type OpeningOptions = NewPlanOptions & ExecutionOptions & LedgerOptions & Pick<WatchOptions, 'signal'>;

interface LocalSetup {
  readonly plan: Plan;
  /** The run, which counts all or some of the plan's subproblems and holds the results. */
  readonly run: Run;
  readonly machine: Machine;
  readonly kernel?: KernelChoice | undefined;
  /** The subproblems to count; by default, all unfinished ones. */
  readonly left?: Share | undefined;
}

/** A count on this machine, in the calling thread or in a pool of threads, whichever is faster. */
export class LocalCountTask extends CountTask {
  readonly plan: Plan;
  readonly machine: Machine;
  /** Kernel, threads and memory chosen for the remaining subproblems. */
  readonly fit: Fit;
  /** The threads' measured speed; before a measurement, the expected speed. */
  speed: Measurement;

  constructor({ plan, run, machine, kernel = 'auto', left = selectRemaining(run.share, run.results) }: LocalSetup) {
    const fit = fitToMachine(left, machine, kernel);
    // The reference kernel, which starts on any processor, is enough if nothing is left to count.
    const started = left.subproblems.length > 0 ? fit.kernel : 'reference';
    super(run, () => startThreads(fit, left.algorithm, started, (id, thread) => run.started(id, thread)), left);
    this.plan = plan;
    this.machine = machine;
    this.fit = fit;
    this.speed = { slowdown: fit.slowdown, busy: 0 };
  }

  /**
   * Opens a count: reads the header of the `checkpoint` file if it exists, builds that file's plan or a new one, and
   * opens the results.
   *
   * @param options `part` requires `checkpoint`, because a part's results are only useful in a file.
   * @param machine this machine, if it has already been inspected with the threads and memory in `options`.
   * @throws UsageError, LedgerFileError; the signal's reason after an abort.
   */
  static async open(
    n: number,
    options: OpeningOptions = {},
    machine: Machine = inspectMachine(options.threads, options.memory),
  ): Promise<LocalCountTask> {
    const { part, kernel, signal } = options;
    const results = await openResults(n, options, machine);
    const { plan } = results;
    const run = Run.local(part ? partOf(plan, part) : plan, results);
    try {
      await nextTurn(); // indexing the subproblems for 28 queens takes 0.3 s, and so does sorting them
      signal?.throwIfAborted();
      return new LocalCountTask({ plan, run, machine, kernel });
    } catch (error) {
      await results.close();
      throw error;
    }
  }

  /**
   * Measures the speed for about a second and sets the run's expected speed to it.
   *
   * @throws the signal's reason after an abort.
   */
  async measure(signal?: AbortSignal): Promise<void> {
    this.speed = await measureSpeed(this, signal);
    this.expect();
  }

  /** Forecasts the time for the remaining subproblems, in seconds. */
  forecast(): number {
    return forecastSeconds(this.left, this.fit.atOnce, this.speed.slowdown);
  }

  /** Sets the run's expected speed, taking into account that threads that share a core are slower. */
  expect(): void {
    const { threads, atOnce } = this.fit;
    this.run.expect(this.speed.slowdown * Math.max(1, threads / atOnce));
  }

  /** Closes the ledger file. Must be called at the end, even after an error. @throws LedgerFileError */
  async close(): Promise<void> {
    await this.run.results.close();
  }

  result(stats: CountStats): CountResult {
    return createResult(this.plan, totalOf(this.plan, this.run.results), this.fit.kernel, stats);
  }
}

/** Opens the results of a count. A file keeps its own plan, which may differ from the plan for this machine. */
async function openResults(n: number, options: OpeningOptions, machine: Machine): Promise<Results> {
  const { checkpoint, signal } = options;
  const newPlan = planForMachine(n, options, machine);
  if (checkpoint === undefined) return new Results(await takeSteps(newPlan, signal));
  // Takes 15 ms, because it loads the locking package.
  const { findPlanOfFile, openLedger, readHeader } = await import('../ledger/open.js');
  const { rebuildLedgerPlan } = await import('../../core/results/checked-ledger.js');
  const file = checkpoint instanceof URL ? fileURLToPath(checkpoint) : checkpoint;
  const header = readHeader(file);
  const expected = await takeSteps(header?.n === n ? rebuildLedgerPlan(header, file) : newPlan, signal);
  const isDamaged = !header && options.repair;
  const plan = isDamaged ? await takeSteps(findPlanOfFile(file, expected), signal) : expected;
  await takeSteps(hashPlan(plan), signal); // the file contains the hash
  return openLedger(file, plan, options);
}
