import { columnsOf, freeColumns, masksOf } from '../board/masks.js';
import { UsageError } from '../errors/errors.js';
import { formatCount } from '../text/numbers.js';
import { largestCost, MOST_SUBPROBLEMS, makePlan, type Plan } from './plan.js';
import type { BitmaskSubproblem, Subproblem } from './subproblem.js';
import { estimatePlacements } from './tree-size.js';

/** With fewer subproblems for each thread, too many threads are idle at the end. */
const SUBPROBLEMS_PER_THREAD = 16;

/** The most expensive subproblem must take at most this fraction of a thread's work. */
const LARGEST_FRACTION_OF_A_THREAD = 1 / 4;

/** Queens that one thread of the reference machine places in a millisecond. */
export const PLACED_IN_A_MILLISECOND = 200_000;

/** Random walks that estimate the costs of a whole plan, for each cell of the board. */
const PROBES_PER_CELL = 16;

/**
 * The fewest walks for one subproblem. With four, the total is estimated within 2 % (n = 8 to 19, against A319283), in 1
 * to 5 ms.
 */
const LEAST_PROBES = 4;

/**
 * Plans a count by backtracking: a subproblem for each way to fill the first `depth` rows. Of two mirror images the plan has
 * only one, with weight 2. An empty prefix, or the middle column alone, is its own mirror image and has weight 1.
 *
 * @param n board size, from 0 to 32.
 * @param depth rows to fill, from 0 (one subproblem: the whole board); more than n is taken as n.
 * @throws UsageError if the plan would have more than 200,000 subproblems; it names the finest depth that works.
 */
export function planBitmask(n: number, depth: number): Plan<BitmaskSubproblem> {
  let prefixes: number[][] = [[]];
  for (let rows = 1; rows <= Math.min(depth, n); rows++) {
    const longer = withOneMoreRow(n, prefixes);
    if (!longer) {
      throw new UsageError(
        `depth must be at most ${rows - 1} for n = ${n}: ${rows} makes more than ${formatCount(MOST_SUBPROBLEMS)} subproblems`,
      );
    }
    prefixes = longer;
  }
  return planOf(n, depth, prefixes);
}

/** Cuts a plan of depth 2 finer, until it keeps `threads` threads busy to the end, within the limit of subproblems. */
export function refineForThreads(coarse: Plan<BitmaskSubproblem>, threads: number): Plan<BitmaskSubproblem> {
  const { n } = coarse;
  let plan = coarse;
  for (let depth = 3; depth <= n && !keepsBusy(plan, threads); depth++) {
    const prefixes = withOneMoreRow(
      n,
      plan.subproblems.map(({ prefix }) => prefix),
    );
    if (!prefixes) break;
    plan = planOf(n, depth, prefixes);
  }
  return plan;
}

function keepsBusy(plan: Plan, threads: number): boolean {
  const aThreadsWork = plan.cost / threads;
  return (
    plan.subproblems.length >= SUBPROBLEMS_PER_THREAD * threads &&
    largestCost(plan) <= LARGEST_FRACTION_OF_A_THREAD * aThreadsWork
  );
}

/**
 * Fills the next row, in lexicographic order, and keeps one of two mirror images; undefined if the plan becomes too large.
 *
 * The mirror maps column c to n - 1 - c. So in the first row only columns of the left half are tried. For odd n the middle
 * column is its own mirror image: if the first queen is there, the second row is limited to the left half instead.
 */
function withOneMoreRow(n: number, prefixes: readonly (readonly number[])[]): number[][] | undefined {
  const longer: number[][] = [];
  for (const prefix of prefixes) {
    const isUndecided = weightOf(n, prefix) === 1;
    for (const column of columnsOf(freeColumns(n, masksOf(prefix)))) {
      if (isUndecided && column >= n / 2) break; // the mirror image of a column to the left
      longer.push(prefix.concat(column)); // [...prefix, column] would take 170 bytes more
    }
    if (longer.length > MOST_SUBPROBLEMS) return undefined;
  }
  return longer;
}

/** Returns the weight of a prefix: 1 if it is its own mirror image, else 2. */
function weightOf(n: number, prefix: readonly number[]): number {
  return prefix.every((column) => 2 * column === n - 1) ? 1 : 2;
}

/** The hash of a plan depends on the order of the fields. */
function planOf(n: number, depth: number, prefixes: readonly (readonly number[])[]): Plan<BitmaskSubproblem> {
  const probes = Math.max(LEAST_PROBES, Math.ceil((PROBES_PER_CELL * n * n) / prefixes.length));
  const subproblems = prefixes.map(
    (prefix): BitmaskSubproblem => ({
      algorithm: 'bitmask',
      id: prefix.join('.') || 'board',
      n,
      weight: weightOf(n, prefix),
      cost: estimatePlacements(n, prefix, probes) / PLACED_IN_A_MILLISECOND,
      prefix,
    }),
  );
  return makePlan({ n, algorithm: 'bitmask', options: { depth } }, subproblems);
}

/**
 * Returns the subproblem's mirror image, left and right exchanged. It has as many solutions, and is not in the plan, so
 * counting it is an independent check.
 *
 * @returns undefined if the image is the subproblem itself, or the algorithm has no such image.
 */
export function mirrorOf(subproblem: Subproblem): Subproblem | undefined {
  if (subproblem.algorithm !== 'bitmask') return undefined;
  const prefix = subproblem.prefix.map((column) => subproblem.n - 1 - column);
  const isItself = prefix.every((column, row) => column === subproblem.prefix[row]);
  return isItself ? undefined : { ...subproblem, id: prefix.join('.'), prefix };
}
