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
