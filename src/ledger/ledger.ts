import { checkPartialCount, type PartialCount } from '../plan/partial-count.js';
import { type Plan, type Share, shareOf } from '../plan/plan.js';
import type { Subproblem } from '../plan/subproblem.js';

// This folder stores finished subproblems and their counts: memory.ts in memory, file.ts in a file. open.ts opens a file for
// a count, read.ts reads it, and replace-file.ts replaces it. line.ts and header.ts implement the format of docs/format.md.

/**
 * The set of finished subproblems of one plan. Each subproblem occurs once, even if it was counted several times. The total
 * is the sum over the ledger.
 */
export interface Ledger {
  /** Returns the finished subproblems, in any order. */
  finished(): Iterable<PartialCount>;
  /** Returns the partial count of a subproblem, if it is finished. */
  get(id: string): PartialCount | undefined;
  /** Adds a finished subproblem that is not in the ledger yet. */
  add(partial: PartialCount): void | Promise<void>;
}

/** The error for two different counts of one subproblem. At least one is wrong, so the run must stop. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
}

/**
 * Checks whether a partial count is new to the ledger.
 *
 * @returns false if the ledger has the subproblem with the same count.
 * @throws ImpossibleCountError if the count is impossible.
 * @throws ConflictError if the ledger has the subproblem with another count.
 */
export function isNew(ledger: Ledger, subproblem: Subproblem, partial: PartialCount): boolean {
  checkPartialCount(partial, subproblem);
  const earlier = ledger.get(partial.id);
  if (earlier === undefined) return true;
  if (earlier.count === partial.count) return false;
  throw new ConflictError(`subproblem ${partial.id} was counted twice: ${earlier.count} and ${partial.count}`);
}

/** Returns the subproblems of a share that the ledger lacks. */
export function remainingOf(share: Share, ledger: Ledger): Share {
  return shareOf(
    share,
    share.subproblems.filter(({ id }) => !ledger.get(id)),
  );
}

/** The sums over the complete ledger of a plan. */
export interface Total {
  /** Number of all solutions for n queens. */
  readonly count: bigint;
  /** Weighted sum of the work counters. */
  readonly work: bigint;
}

/**
 * Adds up the counts of a plan's subproblems, multiplied by their weights.
 *
 * @throws Error if a subproblem is missing.
 */
export function sum(plan: Plan, ledger: Ledger): Total {
  let count = 0n;
  let work = 0n;
  for (const { id, weight } of plan.subproblems) {
    const partial = ledger.get(id);
    if (partial === undefined) throw new Error(`subproblem ${id} is not counted yet, so there is no total`);
    count += BigInt(weight) * BigInt(partial.count);
    work += BigInt(weight) * BigInt(partial.work);
  }
  return { count, work };
}
