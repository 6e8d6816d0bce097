/** What four ways to count n queens cost, in steps: counted by doing it. */
import { countBitmaskReadably } from '../../../workers/bitmask-readable.js';
import { planBitmask } from '../../plan/bitmask-plan.js';
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
