// src/core/plan cuts a board into subproblems. choose-plan.ts builds a Plan from n and options; rebuild-plan.ts
// rebuilds it from the recipe that files and databases store. A plan depends only on n and the options, one of which is
// the number of threads to plan for, so it is the same on every machine. docs/README.md explains the words for parts of
// the work: share, part, job, piece and so on.

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { runSteps, type Steps } from './steps.js';
import type { Algorithm, Subproblem } from './subproblem.js';

/** Maximum number of subproblems in a plan, a little more than 28 queens need. Each takes about 450 bytes of memory. */
export const MAX_SUBPROBLEMS = 600_000;

/** Maximum number of threads. A larger number must be a typo. */
export const MAX_THREADS = 1024;

/** The input from which any machine can rebuild a plan. See rebuild-plan.ts. */
export interface PlanRecipe {
  readonly n: number;
  readonly algorithm: Algorithm;
  /** The algorithm's options by name, `depth` or `splitColumns`. All values are integers. */
  readonly options: Readonly<Record<string, number>>;
}

/** Subproblems to count together: all or some of a plan's. */
export interface Share<Kind extends Subproblem = Subproblem> {
  readonly n: number;
  readonly algorithm: Kind['algorithm'];
  /** The subproblems in the plan's fixed order. Executors may count them in another order. */
  readonly subproblems: readonly Kind[];
  /** Sum of the subproblems' costs, in milliseconds on one thread of the reference machine. */
  readonly cost: number;
}

/** All subproblems for one n, with a hash for comparing plans between machines. */
export interface Plan<Kind extends Subproblem = Subproblem> extends PlanRecipe, Share<Kind> {
  readonly algorithm: Kind['algorithm'];
  /**
   * SHA-256 of n, the algorithm, and all subproblems without their costs, as 64 hex digits. It is the same on every
   * machine.
   */
  readonly hash: string;
}

/**
 * Builds a plan from subproblems. The hash depends on their order, on all their fields except the cost, and on the
 * order of the fields. The cost is left out because another processor may round it differently.
 */
export function buildPlan<Kind extends Subproblem>(
  recipe: PlanRecipe & { readonly algorithm: Kind['algorithm'] },
  subproblems: readonly Kind[],
): Plan<Kind> {
  return {
    ...recipe,
    subproblems,
    cost: totalCost(subproblems),
    get hash() {
      return runSteps(hashPlan(this)); // on demand, because most counts do not need it
    },
  };
}

/** The hashes computed so far, by the subproblems of their plans. */
const hashes = new WeakMap<readonly Subproblem[], string>();

/** Number of characters to hash at once. Hashing a plan's whole text would take more memory. */
const CHUNK_LENGTH = 2 ** 16;

/** Returns a plan's hash. The first time, computes it, which takes 1.2 s for 28 queens. */
export function* hashPlan({ n, algorithm, subproblems }: Omit<Plan, 'hash'>): Steps<string> {
  let digest = hashes.get(subproblems);
  if (digest !== undefined) return digest;
  const hash = sha256.create();
  let text = `[${n},"${algorithm}",[`;
  let separator = '';
  for (const subproblem of subproblems) {
    text += separator + JSON.stringify({ ...subproblem, cost: undefined });
    separator = ',';
    if (text.length < CHUNK_LENGTH) continue;
    hash.update(utf8ToBytes(text));
    text = '';
    yield;
  }
  digest = bytesToHex(hash.update(utf8ToBytes(`${text}]]`)).digest());
  hashes.set(subproblems, digest);
  return digest;
}

export function createShare(
  { n, algorithm }: Pick<Share, 'n' | 'algorithm'>,
  subproblems: readonly Subproblem[],
): Share {
  return { n, algorithm, subproblems, cost: totalCost(subproblems) };
}

function totalCost(subproblems: readonly Subproblem[]): number {
  return subproblems.reduce((sum, { cost }) => sum + cost, 0);
}

/** Returns the cost of the most expensive subproblem; 0 if there is none. */
export function largestCost({ subproblems }: Pick<Share, 'subproblems'>): number {
  return subproblems.reduce((largest, { cost }) => Math.max(largest, cost), 0);
}

/** Sorts subproblems by cost, the most expensive first, so long ones start early. The sort is stable. */
export function mostExpensiveFirst<Kind extends Subproblem>(subproblems: readonly Kind[]): Kind[] {
  return [...subproblems].sort((a, b) => b.cost - a.cost);
}

export function indexById(subproblems: readonly Subproblem[]): ReadonlyMap<string, number> {
  return new Map(subproblems.map(({ id }, index) => [id, index]));
}
