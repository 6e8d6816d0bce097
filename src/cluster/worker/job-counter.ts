import { DelayedError, type Job, WaitingError } from 'bullmq';
import { compileKernel } from '../../../workers/compile-kernel.js';
import { kernelVersion } from '../../../workers/kernel-version.js';
import type { Executor } from '../../executors/executor.js';
import { poolExecutor } from '../../executors/pool.js';
import {
  checkPartialCount,
  ImpossibleCountError,
  largestPossibleCount,
  type PartialCount,
} from '../../plan/partial-count.js';
import { mostExpensiveFirst, type Plan } from '../../plan/plan.js';
import type { Algorithm, Subproblem } from '../../plan/subproblem.js';
import { isRefusal } from '../database/database-error.js';
import type { WorkerDesk } from '../ledger/worker-desk.js';
import { type ClusterJob, clusterJob, planOfJob, RefusedJobError } from '../queue/job.js';
import { MOST_FAILURES, MOST_SILENCES } from '../queue/queue.js';

/** Milliseconds for which a job is left to others that is refused, or to be counted by another login. */
const LEAVE_TO_OTHERS = 1000;

/** How a worker counts. */
export interface CountingOptions {
  readonly threads: number;
  /** When it is aborted, jobs are given back: what is finished of them is handed in. */
  readonly signal: AbortSignal;
  /** Called with messages for the operator. */
  readonly note: (message: string) => void;
  /** Called when a job had to be refused, and when one was finished. */
  readonly refused: () => void;
  readonly finished: () => void;
}

/** Counts jobs in a pool of threads. */
export class JobCounter {
  readonly #desk: WorkerDesk;
  readonly #options: CountingOptions;
  readonly #kernel = kernelVersion();
  readonly #pools = new Map<Algorithm, Executor>();
  #plan: Plan | undefined;

  constructor(desk: WorkerDesk, options: CountingOptions) {
    this.#desk = desk;
    this.#options = options;
  }

  /** What BullMQ calls with each job: counts it, and hands in what it found before the job leaves the queue. */
  async handle(job: Job<ClusterJob>, token: string | undefined): Promise<void> {
    let plan: Plan;
    try {
      plan = this.#planOf(job);
    } catch (error) {
      return this.#refuse(job, token, error);
    }
    let isForOthersToo: boolean;
    try {
      isForOthersToo = await this.#count(job, plan);
    } catch (error) {
      if (this.#options.signal.aborted) return giveBack(job, token);
      if (isRefusal(error)) return this.#refuse(job, token, error);
      await this.#noteFailure(job, error);
      throw error;
    }
    if (isForOthersToo) await leaveToOthers(job, token);
  }

  /** Gives the threads back. */
  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
  }

  /** @returns whether something of the job is to be counted a second time, by a worker of another login. */
  async #count(job: Job<ClusterJob>, plan: Plan): Promise<boolean> {
    const ids = idsOf(job, plan);
    if (job.stalledCounter > MOST_SILENCES) {
      const reason = `${MOST_SILENCES} workers fell silent over subproblem ${ids[0]} and others`;
      await this.#desk.fail(job.data.run, reason);
      return false;
    }
    const numbers = await this.#desk.unfinished(job.data, ids, job.stalledCounter + job.attemptsMade > 0);
    if (!numbers) return false; // the run is over
    const isForOthersToo = numbers.includes(0);
    const wanted = numbers
      .filter((number) => number > 0)
      .map((number) => subproblemOf(plan, job.data.subproblems[number - 1]));
    const found = new Map<Subproblem, PartialCount>();
    try {
      await this.#poolFor(plan.algorithm).run(
        mostExpensiveFirst(wanted),
        (subproblem, partial) => {
          checkPartialCount(partial, largestPossibleCount(subproblem));
          found.set(subproblem, partial);
        },
        this.#options.signal,
      );
    } catch (error) {
      // What is finished counts; whatever goes wrong with that must not hide why the rest is not.
      await this.#desk.submit(job.data, found).catch(() => {});
      throw error;
    }
    await this.#desk.submit(job.data, found);
    this.#options.finished();
    return isForOthersToo;
  }

  /** Tells of a job that failed, and ends its run if it always will. */
  async #noteFailure({ data: { run, name }, attemptsMade }: Job<ClusterJob>, error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.note(`a job of run ${name} failed: ${reason}`);
    const isHopeless = error instanceof ImpossibleCountError || attemptsMade + 1 >= MOST_FAILURES;
    if (isHopeless) await this.#desk.fail(run, reason);
  }

  /** @throws RefusedJobError, or what is wrong with the job's recipe. */
  #planOf({ data }: Job<unknown>): Plan {
    const job = clusterJob.safeParse(data);
    if (!job.success) throw new RefusedJobError('a job was made by another version of the program');
    this.#plan = planOfJob(job.data, this.#kernel, this.#plan);
    return this.#plan;
  }

  async #refuse(job: Job, token: string | undefined, error: unknown): Promise<never> {
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.note(`job refused: ${reason}`);
    this.#options.refused();
    await this.#desk.refuse(reason);
    return leaveToOthers(job, token);
  }

  #poolFor(algorithm: Algorithm): Executor {
    let pool = this.#pools.get(algorithm);
    pool ??= poolExecutor({ threads: this.#options.threads, modules: compileKernel(algorithm, 'fast') });
    this.#pools.set(algorithm, pool);
    return pool;
  }
}

async function leaveToOthers(job: Job, token: string | undefined): Promise<never> {
  await job.moveToDelayed(Date.now() + LEAVE_TO_OTHERS, token);
  throw new DelayedError();
}

async function giveBack(job: Job, token: string | undefined): Promise<never> {
  await job.moveToWait(token);
  throw new WaitingError();
}

function idsOf({ data }: Job<ClusterJob>, plan: Plan): string[] {
  return data.subproblems.map((place) => subproblemOf(plan, place).id);
}

/** @throws RangeError: no job of this plan names another place. */
function subproblemOf(plan: Plan, place: number | undefined): Subproblem {
  const subproblem = place === undefined || place < 0 ? undefined : plan.subproblems.at(place);
  if (!subproblem) throw new RangeError(`the plan has no subproblem at place ${place}`);
  return subproblem;
}
