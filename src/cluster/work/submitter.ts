import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../connection/database.js';
import { isRefusal } from '../connection/database-error.js';
import { type IndexedResult, insertResults } from '../tables/insertion.js';
import type { Registration } from '../tables/registration.js';
import { finishRun } from '../tables/results.js';
import type { ClusterRun } from '../tables/runs.js';
import type { ClusterJob } from './jobs.js';
import { finishJobs } from './queue.js';

/**
 * Maximum number of times that a stopping worker tries to submit results during an outage, and the milliseconds between
 * tries.
 */
const MAX_TRIES = 8;
const RETRY_INTERVAL = 500;

/**
 * Inserts results. With a job, they are the last ones of this job, which then leaves the queue. If a run now has no
 * jobs, finishes it, because its coordinator may have exited. Throws the errors of `insertResults` and `finishRun`.
 */
export type Submit = (run: ClusterRun, results: readonly IndexedResult[], job?: ClusterJob) => Promise<void>;

/** What a transaction inserts, and the jobs that then leave the queue. */
interface Batch {
  readonly run: ClusterRun;
  readonly results: IndexedResult[];
  readonly jobs: ClusterJob[];
  readonly end: Promise<void>;
}

/**
 * Creates a function that submits a worker's results, one transaction at a time, so the database's other connection is
 * always free for heartbeats. Jobs of one run that end during a transaction share the next one.
 *
 * @param signal aborted when the worker stops.
 */
export function createSubmitter(database: Database, worker: Registration, signal: AbortSignal): Submit {
  const waiting: Batch[] = [];
  let last: Promise<unknown> = Promise.resolve();

  function createBatch(run: ClusterRun): Batch {
    const end = last.then(() => {
      waiting.shift();
      return submitBatch(batch);
    });
    const batch: Batch = { run, results: [], jobs: [], end };
    waiting.push(batch);
    last = end.catch(() => {}); // the callers get the error
    return batch;
  }

  /** A worker that is told to stop during an outage retries a few times, because the results took time to count. */
  async function submitBatch({ run, results, jobs }: Batch): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await insertResults(database, run, worker, results);
        if (jobs.length > 0 && !(await finishJobs(database, run.id, jobs))) await finishRun(database, run);
        return;
      } catch (error) {
        if (!signal.aborted || isRefusal(error) || tries === MAX_TRIES) throw error;
        await delay(RETRY_INTERVAL);
      }
    }
  }

  return (run, results, job) => {
    const known = waiting.find((other) => other.run.id === run.id && other.run.plan === run.plan);
    const batch = known ?? createBatch(run);
    for (const result of results) batch.results.push(result);
    if (job) batch.jobs.push(job);
    return batch.end;
  };
}
