/**
 * What a run tells those who watch it, in the same words wherever it counts: in this browser, on the server, in a
 * process that writes a checkpoint. Small JSON values, of bounded size however large the run.
 */
import type { Agreement } from '../board/known-counts.js';
import type { Algorithm } from '../plan/subproblem.js';

/** `idle`: somebody may be counting elsewhere, but nothing has been finished for a while. */
export type RunState = 'counting' | 'idle' | 'stopped' | 'finished' | 'failed';

/** What does not change while a run is followed. */
export interface RunHeader {
  readonly n: number;
  readonly algorithm: Algorithm;
  readonly subproblems: number;
  /** How many subproblems a cell of the map stands for; the last one may stand for fewer. */
  readonly perCell: number;
  /** Part of the plan, like `3/16`; absent for a whole count. */
  readonly part?: string;
}

/** How far it is. */
export interface RunFigures {
  readonly state: RunState;
  /** Subproblems finished. */
  readonly finished: number;
  /** Part of the estimated work that is done, from 0 to 1. */
  readonly part: number;
  /** Seconds since it began, or since it is followed. */
  readonly seconds: number;
  /** Estimated seconds to the end. */
  readonly secondsLeft?: number;
  /** Work counters of all that was finished in these seconds. */
  readonly work: number;
  /** Workers that were busy in these seconds, on average. */
  readonly busy: number;
  /** Times that a subproblem was counted with two different results. Must be 0. */
  readonly conflicts: number;
  /** All solutions, as a decimal number, when the run is finished; undefined for a part of a plan. */
  readonly count?: string;
  readonly agreement?: Agreement;
  /** Why it failed, or what is wrong with its file. */
  readonly problem?: string;
}

/** A worker and what it is counting, if anything. */
export interface WorkerFigures {
  readonly name: string;
  readonly subproblem?: string;
  /** The cell of the map that this is in. */
  readonly cell?: number;
  /** What else there is to say of it, where it is not known what it counts. */
  readonly note?: string;
  /** Milliseconds since it began what it counts, or since it is gone. */
  readonly milliseconds: number;
  /** Subproblems it has finished. */
  readonly finished: number;
}

/** What has changed since another update; with a header, everything from the beginning. */
export interface RunUpdate {
  /** Names the moment: what to ask the next update for. */
  readonly version: string;
  readonly header?: RunHeader;
  /** Cells of the map, in threes: index, subproblems finished, milliseconds they took together. */
  readonly cells: readonly number[];
  readonly figures: RunFigures;
  readonly workers: readonly WorkerFigures[];
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
  /** Subproblems finished, as far as a look at the list tells; undefined where that would take too long. */
  readonly finished?: number;
  /** Undefined where it is not known without reading the run as a whole. */
  readonly state?: RunState;
}
