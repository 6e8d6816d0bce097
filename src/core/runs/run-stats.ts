/** The statistics of a run that all displays show, whether it is counted in this process or elsewhere. */
import type { Agreement } from '../board/known-counts.js';
import type { Progress } from './progress.js';

/**
 * State of a run. `idle`: the count runs in another process and has produced no result for a while. `conflict`: a
 * subproblem has two different counts, so there is no total.
 */
export type RunState = 'counting' | 'idle' | 'stopped' | 'finished' | 'failed' | 'conflict';

export interface RunStats extends Omit<Progress, 'seconds'> {
  readonly state: RunState;
  /** Seconds of counting in this process, by its monotonic clock. Undefined if another process counts. */
  readonly seconds?: number | undefined;
  /** Sum of the seconds of all finished subproblems. */
  readonly threadSeconds: number;
  /** The total of a finished run, in decimal. Absent for a part of a plan. */
  readonly count?: string | undefined;
  readonly agreement?: Agreement | undefined;
  /** Moment of the latest result, in milliseconds since 1970; undefined if there is none. */
  readonly latest?: number | undefined;
  /** The reason for a failure or a stop, or a problem with the file. */
  readonly problem?: string | undefined;
}
