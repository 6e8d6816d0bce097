/** Counts a job in a worker: builds the plan of its run, counts the job's subproblems, and inserts the results. */
import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { Job } from 'bullmq';
import { UsageError } from '../../core/errors/errors.js';
import type { Executor } from '../../core/executors/executor.js';
import { checkPartialCount } from '../../core/plan/partial-count.js';
import type { Plan } from '../../core/plan/plan.js';
import type { Subproblem } from '../../core/plan/subproblem.js';
import { isForUser, messageForUser } from '../../node/errors/system.js';
import type { Database } from '../connection/database.js';
import { isRefusal } from '../connection/database-error.js';
import { type ClusterJob, createJobs } from '../tables/jobs.js';
import { type Registration, readLiveWorkers } from '../tables/registration.js';
import { finishRun, hasResult, type IndexedResult, insertResults } from '../tables/results.js';
import { type ClusterRun, endRun, type RunRow, readRunOfJob, rebuildRunPlan } from '../tables/runs.js';
import type { RunningSubproblems } from './running.js';

/** Number of workers that must fail to count a job before its run fails. */
const MIN_FAILURES = 3;

/** If more workers than this die while counting a job, the job is probably the cause, and its run fails. */
const MAX_DEATHS = 20;

/** Maximum number of plans that a worker keeps, because building a large plan takes seconds. */
const MAX_PLANS = 4;

/**
 * Maximum number of times that a stopping worker tries to submit results during an outage, and the milliseconds between
 * tries.
 */
const MAX_TRIES = 8;
const RETRY_INTERVAL = 500;

/** A plan and the index of the first subproblem in its last job. */
interface PreparedPlan {
  readonly plan: Plan;
  readonly last: number;
}

/** Outcome of a job. Only a finished job leaves the queue. */
export type Outcome = 'finished' | 'stopped' | 'refused' | 'failed';

export interface WorkerSetup {
  readonly database: Database;
  readonly worker: Registration;
  readonly pool: Executor;
  readonly running: RunningSubproblems;
  /** The plans of the latest runs, by hash. */
  readonly plans: Map<string, PreparedPlan>;
  /** Stops the count of a job. The worker still submits the results so far. */
  readonly signal: AbortSignal;
  /** Called with messages for the operator. */
  readonly log: (message: string) => void;
}

/**
 * Counts the missing subproblems of a job and inserts the results. A failure is blamed on this machine, so it fails the
 * run only once every running worker with the same kernels has returned the job.
 */
export async function countJob(setup: WorkerSetup, job: Job<ClusterJob>): Promise<Outcome> {
  const { database, worker, signal, log } = setup;
  try {
    await countAndSubmit(setup, job);
    return 'finished';
  } catch (error) {
    if (signal.aborted) return 'stopped';
    const reason = messageForUser(error);
    const details = isForUser(error) ? reason : inspect(error); // with the stack of an unexpected error
    log(`returned a job to the queue: ${details}`);
    await database.query('update worker set last_failure = $2 where name = $1', [worker.name, reason]);
    const outcome = error instanceof UsageError ? 'refused' : 'failed';
    if (!(error instanceof OtherKernelsError)) await recordReturn(setup, job, outcome, reason);
    return outcome;
  }
}

async function countAndSubmit(setup: WorkerSetup, { data, stalledCounter }: Job<ClusterJob>): Promise<void> {
  const { database, pool, running, signal } = setup;
  const row = await readRunOfJob(database, data);
  if (!row) return; // the run is not being counted
  if (stalledCounter > MAX_DEATHS) {
    const reason = `more than ${MAX_DEATHS} workers died counting the job at index ${data.first} of the plan`;
    return endRun(database, row.id, 'failed', reason);
  }
  const { plan, last } = preparePlan(setup, row);
  const run = { ...row, plan };
  const indexes = new Map<Subproblem, number>();
  for (let index = data.first; index < data.end; index++) {
    const subproblem = run.plan.subproblems.at(index);
    if (subproblem && !run.finished.includes(index)) indexes.set(subproblem, index);
  }
  const counted: IndexedResult[] = [];
  try {
    await pool.run(
      indexes.keys(),
      (subproblem, partial) => {
        running.finish(subproblem.id);
        checkPartialCount(partial, subproblem);
        counted.push([indexes.get(subproblem) ?? -1, partial]);
      },
      signal,
    );
  } finally {
    await submit(setup, run, counted); // also after a failure or a stop
  }
  // If the run is complete, finish it, because its coordinator may have exited. Counting 81,494 results takes 8 ms, so
  // first check that the last job has a result.
  if (await hasResult(database, run, last)) await finishRun(database, run);
}

/**
 * Inserts results. A worker that is told to stop during an outage retries a few times first, because the results took
 * time to count.
 *
 * @throws the errors of `insertResults`.
 */
async function submit(
  { database, worker, signal }: WorkerSetup,
  run: ClusterRun,
  counted: readonly IndexedResult[],
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await insertResults(database, run, worker, counted);
      return;
    } catch (error) {
      if (!signal.aborted || isRefusal(error) || tries === MAX_TRIES) throw error;
      await delay(RETRY_INTERVAL);
    }
  }
}

/**
 * Records in a job's data that this worker has returned the job. Fails the run once every running worker with the same
 * kernels has returned the job. After a failure, at least MIN_FAILURES workers must have returned it. After a refusal,
 * one is enough, because all workers build the same plan.
 */
async function recordReturn(
  { database, worker }: WorkerSetup,
  job: Job<ClusterJob>,
  outcome: 'refused' | 'failed',
  reason: string,
): Promise<void> {
  const returnedBy = [...new Set([...(job.data.returnedBy ?? []), worker.name])];
  await job.updateData({ ...job.data, returnedBy });
  if (outcome === 'failed' && returnedBy.length < MIN_FAILURES) return;
  const running = await readLiveWorkers(database, worker.kernels);
  if (!running.every(({ name }) => returnedBy.includes(name))) return;
  await endRun(database, job.data.run, 'failed', `${reason} (on ${returnedBy.slice(-MIN_FAILURES).join(', ')})`);
}

/** The error for a run with different kernels. The run continues, because workers with those kernels can count it. */
class OtherKernelsError extends UsageError {}

/**
 * Builds the plan of a run.
 *
 * @throws UsageError if the run's plan or kernels are from another version of the program.
 */
function preparePlan({ worker: { kernels }, plans }: WorkerSetup, run: RunRow): PreparedPlan {
  if (run.kernels !== kernels)
    throw new OtherKernelsError(
      `run ${run.name} is being counted with kernels ${run.kernels}, but this worker has ${kernels}`,
    );
  const known = plans.get(run.planHash);
  const plan = rebuildRunPlan(run, known?.plan);
  if (plan === known?.plan) return known;
  const prepared = { plan, last: createJobs(plan).at(-1)?.first ?? 0 };
  if (plans.size === MAX_PLANS) plans.clear();
  plans.set(plan.hash, prepared);
  return prepared;
}
