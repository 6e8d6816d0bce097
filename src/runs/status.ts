/**
 * The status of results: how much is done, when it ends, and how to resume it. The same for files and runs of a
 * cluster.
 */
import type { PlanHeader } from '../ledger/results.js';
import type { RunFigures } from './figures.js';

/** The status of the results in a source. The threads of a file are an estimate. */
export interface Status extends PlanHeader, RunFigures {
  /** The source as on the command line: `16.ledger` or `run:16-meet`. */
  readonly source: string;
  /** The command that resumes the count. */
  readonly command: string;
  /** Only of a run: its workers, and its conflict. */
  readonly workers?: readonly WorkerStatus[];
  readonly conflict?: Conflict | null;
}

/** A worker of a cluster, and the number of its results for a run. */
export interface WorkerStatus {
  readonly name: string;
  readonly threads: number;
  /** Memory limit of each thread, in bytes. */
  readonly memory: number;
  readonly kernels: string;
  /** Whether the worker is running now. */
  readonly isHere: boolean;
  readonly secondsSinceSeen: number;
  readonly finished: number;
  /** Reason why the worker last returned a job to the queue; null if it has returned none. */
  readonly refusal: string | null;
}

/** Two different counts of one subproblem, as decimal strings, and the names of the workers that counted them. */
export interface Conflict {
  readonly subproblem: string;
  readonly place: number;
  readonly count: string;
  readonly worker: string;
  readonly secondCount: string;
  readonly secondWorker: string;
}

/** Returns whether the source is a file with damaged or wrong lines. Its problem then says how to resume the count. */
export function isDamaged({ problem, workers }: Status): boolean {
  return problem !== undefined && workers === undefined;
}
