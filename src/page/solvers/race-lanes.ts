/** The lanes of the race: the textbook solvers, from the slowest to the fastest, and this program's own kernel. */
import { MIN_MEET_N } from '../../core/plan/meet-plan.js';
import { type SolverName, solverNames } from '../../core/textbook/solver-names.js';
import { solvers } from '../../core/textbook/solvers.js';
import type { SearchTally } from '../../core/textbook/timing.js';

export type LaneName = SolverName | 'meet';

/** The names of the lanes, in the order of docs/solvers.md. */
export const laneNames: readonly LaneName[] = [...solverNames, 'meet'];

/** The smallest and the largest board of the race. */
export const [MIN_N, MAX_N] = [4, 10];

/**
 * Maximum number of boards that a lane tests: ten minutes at 33 million boards a second (2026-11-26). A longer search
 * is only forecast. A limit in seconds would depend on the computer's other work.
 */
export const MAX_BOARDS = 2e10;

/** The work of a lane so far. */
export interface LaneStats extends SearchTally {
  /** Time of the search in its worker, or its forecast. */
  readonly seconds: number;
}

/** The statistics of a lane that has not started. */
export const NOTHING_DONE: LaneStats = { solutions: 0, nodes: 0, tests: 0, seconds: 0 };

/** A worker's report on its lane. `too long` is a forecast instead of a search. */
export interface LaneReport extends LaneStats {
  readonly state: 'running' | 'finished' | 'too long';
}

/** The idea that each lane adds to those above it. */
export const LANE_FACTS: Readonly<Record<LaneName, (n: number) => string>> = {
  combinations: (n) => `any ${n} of the ${n * n} squares`,
  'columns-product': () => 'one queen in each row',
  permutations: () => '… and one in each column',
  'full-board': () => 'turns back at the first clash',
  'column-array': () => 'a number for each row, no board',
  iterative: () => 'the same, without recursion',
  'diagonal-flags': () => 'a flag for each line of the board',
  'bit-flags': () => 'the flags as bits of numbers',
  bitmask: () => 'all free squares of a row at once',
  meet: () => 'this program: joins two halves',
};

/** Returns whether a lane can search the board. The halves of `meet` need five rows. */
export function canRun(name: LaneName, n: number): boolean {
  return name !== 'meet' || n >= MIN_MEET_N;
}

/** Returns the number of boards that a lane tests, or undefined if it turns back or joins halves. */
export function countBoardsToTest(name: LaneName, n: number): number | undefined {
  if (name === 'meet' || solvers[name].visits === 'queen') return undefined;
  return Number(solvers[name].space.size(n));
}
