/**
 * The status of a source of results: the progress, the time left, and the command that resumes the count. The types
 * are the same for ledger files and for runs of a cluster.
 */
import type { PlanHeader } from '../results/results.js';
import type { RunStats } from './progress.js';

/** The status of a source's results. For a file, the number of threads is an estimate. */
export interface Status extends PlanHeader, RunStats {
  /** The source as on the command line, such as `16.ledger` or `run:16-meet`. */
  readonly source: string;
  readonly command: string;
  readonly workers?: readonly WorkerStatus[];
  readonly conflict?: Conflict | null;
  readonly operation?: Operation;
}

/** How a cluster counts a run: who counts what, what waits, and what was lost. */
export interface Operation {
  /** The jobs that the run's threads are counting, the longest first. */
  readonly jobs: readonly JobStatus[];
  readonly waitingJobs: number;
  /** Jobs of workers that have been silent, but whose leases have not run out, so no other worker has them yet. */
  readonly silentJobs: number;
  /** Name of the run whose jobs go first; null if this run does not wait. */
  readonly waitsFor: string | null;
  /** Threads of running workers with the run's kernels that count nothing, for this run or another. */
  readonly idleThreads: number;
  /** Results whose end was in the last 24 hours, and their fraction of the run's estimated work. */
  readonly lastDay: { readonly finished: number; readonly fraction: number };
  /** Thread time that stops, deaths, failures and double counts have cost. */
  readonly lostSeconds: number;
  /** Number of results that a second worker submitted. */
  readonly countedTwice: number;
  /** Seconds since a coordinator last checked the queue; null if none has. */
  readonly secondsSinceCoordinator: number | null;
  /** Size of the tables of all runs, with their indexes. */
  readonly tableBytes: number;
}

/** A job that a thread is counting. */
export interface JobStatus {
  readonly worker: string;
  /** Index of its first subproblem in the plan, and their number. */
  readonly index: number;
  readonly subproblems: number;
  /** Seconds since the worker took the job, and the seconds that the job should take in all. */
  readonly seconds: number;
  readonly expectedSeconds: number;
}

/** A worker of a cluster, with the number of its results for a run. */
export interface WorkerStatus {
  readonly name: string;
  readonly threads: number;
  /** Memory limit of each thread, in bytes. */
  readonly memory: number;
  readonly kernels: string;
  readonly isRunning: boolean;
  readonly secondsSinceSeen: number;
  readonly finished: number;
  /** The reason why the worker last returned a job to the queue; null if it has never returned one. */
  readonly lastFailure: string | null;
}

/** Two different counts of one subproblem, as decimal strings, and the names of the workers that counted them. */
export interface Conflict {
  readonly subproblem: string;
  readonly index: number;
  readonly count: string;
  readonly worker: string;
  readonly secondCount: string;
  readonly secondWorker: string;
}

/** Returns whether the source is a file with damaged or wrong lines. If so, `problem` explains how to resume. */
export function isDamaged({ problem, workers }: Status): boolean {
  return problem !== undefined && workers === undefined;
}
