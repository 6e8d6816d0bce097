import { columnsOf, freeColumns, masksOf } from '../board/masks.js';
import { UsageError } from '../usage-error.js';
import { dearest, makePlan, type Plan } from './plan.js';
import type { BitmaskSubproblem } from './subproblem.js';
import { estimatePlacements } from './tree-size.js';

/** With fewer subproblems a thread, the last ones to finish leave the other threads idle for too long. */
const SUBPROBLEMS_PER_THREAD = 16;

/** The dearest subproblem must be at most this part of what one thread has to do. */
const LARGEST_PART_OF_A_THREAD = 1 / 4;

/** A deeper plan than this would be longer to make and to store than it is worth. */
const MOST_SUBPROBLEMS = 2_000_000;

/**
 * Walks down the tree to estimate the costs of a whole plan, for each cell of the board, and the least for one
 * subproblem. So many estimate the whole within 2 % (n = 8 to 19, against A319283), in 1 to 5 ms.
 */
const PROBES_PER_CELL = 16;
const LEAST_PROBES = 4;

/**
 * Plans a count by backtracking: a subproblem for each way to fill the first `depth` rows, with mirror symmetry.
 *
 * Reflection in the vertical axis maps column c to n - 1 - c. So of the first row only the left half is searched, and
 * each solution found there stands for two. For odd n the middle column is its own mirror image: with the first queen
 * there, the second row's is kept to the left half instead, and weighs 2 as well. (It is never in the middle too: the
 * two would attack each other.) Only where there is no second row to halve does the middle column weigh 1.
 *
 * @param n board size, from 0 to 32.
 * @param depth rows to fill, from 0 (one subproblem: the whole board); more than n is taken as n.
 * @throws UsageError if the plan, or one of less depth, would have more than 2,000,000 subproblems.
 */
export function planBitmask(n: number, depth: number): Plan<BitmaskSubproblem> {
  const prefixes = prefixesOf(n, Math.min(depth, n));
  const probes = Math.max(LEAST_PROBES, Math.ceil((PROBES_PER_CELL * n * n) / prefixes.length));
  const subproblems = prefixes.map(
    (prefix): BitmaskSubproblem => ({
      algorithm: 'bitmask',
      id: prefix.length > 0 ? prefix.join('.') : 'board',
      n,
      weight: weightOf(n, prefix),
      cost: estimatePlacements(n, prefix, probes),
      prefix,
    }),
  );
  return makePlan({ n, algorithm: 'bitmask', options: { depth } }, subproblems);
}

/** The plan of depth 2, or of as many more rows as it takes to keep `threads` threads busy to the end. */
export function planBitmaskForThreads(n: number, threads: number): Plan<BitmaskSubproblem> {
  let depth = 2;
  let plan = planBitmask(n, depth);
  while (depth < n && !keepsBusy(plan, threads)) plan = planBitmask(n, ++depth);
  return plan;
}

function keepsBusy(plan: Plan, threads: number): boolean {
  const aThreadsWork = plan.cost / threads;
  return (
    plan.subproblems.length >= SUBPROBLEMS_PER_THREAD * threads &&
    dearest(plan) <= LARGEST_PART_OF_A_THREAD * aThreadsWork
  );
}

/** Every way to fill the first `rows` rows, one of each mirrored pair, in lexicographic order: row by row. */
function prefixesOf(n: number, rows: number): number[][] {
  let prefixes: number[][] = [[]];
  for (let row = 0; row < rows; row++) {
    const longer: number[][] = [];
    for (const prefix of prefixes) {
      for (const column of columnsOf(freeColumns(n, masksOf(prefix)))) {
        if (isKeptByMirror(n, prefix, column)) longer.push([...prefix, column]);
      }
      if (longer.length > MOST_SUBPROBLEMS) {
        throw new UsageError(
          `${row + 1} rows make more than ${MOST_SUBPROBLEMS} subproblems for n = ${n}; take a smaller depth`,
        );
      }
    }
    prefixes = longer;
  }
  return prefixes;
}

/** Whether the mirror symmetry keeps a queen on `column` in the row after `prefix`. */
function isKeptByMirror(n: number, prefix: readonly number[], column: number): boolean {
  const isUndecided = prefix.every((earlier) => isMiddle(n, earlier));
  return !isUndecided || column < n / 2;
}

/** 1 if the prefix is its own mirror image, else 2. */
function weightOf(n: number, prefix: readonly number[]): number {
  return prefix.every((column) => isMiddle(n, column)) ? 1 : 2;
}

function isMiddle(n: number, column: number): boolean {
  return 2 * column === n - 1;
}
