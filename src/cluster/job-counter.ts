/** Counts a job of a worker: makes its plan, counts its subproblems, and inserts the results. */
import type { Job } from 'bullmq';
import { UsageError } from '../errors/errors.js';
import { messageOf } from '../errors/system.js';
import type { Executor } from '../executors/executor.js';
import { checkPartialCount, ImpossibleCountError } from '../plan/partial-count.js';
import type { Plan } from '../plan/plan.js';
import type { Subproblem } from '../plan/subproblem.js';
import { type Database, pauseBefore } from './database.js';
import { isRefusal } from './database-error.js';
import { type Counted, finishRun, insertResults } from './results.js';
import { type ClusterJob, endRun, isComplete, planOfRun, type RunRow, readRunOfJob } from './runs.js';
import type { Enrollment } from './workers.js';

/** A run fails if a job's count is impossible on this many different workers. */
const MOST_MISCOUNTS = 3;

/** If more workers than this die while counting a job, the job is probably the cause, and its run fails. */
const MOST_DEATHS = 20;

/** Number of attempts to insert results that the database does not refuse. The last pause is ten seconds. */
const MOST_ATTEMPTS = 10;

/** Number of plans that a worker keeps, because making a large plan takes seconds. */
const MOST_PLANS = 4;

/** Outcome of a job. Only a finished job leaves the queue. */
export type Outcome = 'finished' | 'stopped' | 'refused' | 'failed';

/** Options of `JobCounter.count`. */
interface JobOptions {
  /** Stops the count. */
  readonly signal: AbortSignal;
  /** Called with the reason if the job was not finished. */
  readonly log: (message: string) => void;
}

/** A worker's means to count jobs. */
export class JobCounter {
  readonly #database: Database;
  readonly #worker: Enrollment;
  readonly #pool: Executor;
  /** The plans of the latest runs, by their hashes. */
  readonly #plans = new Map<string, Plan>();

  constructor(database: Database, worker: Enrollment, pool: Executor) {
    this.#database = database;
    this.#worker = worker;
    this.#pool = pool;
  }

  /**
   * Counts the missing subproblems of a job, and inserts the results. A failure is assumed to be this machine's: the run
   * fails only if several workers get an impossible count from the same job. A worker that cannot count the run at all,
   * because it has another version, refuses the job.
   */
  async count(job: Job<ClusterJob>, { signal, log }: JobOptions): Promise<Outcome> {
    try {
      await this.#count(job, signal);
      return 'finished';
    } catch (error) {
      if (signal.aborted) return 'stopped';
      const reason = messageOf(error);
      log(`a job went back to the queue: ${reason}`);
      if (error instanceof ImpossibleCountError) await this.#recordMiscount(job, reason);
      await this.#database.query('update worker set refusal = $2 where name = $1', [this.#worker.name, reason]);
      return error instanceof UsageError ? 'refused' : 'failed';
    }
  }

  async #count(job: Job<ClusterJob>, signal: AbortSignal): Promise<void> {
    const database = this.#database;
    const { first, end } = job.data;
    const run = await readRunOfJob(database, job.data);
    if (!run) return; // the run is not being counted
    if (job.stalledCounter > MOST_DEATHS) {
      const reason = `more than ${MOST_DEATHS} workers died counting the job at place ${first} of the plan`;
      return endRun(database, run.id, 'failed', reason);
    }
    const plan = this.#planOf(run);
    const places = new Map<Subproblem, number>();
    for (let place = first; place < end; place++) {
      const subproblem = plan.subproblems.at(place);
      if (subproblem && !run.finished.includes(place)) places.set(subproblem, place);
    }
    const counted: Counted[] = [];
    try {
      await this.#pool.run(
        places.keys(),
        (subproblem, partial) => {
          checkPartialCount(partial, subproblem);
          counted.push({ place: places.get(subproblem) ?? -1, subproblem, partial });
        },
        signal,
      );
    } finally {
      await this.#submit(run, counted, signal); // also after a failure or a stop
    }
    // The last worker finishes the run, because its coordinator may have exited.
    if (await isComplete(database, run)) await finishRun(database, { id: run.id, name: run.name, plan });
  }

  /** Inserts results. They have cost time, so an error that is not about them, like a missing permission, is waited for. */
  async #submit(run: RunRow, counted: readonly Counted[], signal: AbortSignal): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        await insertResults(this.#database, run, this.#worker, counted);
        return;
      } catch (error) {
        if (isRefusal(error) || attempt === MOST_ATTEMPTS) throw error;
        await pauseBefore(attempt, signal);
      }
    }
  }

  /** Fails a run if several workers get an impossible count from a job. The job's data have the names of these workers. */
  async #recordMiscount(job: Job<ClusterJob>, reason: string): Promise<void> {
    const miscountedBy = [...new Set([...(job.data.miscountedBy ?? []), this.#worker.name])];
    await job.updateData({ ...job.data, miscountedBy });
    if (miscountedBy.length < MOST_MISCOUNTS) return;
    await endRun(this.#database, job.data.run, 'failed', `${reason} (on ${miscountedBy.join(', ')})`);
  }

  /** Makes the plan of a run. @throws UsageError if the run's plan or kernel is of another version than this program. */
  #planOf(run: RunRow): Plan {
    const { kernel } = this.#worker;
    if (run.kernel !== kernel)
      throw new UsageError(`run ${run.name} is counted with kernel ${run.kernel}, but this worker has ${kernel}`);
    const plan = planOfRun(run, this.#plans.get(run.planHash));
    this.#plans.delete(plan.hash);
    this.#plans.set(plan.hash, plan);
    const [oldest = ''] = this.#plans.keys();
    if (this.#plans.size > MOST_PLANS) this.#plans.delete(oldest);
    return plan;
  }
}
