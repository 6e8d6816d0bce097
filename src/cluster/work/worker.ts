/** The worker, the process of `cluster work`. It takes jobs, counts them in its threads, and inserts the results. */
import { once } from 'node:events';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { WaitingError } from 'bullmq';
import { OperationalError } from '../../core/errors/errors.js';
import { stopWith } from '../../core/executors/slots.js';
import type { KernelKind } from '../../core/plan/subproblem.js';
import { megabytes, plural } from '../../core/text/numbers.js';
import { type Database, pauseBefore } from '../connection/database.js';
import { explainDatabaseError, isServerError } from '../connection/database-error.js';
import {
  checkClock,
  createUniqueName,
  HEARTBEAT_INTERVAL,
  type Registration,
  registerWorker,
} from '../tables/registration.js';
import { startCheckedPool } from './checked-pool.js';
import { countJob, type Outcome, type WorkerSetup } from './count-job.js';
import { consumeJobs, type JobHandler } from './queue.js';
import { RunningSubproblems } from './running.js';

/** Maximum milliseconds for a stopping worker to submit its results and return its jobs to the queue. */
const STOP_TIMEOUT = 5_000;

/** Number of failures, without a finished job in between, after which a worker stops. */
const MAX_FAILURES = 5;

/**
 * Takes jobs and counts them until the signal is aborted.
 *
 * @param database the caller closes it. With `onOutage`, the worker waits while the database does not answer.
 * @param signal stops the worker. Before it exits, it submits its results and returns its jobs to the queue.
 * @throws UsageError or OperationalError with a one-line message if waiting for the database would not help, or if
 *   this machine cannot count.
 */
export async function runWorker(
  database: Database,
  options: Pick<Registration, 'threads' | 'memory' | 'lease'> &
    Pick<WorkerSetup, 'signal' | 'log'> & { readonly kernel: KernelKind },
): Promise<void> {
  const { threads, memory, kernel, lease, signal, log } = options;
  const running = new RunningSubproblems();
  const stop = stopWith(signal); // also aborted by an error that stops the worker
  const { pool, version } = await startCheckedPool({ threads, memory, kernel }, running, stop.signal);
  const worker = {
    name: createUniqueName(`${hostname()}-${process.pid}`),
    threads: pool.threads,
    memory,
    lease,
    kernels: version,
    isRunning: true,
  };
  try {
    await beat();
    const how = kernel === 'fast' ? '' : ` with the ${kernel} kernel`;
    log(`${worker.name} is counting on ${plural(worker.threads, 'thread')} (up to ${megabytes(memory)} each)${how}`);
    const heartbeats = sendHeartbeats().catch((error) => stop.abort(error));
    const setup = { database, worker, pool, running, plans: new Map(), signal: stop.signal, log };
    await takeRounds(setup).catch((error) => stop.abort(error));
    await heartbeats;
    throw stop.signal.reason;
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    const lost = running.describe();
    if (lost !== '') log(`not finished: ${lost}`);
    await pool.close();
    await registerWorker(database, { ...worker, isRunning: false }).catch(() => {}); // its heartbeats end anyway
  }

  async function beat(): Promise<void> {
    const before = Date.now();
    checkClock(before, await registerWorker(database, worker), Date.now(), lease);
  }

  async function sendHeartbeats(): Promise<void> {
    while (!stop.signal.aborted) {
      await delay(HEARTBEAT_INTERVAL, undefined, { signal: stop.signal }).catch(() => {});
      if (!stop.signal.aborted) await beat();
    }
  }
}

/** BullMQ's errors for a job that another worker has taken. They are ignored, because each result counts only once. */
const LOST_JOB = /lock|not in the active state|Missing key/i;

/**
 * Takes jobs in rounds until the worker stops. A round ends when a job is returned or the queue has an error. Then
 * BullMQ's worker is closed, and another one is opened after a pause that grows until a job is finished.
 *
 * @throws OperationalError if this machine fails too often.
 */
async function takeRounds(setup: WorkerSetup): Promise<void> {
  const { database, worker, signal, log } = setup;
  // A worker that is stopping waits only STOP_TIMEOUT for an unresponsive database.
  const tooLong = once(signal, 'abort').then(() => delay(STOP_TIMEOUT, undefined, { ref: false }));
  let logged = ''; // the latest queue error since the last finished job
  let failures = 0;
  for (let attempt = 0; !signal.aborted; attempt++) {
    const outcomes = new Set<Outcome>();
    const round = stopWith(signal);
    const handler: JobHandler = {
      // At least two, so one job is counted while another's results are inserted.
      concurrency: Math.max(worker.threads, 2),
      lease: worker.lease,
      async count(job, token) {
        const outcome = await countJob(setup, job);
        outcomes.add(outcome);
        if (outcome === 'finished') return;
        round.abort();
        await job.moveToWait(token); // puts it before the run's other jobs
        if (outcome !== 'stopped') await job.changePriority({ priority: job.priority }); // puts it after them
        throw new WaitingError(); // BullMQ expects it after `moveToWait`
      },
      onError(error) {
        if (LOST_JOB.test(error.message)) return;
        round.abort();
        const { message } = explainDatabaseError(error, database.url, database.hasWorked);
        // The results connection reports outages, but the server may have refused only the queue's connections.
        if (isServerError(error) && message !== logged) log(`${message}; retrying`);
        logged = message;
      },
    };
    await Promise.race([consumeJobs(database, handler, round.signal), tooLong]);
    if (outcomes.has('finished')) {
      attempt = failures = 0;
      logged = '';
    } else if (outcomes.has('failed') && ++failures === MAX_FAILURES)
      throw new OperationalError(`stopping after ${MAX_FAILURES} consecutive failures`);
    await pauseBefore(attempt, signal);
  }
}
