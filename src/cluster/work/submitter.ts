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

/** Results to insert. With a job, they are the last ones of this job, which then leaves the queue. */
interface Submission {
  readonly run: ClusterRun;
  readonly results: readonly IndexedResult[];
  readonly job: ClusterJob | undefined;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Submits a worker's results, one transaction at a time, so the database's other connection is always free for
 * heartbeats. Jobs of one run that end during a transaction share the next one.
 */
export class Submitter {
  readonly #database: Database;
  readonly #worker: Registration;
  readonly #signal: AbortSignal;
  readonly #waiting: Submission[] = [];
  #isBusy = false;

  /** @param signal aborted when the worker stops. */
  constructor(database: Database, worker: Registration, signal: AbortSignal) {
    this.#database = database;
    this.#worker = worker;
    this.#signal = signal;
  }

  /**
   * Inserts results. If a run now has no jobs, finishes it, because its coordinator may have exited.
   *
   * @throws the errors of `insertResults` and `finishRun`.
   */
  submit(run: ClusterRun, results: readonly IndexedResult[], job?: ClusterJob): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ run, results, job, resolve, reject });
      if (!this.#isBusy) this.#submitAll();
    });
  }

  async #submitAll(): Promise<void> {
    this.#isBusy = true;
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      const { run } = next;
      const batch = this.#waiting.filter((other) => other.run.id === run.id && other.run.plan === run.plan);
      this.#waiting.splice(0, this.#waiting.length, ...this.#waiting.filter((other) => !batch.includes(other)));
      try {
        await this.#submitBatch(run, batch);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isBusy = false;
  }

  /** A worker that is told to stop during an outage retries a few times, because the results took time to count. */
  async #submitBatch(run: ClusterRun, batch: readonly Submission[]): Promise<void> {
    const results = batch.flatMap((submission) => submission.results);
    const jobs = batch.flatMap(({ job }) => job ?? []);
    for (let tries = 1; ; tries++) {
      try {
        await insertResults(this.#database, run, this.#worker, results);
        if (jobs.length > 0 && !(await finishJobs(this.#database, run.id, jobs))) await finishRun(this.#database, run);
        return;
      } catch (error) {
        if (!this.#signal.aborted || isRefusal(error) || tries === MAX_TRIES) throw error;
        await delay(RETRY_INTERVAL);
      }
    }
  }
}
