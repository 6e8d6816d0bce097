/**
 * The messages about a run to those who watch it: the same wherever it is counted, in this browser, on the server, in a
 * process that writes a checkpoint, or in a cluster. Small JSON values, of bounded size however large the run.
 */
import type { Agreement } from '../board/known-counts.js';
import type { Algorithm } from '../plan/subproblem.js';
import type { Progress } from '../text/progress-line.js';

/** The largest board that the page counts, in the browser or on its server: it takes half a minute on two cores. */
export const LARGEST_ON_PAGE = 20;

/**
 * State of a run. `idle`: it is counted elsewhere if at all, and nothing was finished for a while. `conflict`: a
 * subproblem has two different counts, so there is no total. All but `idle` are the states of a cluster's run.
 */
export type RunState = 'counting' | 'idle' | 'stopped' | 'finished' | 'failed' | 'conflict';

/**
 * Meaning of a run's seconds: `run` for wall clock, stops left out where they are known; `threads` for the time that all
 * threads together spent on what is finished, where only a ledger file is known, which has no other times.
 */
export type RunClock = 'run' | 'threads';

/** Facts that do not change while a run is followed. */
export interface RunHeader {
  /** Subproblems that a tile of the map stands for; the last one may stand for fewer. */
  readonly perTile: number;
  /** Part of the plan, like `3/16`; absent for a whole count. */
  readonly part?: string;
  readonly clock: RunClock;
}

/** Figures of a run. Its seconds are by the header's clock. */
export interface RunFigures extends Progress {
  readonly state: RunState;
  /** Seconds that all threads together spent on what is finished. */
  readonly threadSeconds: number;
  /** Sum of the work counters of the finished subproblems. */
  readonly work: number;
  /** All solutions, as a decimal number, when the run is finished; absent for a part of a plan. */
  readonly count?: string;
  readonly agreement?: Agreement;
  /** Why it failed or stopped, or what is wrong with its file. */
  readonly problem?: string;
}

/** A worker and its subproblem, if any. */
export interface WorkerFigures {
  readonly name: string;
  readonly subproblem?: string;
  /** The tile of the map that this is in. */
  readonly tile?: number;
  /** Shown if the current subproblem is unknown. */
  readonly note?: string;
  /** Milliseconds since it began its subproblem, or since it is gone. */
  readonly milliseconds: number;
  /** Subproblems it has finished. */
  readonly finished: number;
}

/** How fast a run was over time. The work of a subproblem is spread over the time that it took. */
export interface RateHistory {
  /** Seconds between two points, by the header's clock; the first point stands for the first of these intervals. */
  readonly interval: number;
  /** Work in a second, for each interval; at most 240 of them. */
  readonly rates: readonly number[];
}

/** All changes since another update; with a header, everything from the beginning. */
export interface RunUpdate {
  /** Names the moment: the next update is asked for by it. */
  readonly version: string;
  readonly header?: RunHeader;
  /** Tiles of the map, in threes: index, subproblems finished, milliseconds they took together. */
  readonly tiles: readonly number[];
  readonly figures: RunFigures;
  readonly workers: readonly WorkerFigures[];
  /** The whole history, if it has changed: at most once a second. */
  readonly history?: RateHistory;
}

/** A run in a list of them. */
export interface RunSummary {
  /** Where it comes from, and its name there: together they name it. */
  readonly source: string;
  readonly name: string;
  readonly n: number;
  readonly algorithm: Algorithm;
  readonly subproblems: number;
  readonly part?: string;
  /** Finished subproblems. */
  readonly finished: number;
  /** Fraction of the estimated work; absent where only a followed run has it. */
  readonly fraction?: number;
  readonly state: RunState;
  /** When something was finished last, or the run began, in milliseconds since 1970. */
  readonly changed?: number;
}
