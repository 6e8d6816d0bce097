/** The work that ways to count, and parts of a plan, take: measured in steps, by doing it. */
import { countBitmaskReadably } from '../../../workers/bitmask-readable.js';
import { planBitmask } from '../../plan/bitmask-plan.js';
import { mostExpensiveFirst, type Plan } from '../../plan/plan.js';
import type { BitmaskSubproblem } from '../../plan/subproblem.js';
import { newSearch } from '../../textbook/search.js';
import { solvers } from '../../textbook/solvers.js';
import { cutBoard } from './half-boards.js';

/** A way to count, and what it takes. */
export interface Way {
  readonly name: string;
  /** What a step of it is. */
  readonly unit: string;
  readonly steps: number;
}

/** Keys that one vector instruction compares with a query. */
export const KEYS_AT_ONCE = 128;

/** The ways for one n, from the slowest idea to the fastest. */
export function waysToCount(n: number): readonly Way[] {
  const search = newSearch();
  for (const _ of solvers['column-array'].solve(n, search)) {
    // only its counters are wanted
  }
  let placed = 0;
  for (const subproblem of planBitmask(n, 1).subproblems) {
    placed += subproblem.prefix.length + countBitmaskReadably(subproblem).work;
  }

  const { sets } = cutBoard(n, Math.floor(n / 2));
  let halves = 0;
  let pairs = 0;
  let vectors = 0;
  for (const { above, below } of sets) {
    halves += above.length + below.length;
    pairs += above.length * below.length;
    vectors += above.length * Math.ceil(below.length / KEYS_AT_ONCE);
  }
  return [
    { name: 'Backtracking', unit: 'queens placed', steps: search.nodes },
    { name: 'Bit masks, half of the first row', unit: 'queens placed', steps: placed },
    { name: 'Two halves, pair by pair', unit: 'half placements and pairs', steps: halves + pairs },
    { name: 'Two halves, 128 at once', unit: 'half placements and rows of up to 128 pairs', steps: halves + vectors },
  ];
}

/** A subproblem on a thread. Time goes by queens placed. */
export interface Task {
  readonly subproblem: BitmaskSubproblem;
  readonly thread: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Which thread counts what, and when: as in a run, the subproblem with the largest estimate goes first, and a thread
 * that is free takes the next one.
 */
export function schedule(plan: Plan<BitmaskSubproblem>, threads: number): readonly Task[] {
  const freeAt = Array<number>(threads).fill(0);
  return Array.from(mostExpensiveFirst(plan.subproblems), (subproblem) => {
    const start = Math.min(...freeAt);
    const thread = freeAt.indexOf(start);
    const end = start + countBitmaskReadably(subproblem).work;
    freeAt[thread] = end;
    return { subproblem, thread, start, end };
  });
}
