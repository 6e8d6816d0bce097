import { createHash } from 'node:crypto';
import type { Algorithm, Subproblem } from './subproblem.js';
import { pick, type SubproblemList } from './subproblem-list.js';

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
  readonly subproblems: SubproblemList<Kind>;
  /** Sum of the subproblems' costs. */
  readonly cost: number;
}

/** Everything there is to count for one n: what the subproblems are, and a hash by which two machines agree on it. */
export interface Plan<Kind extends Subproblem = Subproblem> extends PlanRecipe, Share<Kind> {
  /** SHA-256 over n, algorithm and every subproblem but its cost, as 64 hex digits. The same on every machine. */
  readonly hash: string;
}

/** Characters that are hashed at once: the text of a million subproblems would take 100 MB. */
const HASHED_AT_ONCE = 65_536;

/**
 * Completes a list of subproblems to a plan. Their order and all that says what is to be counted enter the hash; what
 * it is estimated to cost does not, because an estimate may be rounded otherwise on another processor.
 */
export function makePlan<Kind extends Subproblem>(recipe: PlanRecipe, subproblems: SubproblemList<Kind>): Plan<Kind> {
  let cost = 0;
  for (const subproblem of subproblems) cost += subproblem.cost;
  let hash: string | undefined;
  return {
    ...recipe,
    subproblems,
    cost,
    get hash() {
      hash ??= hashOf(recipe, subproblems); // when it is asked for: most counts do without, and start 4 ms earlier
      return hash;
    },
  };
}

function hashOf(recipe: PlanRecipe, subproblems: SubproblemList): string {
  const hash = createHash('sha256');
  let text = `[${recipe.n},"${recipe.algorithm}",[`;
  let isFirst = true;
  for (const subproblem of subproblems) {
    text += (isFirst ? '' : ',') + jsonToCount(subproblem);
    isFirst = false;
    if (text.length > HASHED_AT_ONCE) {
      hash.update(text);
      text = '';
    }
  }
  return hash.update(`${text}]]`).digest('hex');
}

/** What is to be counted, as JSON. For `bitmask` written out: a million of them take 0.2 s instead of 0.5. */
function jsonToCount(subproblem: Subproblem): string {
  if (subproblem.algorithm !== 'bitmask') return JSON.stringify({ ...subproblem, cost: undefined });
  const { algorithm, id, n, weight, prefix } = subproblem;
  return `{"algorithm":"${algorithm}","id":"${id}","n":${n},"weight":${weight},"prefix":[${prefix.join(',')}]}`;
}

/** A part of a plan, or of a share of one: of these subproblems, which must be among its. */
export function shareOf({ n, algorithm }: Pick<Share, 'n' | 'algorithm'>, subproblems: SubproblemList): Share {
  let cost = 0;
  for (const subproblem of subproblems) cost += subproblem.cost;
  return { n, algorithm, subproblems, cost };
}

/** The cost of the subproblem that costs most; 0 if there is none. */
export function largestCost({ subproblems }: Share): number {
  let most = 0;
  for (const { cost } of subproblems) most = Math.max(most, cost);
  return most;
}

/** The subproblems, most expensive first: what is long must not be started last. Ties keep the plan's order. */
export function mostExpensiveFirst<Kind extends Subproblem>(subproblems: SubproblemList<Kind>): SubproblemList<Kind> {
  const costs = new Float64Array(subproblems.length);
  const places = new Uint32Array(subproblems.length);
  let next = 0;
  // `Float64Array.from` would first make an array of all subproblems: 700 MB for 1.2 million (2026-11-22).
  for (const { cost } of subproblems) {
    costs[next] = cost;
    places[next] = next++;
  }
  return pick(
    subproblems,
    places.sort((a, b) => (costs[b] ?? 0) - (costs[a] ?? 0)),
  );
}
