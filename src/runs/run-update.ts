/**
 * The updates about a run for those who watch it. They are the same for runs in this browser, on the server, in another
 * process with a checkpoint, and in a cluster. They are JSON values of bounded size.
 */
import type { Agreement } from '../board/known-counts.js';
import type { Algorithm } from '../plan/subproblem.js';
import type { Progress } from '../text/progress-line.js';

/** The largest board that the page counts, in the browser or on its server. It takes half a minute on two cores. */
export const LARGEST_ON_PAGE = 20;

/**
 * State of a run. `idle`: it belongs to another process, and nothing was finished for a while. `conflict`: a subproblem has
 * two different counts, so there is no total. A cluster's run has all states but `idle`.
 */
export type RunState = 'counting' | 'idle' | 'stopped' | 'finished' | 'failed' | 'conflict';

/**
 * Meaning of a run's seconds. `run`: wall-clock time without known stops. `threads`: the sum of the times of all finished
 * subproblems, because a ledger file has no other times.
 */
export type RunClock = 'run' | 'threads';

/** The constant facts about a run. */
export interface RunHeader {
  /** Number of subproblems in a tile of the map; the last tile may have fewer. */
  readonly perTile: number;
  /** Part of the plan, like `3/16`; absent for a whole count. */
  readonly part?: string;
  readonly clock: RunClock;
}

/** Figures of a run. Seconds are by the header's clock. */
export interface RunFigures extends Progress {
  readonly state: RunState;
  /** Sum of the seconds of all finished subproblems. */
  readonly threadSeconds: number;
  /** Sum of the work counters of the finished subproblems. */
  readonly work: number;
  /** The total as a decimal number, when the run is finished; absent for a part of a plan. */
  readonly count?: string;
  readonly agreement?: Agreement;
  /** The reason of a failure or a stop, or a problem with the file. */
  readonly problem?: string;
}

/** A worker and its current subproblem, if any. */
export interface WorkerFigures {
  readonly name: string;
  readonly subproblem?: string;
  /** The tile of the subproblem. */
  readonly tile?: number;
  /** Shown if the current subproblem is unknown. */
  readonly note?: string;
  /** Milliseconds since the worker began its subproblem, or since it has gone. */
  readonly milliseconds: number;
  /** Number of subproblems that it has finished. */
  readonly finished: number;
}

/** The rate of a run over time. The work of a subproblem is spread over its time. */
export interface RateHistory {
  /** Seconds between two points, by the header's clock. The first point stands for the first interval. */
  readonly interval: number;
  /** Work a second in each interval; at most 240 intervals. */
  readonly rates: readonly number[];
}

/** All changes since another update. With a header it has everything from the beginning. */
export interface RunUpdate {
  /** Identifies this update: the request for the next one has it. */
  readonly version: string;
  readonly header?: RunHeader;
  /** Tiles of the map, three numbers each: index, finished subproblems, sum of their milliseconds. */
  readonly tiles: readonly number[];
  readonly figures: RunFigures;
  readonly workers: readonly WorkerFigures[];
  /** The whole history, if it has changed: at most once a second. */
  readonly history?: RateHistory;
}

/** A run in a list of them. */
export interface RunSummary {
  /** The source and the name identify a run. */
  readonly source: string;
  readonly name: string;
  readonly n: number;
  readonly algorithm: Algorithm;
  readonly subproblems: number;
  readonly part?: string;
  /** Finished subproblems. */
  readonly finished: number;
  /** Finished fraction of the estimated work. Some sources know it only for a followed run. */
  readonly fraction?: number;
  readonly state: RunState;
  /** Time of the last result, or of the start, in milliseconds since 1970. */
  readonly changed?: number;
}
