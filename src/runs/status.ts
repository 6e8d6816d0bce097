/** The status of results: how much is done, when it ends, and what goes on. The same for files and runs of a cluster. */
import type { Agreement } from '../board/known-counts.js';
import type { PlanHeader } from '../ledger/results.js';
import type { RunState } from './run-update.js';

/** The status of the results in a source. */
export interface Status extends PlanHeader {
  /** The source as on the command line: `16.ledger` or `run:16-meet`. */
  readonly source: string;
  readonly state: RunState;
  /** The reason for the state, or a problem with the file. */
  readonly problem?: string | undefined;
  /** The total, as a decimal string. */
  readonly count?: string | undefined;
  readonly agreement?: Agreement | undefined;
  /** Number of finished subproblems, of the part if there is one; and the finished fraction of the estimated work. */
  readonly finished: number;
  readonly fraction: number;
  /** Whether the fraction and the seconds left are only bounds, as in `Progress`. */
  readonly isBehind: boolean;
  /** Number of threads that count now; of a file, an estimate. */
  readonly threads: number;
  /** Work of all threads per second, and seconds until the end; undefined if nobody counts, or nothing is finished yet. */
  readonly workPerSecond?: number | undefined;
  readonly secondsLeft?: number | undefined;
  /** Sum of the times of all results, in seconds. */
  readonly threadSeconds: number;
  /** Moment of the latest result, in milliseconds since 1970; undefined if there is none. */
  readonly latest?: number | undefined;
  /** The command that goes on with the count. */
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
  /** Reason why the worker last gave a job back; null if it has given none back. */
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
