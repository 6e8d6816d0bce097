/** Counts a job in a worker: builds the plan of its run, counts the job's subproblems, and submits the results. */
import { inspect } from 'node:util';
import { UsageError } from '../../core/errors/errors.js';
import type { Executor } from '../../core/executors/executor.js';
import { checkPartialCount } from '../../core/plan/partial-count.js';
import type { Plan } from '../../core/plan/plan.js';
import { takeSteps } from '../../core/plan/steps.js';
import type { Subproblem } from '../../core/plan/subproblem.js';
import { isForUser, messageForUser } from '../../node/errors/system.js';
import type { Database } from '../connection/database.js';
import type { IndexedResult } from '../tables/insertion.js';
import type { Registration } from '../tables/registration.js';
import { endRun, failRunOnAll, type RunRow, rebuildRunPlan } from '../tables/runs.js';
import { finishJobs, returnJob, type TakenJob } from './queue.js';
import type { Submit } from './submitter.js';

/** Number of times that a job must fail, and of running workers on which its run must fail, before the run fails. */
const MIN_FAILURES = 3;

/** If a worker died soon after taking a job on this many hosts, the job is probably the cause, and its run fails. */
const MIN_DEADLY_HOSTS = 5;

/**
 * Milliseconds between two submissions from a job of several subproblems, so `kill -9` loses at most a second's
 * results. If each result were submitted at once, 18 queens by bitmask would take the server 2.5 times the CPU time
 * (2026-11-28).
 */
const SUBMIT_INTERVAL = 1_000;

/** Maximum number of plans that a worker keeps, because building a large plan takes seconds. */
const MAX_PLANS = 4;

/** Milliseconds for which a run is left to other workers after its first failure. They double, up to the maximum. */
const MIN_PAUSE = 200;
const MAX_PAUSE = 600_000;

/**
 * The runs whose jobs fail on this machine, for example for lack of memory. A worker leaves such a run to others for a
 * while and counts other runs. Each run has the number of its pauses since its last finished job, and the time when the
 * last one ends, from performance.now().
 */
export class FailingRuns extends Map<number, { readonly pauses: number; readonly until: number }> {
  /** Ids of the runs whose jobs this worker does not take now. */
  get paused(): number[] {
    const now = performance.now();
    return [...this].filter(([, { until }]) => until > now).map(([run]) => run);
  }

  /** Records that a job of a run has failed. Failures during a pause do not count. @returns whether it is the first. */
  add(run: number): boolean {
    const now = performance.now();
    const { pauses, until } = this.get(run) ?? { pauses: 0, until: 0 };
    if (until <= now) this.set(run, { pauses: pauses + 1, until: now + Math.min(MIN_PAUSE * 2 ** pauses, MAX_PAUSE) });
    return pauses === 0;
  }
}

export interface WorkerSetup {
  readonly database: Database;
  readonly worker: Registration;
  readonly pool: Executor;
  readonly submit: Submit;
  readonly failing: FailingRuns;
  /** The plans of the latest runs, by everything that identifies a plan. */
  readonly plans: Map<string, Promise<Plan>>;
  /** Aborted when the worker stops. */
  readonly signal: AbortSignal;
  /** Called with messages for the operator. */
  readonly log: (message: string) => void;
}

/**
 * Counts the missing subproblems of a job and submits the results. If that fails, leaves the run to other workers for a
 * while. A failure is blamed on this machine, so it fails the run only if it fails on all running workers.
 *
 * @param signal stops the count of the job, also when the worker stops. The results so far are still submitted.
 * @param freeThread called once the job's thread is free to count another job.
 */
export async function countJob(
  setup: WorkerSetup,
  job: TakenJob,
  signal: AbortSignal,
  freeThread: () => void,
): Promise<void> {
  try {
    if (job.deadlyHosts.length >= MIN_DEADLY_HOSTS) return await failDeadlyJob(setup, job);
    await countAndSubmit(setup, job, signal, freeThread);
    setup.failing.delete(job.run);
  } catch (error) {
    if (!signal.aborted) await recordFailure(setup, job, error);
  }
}

/** Fails the run of a job that seems to kill workers. Removes the job, so it has no deaths if the run is resumed. */
async function failDeadlyJob({ database }: WorkerSetup, job: TakenJob): Promise<void> {
  const where = `the job at index ${job.first} of the plan`;
  const reason = `workers on ${job.deadlyHosts.join(', ')} died within ten minutes after taking ${where}`;
  await endRun(database, job.run, 'failed', reason);
  await finishJobs(database, job.run, [job]);
}

async function countAndSubmit(
  setup: WorkerSetup,
  { first, end, finished, runRow, ...job }: TakenJob,
  signal: AbortSignal,
  freeThread: () => void,
): Promise<void> {
  const { pool, submit } = setup;
  const run = { ...runRow, plan: await preparePlan(setup, runRow) };
  const indexes = new Map<Subproblem, number>();
  for (let index = first; index < end; index++) {
    const subproblem = run.plan.subproblems.at(index);
    if (subproblem && !finished.includes(index)) indexes.set(subproblem, index);
  }
  let counted: IndexedResult[] = [];
  const earlier: Promise<void>[] = [];
  let submittedAt = performance.now();
  try {
    await pool.run(
      indexes.keys(),
      (subproblem, partial) => {
        checkPartialCount(partial, subproblem);
        counted.push([indexes.get(subproblem) ?? -1, partial]);
        if (performance.now() - submittedAt < SUBMIT_INTERVAL) return;
        const submission = submit(run, counted); // meanwhile, the thread continues
        submission.catch(() => {}); // awaited below
        earlier.push(submission);
        counted = [];
        submittedAt = performance.now();
      },
      signal,
    );
  } catch (error) {
    await submit(run, counted); // so a failure or a stop does not lose them
    throw error;
  }
  freeThread();
  await Promise.all(earlier);
  await submit(run, counted, { ...job, first, end });
}

/**
 * Returns a job to the queue. Fails its run if the job has failed MIN_FAILURES times and the run fails on at least
 * MIN_FAILURES running workers and on all of them. A refused plan needs only the latter, because all workers build the
 * same plan.
 */
async function recordFailure(setup: WorkerSetup, job: TakenJob, error: unknown): Promise<void> {
  const { database, worker, failing, log } = setup;
  const reason = messageForUser(error);
  const details = isForUser(error) ? reason : inspect(error); // with the stack of an unexpected error
  if (failing.add(job.run))
    log(`run ${job.runRow.name} fails on this machine, so others get its jobs first: ${details}`);
  await database.query('update worker set last_failure = $2, failing = $3 where name = $1', [
    worker.name,
    reason,
    [...failing.keys()],
  ]);
  const failures = await returnJob(database, worker, job);
  if (error instanceof UsageError) await failRunOnAll(database, job.run, reason, 1);
  else if (failures >= MIN_FAILURES) await failRunOnAll(database, job.run, reason, MIN_FAILURES);
}

/**
 * Returns the plan of a run. A new plan is built in steps, so heartbeats are not late, and once for all threads.
 *
 * @throws UsageError if this version builds a different plan.
 */
function preparePlan({ plans, signal }: WorkerSetup, run: RunRow): Promise<Plan> {
  const { n, algorithm, options, planHash, subproblems } = run;
  const key = JSON.stringify([n, algorithm, options, planHash, subproblems]);
  const known = plans.get(key);
  if (known) return known;
  if (plans.size === MAX_PLANS) plans.clear();
  const built = takeSteps(rebuildRunPlan(run), signal);
  plans.set(key, built);
  built.catch(() => plans.delete(key));
  return built;
}
