/** The lanes of the race: the textbook solvers, from the slowest to the fastest. */
import type { SolverName } from '../../core/textbook/solver-names.js';
import { solvers } from '../../core/textbook/solvers.js';
import type { SearchTally } from '../../core/textbook/timing.js';

/** The smallest and the largest board of the race. */
export const [MIN_RACE, MAX_RACE] = [4, 10];

/**
 * Maximum number of boards that a lane tests: ten minutes' work at 33 million boards a second (2026-11-26). A longer
 * search is only forecast. A limit in seconds would depend on what else the computer does.
 */
export const MAX_BOARDS = 2e10;

/** A lane of a race: its state, and its work so far. */
export interface Lane extends SearchTally {
  /** `too long`: the lane shows a forecast instead of a search. */
  readonly state: 'waiting' | 'running' | 'finished' | 'too long' | 'stopped' | 'failed';
  /** Time of the search in its worker, or a forecast of this time. */
  readonly seconds: number;
  /** Whether other programs took processor time from the worker, so the time is too long. */
  readonly isBusy?: boolean;
  readonly message?: string;
}

/** A lane that has not started. */
export const WAITING: Lane = { state: 'waiting', solutions: 0, nodes: 0, tests: 0, seconds: 0 };

/** Each solver's idea, and how the solver differs from the one above it. */
export const LANE_FACTS: Readonly<Record<SolverName, readonly [idea: string, describe: (n: number) => string]>> = {
  combinations: ['all squares', (n) => `any ${n} of the ${n * n} squares`],
  'columns-product': ['rows', () => 'one queen in each row'],
  permutations: ['columns', () => '… and one in each column'],
  'full-board': ['turn back', () => 'turns back at the first clash'],
  'column-array': ['turn back', () => 'a number for each row'],
  iterative: ['turn back', () => 'a loop, without slow recursion'],
  'diagonal-flags': ['remember', () => 'a flag for each line'],
  'bit-flags': ['remember', () => 'the flags as bits of numbers'],
  bitmask: ['bits', () => 'one test checks a whole row'],
};

/** Returns the number of boards that a lane tests; undefined if it turns back. */
export function countBoardsToTest(name: SolverName, n: number): number | undefined {
  return solvers[name].visits === 'board' ? Number(solvers[name].space.size(n)) : undefined;
}

/** Returns the fraction of a lane's boards that it has tested; 1 if the lane has not begun or turns back. */
export function findFraction(name: SolverName, n: number, { nodes }: Lane): number {
  return nodes / (countBoardsToTest(name, n) ?? nodes) || 1;
}

/** Estimates the seconds left; undefined in the first second, when the speed is too uncertain. */
export function estimateRemaining(fraction: number, seconds: number): number | undefined {
  return fraction > 0 && seconds >= 1 ? (1 / fraction - 1) * seconds : undefined;
}
