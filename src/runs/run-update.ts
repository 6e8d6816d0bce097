/**
 * Updates about a run for its watchers. They have the same form for runs in this browser and in another process with a
 * checkpoint. An update is a JSON value of limited size.
 */
import type { Agreement } from '../board/known-counts.js';
import type { Progress } from './progress.js';

/** The largest board that the page counts. It takes less than a minute on two cores. */
export const LARGEST_ON_PAGE = 20;

/**
 * State of a run. `idle`: a run of another process has had no result for a while. `conflict`: a subproblem has two different
 * counts, so there is no total.
 */
export type RunState = 'counting' | 'idle' | 'stopped' | 'finished' | 'failed' | 'conflict';

/** The properties of a run that never change. */
export interface RunHeader {
  /** Number of subproblems in a tile of the map. The last tile may have fewer. */
  readonly perTile: number;
  /** Part of the plan, such as `3/16`. Absent if the whole plan is counted. */
  readonly part?: string;
  /** The command that continues the run of a ledger file. */
  readonly command?: string;
}

/** The current figures of a run. Seconds are wall-clock time without known pauses. */
export interface RunFigures extends Progress {
  readonly state: RunState;
  /** Sum of the seconds of all finished subproblems. */
  readonly threadSeconds: number;
  /** Sum of the work counters of the finished subproblems. */
  readonly work: number;
  /** The total of a finished run, as a decimal number. Absent for a part of a plan. */
  readonly count?: string | undefined;
  readonly agreement?: Agreement | undefined;
  /** Moment of the latest result of a run in another process, in milliseconds since 1970. */
  readonly latest?: number | undefined;
  /** The reason for a failure or a stop, or a problem with the file. */
  readonly problem?: string | undefined;
}

/** A tile of the map: the number of its finished subproblems, and the sum of their times. */
export type TileFigures = readonly [finished: number, milliseconds: number];

/** The whole state of a run. Its size does not grow with the run. */
export interface RunUpdate {
  readonly header: RunHeader;
  readonly tiles: readonly TileFigures[];
  readonly figures: RunFigures;
  /** The threads that are counting, each with the tile of its subproblem. */
  readonly workers: readonly { readonly name: string; readonly tile: number }[];
}
