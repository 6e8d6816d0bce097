/** The worker, the process of `cluster work`. It takes jobs, counts them in its threads, and submits the results. */
import { once, setMaxListeners } from 'node:events';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { Abandoned } from '../../core/executors/executor.js';
import { stopWith } from '../../core/executors/slots.js';
import type { KernelKind } from '../../core/plan/subproblem.js';
import { sum } from '../../core/runs/estimate.js';
import { formatSeconds } from '../../core/text/durations.js';
import { megabytes, plural } from '../../core/text/numbers.js';
import type { Database } from '../connection/database.js';
import { createUniqueName, heartbeatInterval, type Registration } from '../tables/registration.js';
import { startCheckedPool } from './checked-pool.js';
import { countJob, FailingRuns, type WorkerSetup } from './count-job.js';
import { sendHeartbeat, type TakenJob, takeJobs } from './queue.js';
import { createSubmitter } from './submitter.js';

/** Maximum milliseconds for a stopping worker to submit its results and return its jobs to the queue. */
const STOP_TIMEOUT = 5_000;

/** Milliseconds between two looks at an empty queue. They grow while it stays empty. */
const MIN_IDLE = 50;
const MAX_IDLE = 2_000;

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
  const stop = stopWith(signal); // also aborted by an error that stops the worker
  const { pool, version } = await startCheckedPool({ threads, memory, kernel }, stop.signal);
  const worker = {
    name: createUniqueName(`${hostname()}-${process.pid}`),
    threads: pool.threads,
    memory,
    lease,
    kernels: version,
    isRunning: true,
  };
  try {
    await sendHeartbeat(database, worker, []);
    const how = kernel === 'fast' ? '' : ` with the ${kernel} kernel`;
    log(`${worker.name} is counting on ${plural(worker.threads, 'thread')} (up to ${megabytes(memory)} each)${how}`);
    const submit = createSubmitter(database, worker, stop.signal);
    const parts = { pool, submit, failing: new FailingRuns(), plans: new Map() };
    // A worker that is stopping waits only STOP_TIMEOUT for an unresponsive database.
    const tooLong = once(stop.signal, 'abort').then(() => delay(STOP_TIMEOUT, undefined, { ref: false }));
    await Promise.race([countJobs({ database, worker, ...parts, signal: stop.signal, log }, stop), tooLong]);
    throw stop.signal.reason;
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await pool.close();
    await sendHeartbeat(database, { ...worker, isRunning: false }, []).catch(() => {}); // its heartbeats end anyway
  }
}

/** A job that the worker is counting or submitting. */
interface HeldJob {
  readonly stop: AbortController;
  /** Time when the worker took the job, from performance.now(). */
  readonly since: number;
  /** False once only the submission of its results is missing, so its thread is free. */
  isCounting: boolean;
  readonly end: Promise<void>;
}

/**
 * Takes jobs and counts them until the worker stops, then waits for the held ones. Also sends the heartbeats. A thread
 * gets a job only once it has counted the one before, whose results are submitted meanwhile. At most as many jobs as
 * threads wait for their submission, because their results would be lost with the worker.
 *
 * @param stop aborted if an error must stop the worker.
 */
async function countJobs(setup: WorkerSetup, stop: AbortController): Promise<void> {
  const { database, worker, failing, signal, log } = setup;
  const held = new Map<TakenJob, HeldJob>();
  const listCounting = () => [...held.values()].filter(({ isCounting }) => isCounting);
  let nextBeat = 0;
  let idle = MIN_IDLE;
  let wake = stopWith(signal); // aborted when a thread is free, a job is submitted, or the worker stops
  setMaxListeners(0, signal); // each held job adds a listener

  signal.addEventListener('abort', () => {
    const lost = listCounting();
    if (lost.length > 0) log(`not finished: ${describeJobs(lost)}`);
  });

  // Held jobs are lost if a second Ctrl-C ends the process at once, or if the database does not answer.
  function reportLost(): void {
    const lost = describeJobs([...held.values()]);
    if (held.size > 0) log(`not returned: ${lost}; other workers get them after ${worker.lease} seconds`);
  }
  process.once('exit', reportLost);

  async function beat(): Promise<void> {
    nextBeat = performance.now() + heartbeatInterval(worker);
    const ended = await sendHeartbeat(database, { ...worker, failing: [...failing.keys()] }, [...held.keys()]);
    for (const run of new Set(ended)) abandon(run);
  }

  function abandon(run: number): void {
    const jobs = [...held].filter(([job, { stop }]) => job.run === run && !stop.signal.aborted);
    const [job] = jobs[0] ?? [];
    if (!job) return;
    log(`run ${job.runRow.name} was stopped or removed: abandoned ${describeJobs(jobs.map(([, one]) => one))}`);
    for (const [, { stop }] of jobs) stop.abort(new Abandoned());
  }

  function count(job: TakenJob): void {
    const own = stopWith(signal);
    const end = countJob(setup, job, own.signal, freeThread)
      .catch((error) => stop.abort(error))
      .finally(() => {
        held.delete(job);
        own.abort(); // removes its listener
        wake.abort();
      });
    const one = { stop: own, since: performance.now(), isCounting: true, end };
    held.set(job, one);
    function freeThread(): void {
      one.isCounting = false;
      wake.abort();
    }
  }

  /** Returns the number of jobs that the worker can take. */
  function countFree(): number {
    return Math.min(worker.threads - listCounting().length, 2 * worker.threads - held.size);
  }

  async function take(most: number): Promise<void> {
    const jobs = await takeJobs(database, worker, failing.paused, most);
    for (const job of jobs) count(job);
    idle = jobs.length > 0 ? MIN_IDLE : Math.min(1.5 * idle, MAX_IDLE);
  }

  while (!signal.aborted) {
    wake = stopWith(signal);
    try {
      if (performance.now() >= nextBeat) await beat();
      if (countFree() > 0) await take(countFree());
    } catch (error) {
      stop.abort(error);
    }
    const untilBeat = Math.max(nextBeat - performance.now(), 0);
    const pause = countFree() > 0 ? Math.min(idle, untilBeat) : untilBeat;
    await delay(pause, undefined, { signal: wake.signal }).catch(() => {});
    wake.abort();
  }
  await Promise.all(Array.from(held.values(), ({ end }) => end));
  process.off('exit', reportLost);
}

function describeJobs(jobs: readonly HeldJob[]): string {
  const seconds = sum(jobs.map(({ since }) => performance.now() - since)) / 1000;
  return `${plural(jobs.length, 'job')} after ${formatSeconds(seconds)} of thread time`;
}
