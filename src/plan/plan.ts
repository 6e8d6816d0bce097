import { createHash } from 'node:crypto';
import { type Algorithm, type Subproblem, toJson } from './subproblem.js';

/** A plan with more subproblems would take longer to make, to store and to add up than finer cuts are worth. */
export const MOST_SUBPROBLEMS = 200_000;

/** More threads than any machine has: a larger number is a typing error. */
export const MOST_THREADS = 1024;

/** How many worker threads to plan for. The planner asks no machine: see src/executors/threads.ts. */
export interface ThreadChoice {
  /** From 1 to 1024; by default 1. */
  readonly threads?: number | undefined;
  /** True if nobody asked for this number of threads: fewer may be used where that is as fast. By default false. */
  readonly threadsAreDefault?: boolean | undefined;
}

/** The ingredients of a plan: enough to make the same plan again, on any machine. See remake-plan.ts. */
export interface PlanRecipe {
  readonly n: number;
  readonly algorithm: Algorithm;
  /** The algorithm's own whole numbers, by name: `depth`, or `threads` and `memory`. */
  readonly options: Readonly<Record<string, number>>;
}

/** Subproblems to count together: those of a whole plan, or some of them. */
export interface Share<Kind extends Subproblem = Subproblem> {
  readonly n: number;
  readonly algorithm: Algorithm;
  /** In the plan's own fixed order. Executors may take them in another. */
  readonly subproblems: readonly Kind[];
  /** Sum of the subproblems' costs, in milliseconds of one thread of the reference machine. */
  readonly cost: number;
}

/** The whole work for one n, and a hash that two machines compare. */
export interface Plan<Kind extends Subproblem = Subproblem> extends PlanRecipe, Share<Kind> {
  /** SHA-256 over n, algorithm and every subproblem but its cost, as 64 hex digits. The same on every machine. */
  readonly hash: string;
}

/**
 * Completes subproblems to a plan. Their order and all their fields but the cost enter the hash: an estimate may be rounded
 * differently on another processor.
 */
export function makePlan<Kind extends Subproblem>(recipe: PlanRecipe, subproblems: readonly Kind[]): Plan<Kind> {
  let hash: string | undefined;
  return {
    ...recipe,
    subproblems,
    cost: totalCost(subproblems),
    get hash() {
      hash ??= hashOf(recipe, subproblems); // when it is asked for: most counts do without, and start 4 ms earlier
      return hash;
    },
  };
}

/** Hashes the JSON text of a plan, piece by piece: the whole text would take more memory than the plan. */
function hashOf({ n, algorithm }: PlanRecipe, subproblems: readonly Subproblem[]): string {
  const hash = createHash('sha256').update(`[${n},"${algorithm}",[`);
  let separator = '';
  for (const subproblem of subproblems) {
    hash.update(separator + JSON.stringify({ ...toJson(subproblem), cost: undefined }));
    separator = ',';
  }
  return hash.update(']]').digest('hex');
}

/** Returns some subproblems of a plan, or of a share of one, as a share. */
export function shareOf({ n, algorithm }: Pick<Share, 'n' | 'algorithm'>, subproblems: readonly Subproblem[]): Share {
  return { n, algorithm, subproblems, cost: totalCost(subproblems) };
}

function totalCost(subproblems: readonly Subproblem[]): number {
  return subproblems.reduce((sum, { cost }) => sum + cost, 0);
}

/** Returns the cost of the subproblem that costs most; 0 if there is none. */
export function largestCost({ subproblems }: Pick<Share, 'subproblems'>): number {
  return subproblems.reduce((most, { cost }) => Math.max(most, cost), 0);
}

/** Returns the subproblems, most expensive first: a long one must not be started last. Ties keep the plan's order. */
export function mostExpensiveFirst<Kind extends Subproblem>(subproblems: readonly Kind[]): Kind[] {
  return subproblems.toSorted((a, b) => b.cost - a.cost);
}

/** Maps ids of subproblems to their places in the list. */
export function placesById(subproblems: readonly Subproblem[]): ReadonlyMap<string, number> {
  return new Map(subproblems.map(({ id }, place) => [id, place]));
}
