import { createHash } from 'node:crypto';
import type { Algorithm, Subproblem } from './subproblem.js';

/** What a plan is made from: enough to make the same plan again, on any machine. See remake-plan.ts. */
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
  /** Sum of the subproblems' costs. */
  readonly cost: number;
}

/** Everything there is to count for one n: what the subproblems are, and a hash by which two machines agree on it. */
export interface Plan<Kind extends Subproblem = Subproblem> extends PlanRecipe, Share<Kind> {
  /** SHA-256 over n, algorithm and every subproblem but its cost, as 64 hex digits. The same on every machine. */
  readonly hash: string;
}

/** Subproblems that are written out at once: the text of a million of them would take 200 MB. */
const HASHED_AT_ONCE = 1000;

/**
 * Completes a list of subproblems to a plan. Their order and all that says what is to be counted enter the hash; what
 * it is estimated to cost does not, because an estimate may be rounded otherwise on another processor.
 */
export function makePlan<Kind extends Subproblem>(recipe: PlanRecipe, subproblems: readonly Kind[]): Plan<Kind> {
  const hash = createHash('sha256').update(`[${recipe.n},"${recipe.algorithm}",[`);
  for (let first = 0; first < subproblems.length; first += HASHED_AT_ONCE) {
    const toCount = subproblems.slice(first, first + HASHED_AT_ONCE).map((part) => ({ ...part, cost: undefined }));
    hash.update(`${first > 0 ? ',' : ''}${JSON.stringify(toCount).slice(1, -1)}`);
  }
  hash.update(']]');
  return { ...recipe, subproblems, cost: costOf(subproblems), hash: hash.digest('hex') };
}

/** A part of a plan, or of a share of it: of these subproblems, which must be among its own. */
export function shareOf({ n, algorithm }: Share, subproblems: readonly Subproblem[]): Share {
  return { n, algorithm, subproblems, cost: costOf(subproblems) };
}

function costOf(subproblems: readonly Subproblem[]): number {
  return subproblems.reduce((sum, { cost }) => sum + cost, 0);
}

/** The cost of the subproblem that costs most; 0 if there is none. */
export function dearest(share: Share): number {
  return share.subproblems.reduce((most, { cost }) => Math.max(most, cost), 0);
}

/** The subproblems, dearest first: what is long must not be started last. Ties keep the plan's order. */
export function dearestFirst(subproblems: readonly Subproblem[]): Subproblem[] {
  return [...subproblems].sort((a, b) => b.cost - a.cost);
}
