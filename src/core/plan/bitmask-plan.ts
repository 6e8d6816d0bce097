import { columnsOf, freeColumns, masksOf } from '../board/masks.js';
import { UsageError } from '../errors/errors.js';
import { plural } from '../text/numbers.js';
import { buildPlan, largestCost, type Plan } from './plan.js';
import { mapInSteps, type Steps } from './steps.js';
import type { BitmaskSubproblem } from './subproblem.js';
import { estimatePlacements } from './tree-size.js';

/** Maximum number of subproblems. Creating, storing and adding up more takes longer than finer cuts save. */
const MAX_PREFIXES = 200_000;

/** Minimum number of subproblems per thread. With fewer, too many threads are idle at the end. */
const SUBPROBLEMS_PER_THREAD = 16;

/** Maximum cost of a subproblem, as a fraction of one thread's share of the work. */
const MAX_THREAD_FRACTION = 1 / 4;

/**
 * Returns the number of queens that one thread of the reference machine places in a millisecond. From n = 17 on, a
 * vector holds four boards instead of eight (workers/assembly/bitmask.ts).
 */
export function placementsPerMillisecond(n: number): number {
  return n <= 16 ? 1_850_000 : 870_000;
}

/** Returns the number of random walks that estimate a plan's costs. Small boards take no time, so few are enough. */
const walksFor = (n: number) => Math.ceil(n ** 4 / 25);

/**
 * Minimum number of random walks for one subproblem. With four walks, the estimated total is within 2% of A319283 for
 * n = 8 to 19. Estimating a plan takes 1 to 5 ms.
 */
const MIN_WALKS = 4;

/**
 * Plans a backtracking count. Each way to fill the first `depth` rows (a prefix) is a subproblem. The plan contains
 * only one of two mirror images, with weight 2. A prefix that is its own mirror image (empty, or only the middle
 * column) has weight 1.
 *
 * @param n board size, from 0 to 32.
 * @param depth number of rows to fill, from 0 (the whole board is one subproblem). Values above n mean n.
 * @throws UsageError if this depth or a smaller one has more than 200,000 prefixes. The message gives the largest
 *   possible depth.
 */
export function* planBitmask(n: number, depth: number): Steps<Plan<BitmaskSubproblem>> {
  let prefixes: number[][] = [[]];
  for (let rows = 1; rows <= Math.min(depth, n); rows++) {
    const longer: number[][] | undefined = yield* extendPrefixes(n, prefixes);
    if (!longer) {
      const tooMany = `depth ${rows} gives over ${plural(MAX_PREFIXES, 'subproblem')}`;
      throw new UsageError(`depth must be at most ${rows - 1} for n = ${n}, because ${tooMany}`);
    }
    prefixes = longer;
  }
  return yield* assemblePlan(n, depth, prefixes);
}

/** Increases a plan's depth until the plan keeps all threads busy or the next depth would have too many subproblems. */
export function* refineBitmask(coarse: Plan<BitmaskSubproblem>, threads: number): Steps<Plan<BitmaskSubproblem>> {
  const { n } = coarse;
  let plan = coarse;
  for (let depth = (coarse.options.depth ?? 0) + 1; depth <= n && !keepsBusy(plan, threads); depth++) {
    const shorter = plan.subproblems.map(({ prefix }) => prefix);
    const prefixes: number[][] | undefined = yield* extendPrefixes(n, shorter);
    if (!prefixes) break;
    plan = yield* assemblePlan(n, depth, prefixes);
  }
  return plan;
}

function keepsBusy(plan: Plan, threads: number): boolean {
  if (plan.subproblems.length < SUBPROBLEMS_PER_THREAD * threads) return false;
  return largestCost(plan) <= (MAX_THREAD_FRACTION * plan.cost) / threads;
}

/**
 * Extends prefixes by one row, in lexicographic order, and keeps one of two mirror images. Returns undefined if there
 * are more prefixes than a plan may have subproblems. The mirror maps column c to n - 1 - c, so the first row uses only
 * columns in the left half. For odd n, the middle column is its own mirror image, so if the first queen is there, the
 * second row uses only columns in the left half.
 */
function* extendPrefixes(n: number, prefixes: readonly (readonly number[])[]): Steps<number[][] | undefined> {
  const longer: number[][] = [];
  for (const prefix of prefixes) {
    const isSymmetric = weighPrefix(n, prefix) === 1;
    for (const column of columnsOf(freeColumns(n, masksOf(prefix)))) {
      if (isSymmetric && column >= n / 2) break; // the mirror image of an earlier column
      longer.push(prefix.concat(column)); // takes 170 bytes less than [...prefix, column]
    }
    if (longer.length > MAX_PREFIXES) return undefined;
    yield;
  }
  return longer;
}

/** Returns the weight of a prefix: 1 if it is its own mirror image, otherwise 2. */
function weighPrefix(n: number, prefix: readonly number[]): number {
  return prefix.every((column) => 2 * column === n - 1) ? 1 : 2;
}

/** Builds a plan from prefixes. The plan's hash depends on the order of the fields below. */
function* assemblePlan(n: number, depth: number, prefixes: readonly number[][]): Steps<Plan<BitmaskSubproblem>> {
  const walks = Math.max(MIN_WALKS, Math.ceil(walksFor(n) / prefixes.length));
  const subproblems = yield* mapInSteps(
    prefixes,
    (prefix): BitmaskSubproblem => ({
      algorithm: 'bitmask',
      id: prefix.join('.') || 'board',
      n,
      weight: weighPrefix(n, prefix),
      cost: estimatePlacements(n, prefix, walks) / placementsPerMillisecond(n),
      prefix,
    }),
  );
  return buildPlan({ n, algorithm: 'bitmask', options: { depth } }, subproblems);
}
