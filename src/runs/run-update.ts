/**
 * What is known of a run, in the words in which it travels to those who watch it: the same wherever it is counted, in
 * this browser, on the server, in a process that writes a checkpoint, or in a cluster. Small JSON values, of bounded
 * size however large the run.
 */
import type { Agreement } from '../board/known-counts.js';
import type { Algorithm, Subproblem } from '../plan/subproblem.js';

/**
 * The state of a run. `idle`: it is counted elsewhere if at all, and nothing was finished for a while. `conflict`: a
 * subproblem has two different counts, so there is no total. All but `idle` are the states of a cluster's run.
 */
export type RunState = 'counting' | 'idle' | 'stopped' | 'finished' | 'failed' | 'conflict';

/**
 * What the seconds of a run are: `run` for wall clock, stops left out where they are known; `threads` for the time that
 * all threads together spent on what is finished, where only a ledger file is known, which has no other times.
 */
export type RunClock = 'run' | 'threads';

/** What does not change while a run is followed. */
export interface RunHeader {
  readonly n: number;
  readonly algorithm: Algorithm;
  readonly subproblems: number;
  /** How many subproblems a cell of the map stands for; the last one may stand for fewer. */
  readonly perCell: number;
  /** Part of the plan, like `3/16`; absent for a whole count. */
  readonly part?: string;
  readonly clock: RunClock;
}

/** How far it is. */
export interface RunFigures {
  readonly state: RunState;
  /** Subproblems finished. */
  readonly finished: number;
  /** Part of the estimated work that is done, from 0 to 1. What a worker is counting counts by the time it has taken. */
  readonly part: number;
  /** How long it was counted, by the header's clock. */
  readonly seconds: number;
  /** Seconds that all threads together spent on what is finished. */
  readonly threadSeconds: number;
  /** Sum of the work counters of what is finished. */
  readonly work: number;
  /**
   * Work in a second of wall clock: at present while it is counted, else over the whole time. Absent where that is not
   * known: before the first subproblem ends, and of a file that nobody writes to (work / threadSeconds is a thread's).
   */
  readonly rate?: number;
  /** Threads that count: at present while it is counted, else on average. Absent where that is not known. */
  readonly busy?: number;
  /** Estimated seconds of wall clock to the end. */
  readonly secondsLeft?: number;
  /** Times that a subproblem was counted with two different results. Must be 0. */
  readonly conflicts: number;
  /** All solutions, as a decimal number, when the run is finished; absent for a part of a plan. */
  readonly count?: string;
  readonly agreement?: Agreement;
  /** Why it failed or stopped, or what is wrong with its file. */
  readonly problem?: string;
}

/** A worker and what it is counting, if anything. */
export interface WorkerFigures {
  readonly name: string;
  readonly subproblem?: string;
  /** The cell of the map that this is in. */
  readonly cell?: number;
  /** What else is known of it, where it is not known what it counts. */
  readonly note?: string;
  /** Milliseconds since it began what it counts, or since it is gone. */
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

/** What has changed since another update; with a header, everything from the beginning. */
export interface RunUpdate {
  /** Names the moment: the next update is asked for by it. */
  readonly version: string;
  readonly header?: RunHeader;
  /** Cells of the map, in threes: index, subproblems finished, milliseconds they took together. */
  readonly cells: readonly number[];
  readonly figures: RunFigures;
  readonly workers: readonly WorkerFigures[];
  /** The whole history, if it has changed: at most once a second. */
  readonly history?: RateHistory;
}

/** A subproblem of a cell of the map. */
export interface CellSubproblem {
  readonly subproblem: Subproblem;
  /** Column of the queen in each row, from the top; null in rows that the subproblem leaves open. */
  readonly queens: readonly (number | null)[];
  /** What a finished one took and gave: milliseconds, solutions before its weight, work counter. */
  readonly milliseconds?: number;
  readonly count?: number;
  readonly work?: number;
  /** The worker that counted it, or is counting it, where that is known. */
  readonly worker?: string;
}

/** What a cell of the map stands for. */
export interface CellFacts {
  readonly cell: number;
  /** Subproblems in the cell. */
  readonly size: number;
  /** The first of them in the plan's order, at most 12. */
  readonly subproblems: readonly CellSubproblem[];
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
  /** Subproblems finished, as far as the list is told; absent where finding out would take too long. */
  readonly finished?: number;
  /** Absent where it is not known without reading the whole run. */
  readonly state?: RunState;
}
