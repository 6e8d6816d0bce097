import { checkPartialCount, largestPossibleCount, type PartialCount } from '../plan/partial-count.js';
import type { Plan } from '../plan/plan.js';
import type { Subproblem } from '../plan/subproblem.js';
import { idsByPlace, pick, placesWhere, type SubproblemList } from '../plan/subproblem-list.js';

// The ledger room: which subproblems are finished, and with what counts. memory.ts keeps them while the process lives,
// file.ts in a file besides; open.ts begins or resumes a file, read.ts reads one; line.ts and header.ts know its format,
// which docs/format.md specifies. It uses plans, and knows nothing of who counts.

/**
 * The set of finished subproblems of one plan. It decides what is true: a subproblem counts once, however often it was
 * counted, and the sum is taken from here alone.
 */
export interface Ledger {
  /** What is finished, in any order, each subproblem once. */
  finished(): Iterable<PartialCount>;
  /** The partial count of a subproblem, if it is finished. */
  get(id: string): PartialCount | undefined;
  /** Whether a subproblem is finished. */
  has(id: string): boolean;
  /** Enters a finished subproblem that was not there before. */
  enter(partial: PartialCount): void | Promise<void>;
}

/** Two different counts of one subproblem: at least one is wrong, so the run must stop. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
}

/**
 * Records a partial count once.
 *
 * @returns false if the subproblem was recorded before with the same count, which changes nothing.
 * @throws ImpossibleCountError if the count cannot be right.
 * @throws ConflictError if the subproblem was recorded before with another count.
 */
export async function record(ledger: Ledger, subproblem: Subproblem, partial: PartialCount): Promise<boolean> {
  if (!isNews(ledger, partial, largestPossibleCount(subproblem))) return false;
  await ledger.enter(partial);
  return true;
}

/**
 * Whether a partial count is new to the ledger. Returns and throws as `record` does.
 *
 * @param largest the `largestPossibleCount` of its subproblem.
 * @throws ImpossibleCountError, ConflictError
 */
export function isNews(ledger: Ledger, partial: PartialCount, largest: number): boolean {
  checkPartialCount(partial, largest);
  const earlier = ledger.get(partial.id);
  if (earlier === undefined) return true;
  if (earlier.count === partial.count) return false;
  throw new ConflictError(`subproblem ${partial.id} was counted twice: ${earlier.count} and ${partial.count}`);
}

/** The subproblems that the ledger lacks. */
export function unfinished(subproblems: SubproblemList, ledger: Ledger): SubproblemList {
  return pick(subproblems, unfinishedPlaces(subproblems, ledger));
}

/** Their places in the list, in rising order. */
export function unfinishedPlaces(subproblems: SubproblemList, ledger: Ledger): Uint32Array {
  const idAt = idsByPlace(subproblems);
  return placesWhere(subproblems, (place) => !ledger.has(idAt(place) ?? ''));
}

/** The sums over a ledger that holds a whole plan. */
export interface Total {
  /** All solutions of the n-queens problem. */
  readonly count: bigint;
  /** The work counters' weighted sum. */
  readonly work: bigint;
}

/**
 * The weighted sum over a plan's subproblems.
 *
 * @throws Error if the ledger lacks one of them: a part is never returned as the whole.
 */
export function sum(plan: Plan, ledger: Ledger): Total {
  let count = 0n;
  let work = 0n;
  for (const { id, weight } of plan.subproblems) {
    const partial = ledger.get(id);
    if (partial === undefined) throw new Error(`subproblem ${id} is not counted yet: there is no total`);
    count += BigInt(weight) * BigInt(partial.count);
    work += BigInt(weight) * BigInt(partial.work);
  }
  return { count, work };
}
