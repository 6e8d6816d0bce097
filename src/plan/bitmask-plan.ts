import { largestCost, makePlan, type Plan } from './plan.js';
import { PrefixList } from './prefix-list.js';
import { endOfSiblings, type Prefixes, prefixAt, prefixesOf } from './prefixes.js';
import type { BitmaskSubproblem, Subproblem } from './subproblem.js';
import { estimatePlacements } from './tree-size.js';

/** With fewer subproblems a thread, the last ones to finish leave the other threads idle for too long. */
const SUBPROBLEMS_PER_THREAD = 16;

/** The most expensive subproblem must be at most this part of what one thread has to do. */
const LARGEST_PART_OF_A_THREAD = 1 / 4;

/** Walks down the tree to estimate the costs of a whole plan, for each cell of the board. */
const PROBES_PER_CELL = 16;

/**
 * The fewest for one subproblem. With four, the whole is estimated within 2 % (n = 8 to 19, against A319283), in 1 to
 * 5 ms.
 */
const LEAST_PROBES = 4;

/** This many subproblems are small enough that no thread waits long for the last one: those of one row less share an estimate. */
const MANY = 100_000;
const PROBES_OF_SIBLINGS = 2;

/**
 * Plans a count by backtracking: a subproblem for each way to fill the first `depth` rows, one of each mirrored pair,
 * which weighs 2. Only where there is no second row to halve, the middle column is its own mirror image and weighs 1.
 *
 * @param n board size, from 0 to 32.
 * @param depth rows to fill, from 0 (one subproblem: the whole board); more than n is taken as n.
 * @throws UsageError if the plan, or one of less depth, would have more than 2,000,000 subproblems.
 */
export function planBitmask(n: number, depth: number): Plan<BitmaskSubproblem> {
  const prefixes = prefixesOf(n, Math.min(depth, n));
  return makePlan({ n, algorithm: 'bitmask', options: { depth } }, new PrefixList(prefixes, costsOf(prefixes)));
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
    largestCost(plan) <= LARGEST_PART_OF_A_THREAD * aThreadsWork
  );
}

/** What each is estimated to cost, in placements. */
function costsOf(prefixes: Prefixes): Float64Array {
  const { n, length } = prefixes;
  if (length > MANY) return costsOfMany(prefixes);
  const probes = Math.max(LEAST_PROBES, Math.ceil((PROBES_PER_CELL * n * n) / length));
  return new Float64Array(length).map((_, place) => estimatePlacements(n, prefixAt(prefixes, place), probes));
}

/**
 * The same for a long list: siblings, which differ in the last row only, get equal shares of what is below them all.
 * For 1,199,146 prefixes of 18 queens that takes 0.1 s, where one walk from each took 0.34 s and was further off
 * (2026-11-21).
 */
function costsOfMany(prefixes: Prefixes): Float64Array {
  const { n, length } = prefixes;
  const costs = new Float64Array(length);
  for (let first = 0; first < length; ) {
    const end = endOfSiblings(prefixes, first);
    const siblings = end - first;
    const placements = estimatePlacements(n, prefixAt(prefixes, first).slice(0, -1), PROBES_OF_SIBLINGS);
    costs.fill(Math.max(1, Math.round(placements / siblings - 1)), first, end);
    first = end;
  }
  return costs;
}

/**
 * The subproblem's mirror image, left and right exchanged: it has as many solutions. Plans leave it out, so counting it
 * checks a count by another way through the board.
 *
 * @returns undefined where the image is the subproblem itself, or where the algorithm has no such image.
 */
export function mirrorOf(subproblem: Subproblem): Subproblem | undefined {
  if (subproblem.algorithm !== 'bitmask') return undefined;
  const prefix = subproblem.prefix.map((column) => subproblem.n - 1 - column);
  const isItself = prefix.every((column, row) => column === subproblem.prefix[row]);
  return isItself ? undefined : { ...subproblem, id: prefix.join('.'), prefix };
}
