// src/core/results holds a count's results in memory (this file) and converts them to and from the lines of a ledger,
// the file that stores them (line.ts and header.ts; docs/format.md specifies the format). checked-ledger.ts takes the
// bytes of a ledger and returns the results that fit the plan. src/node/ledger reads and writes the files.

import { OperationalError } from '../errors/errors.js';
import type { Part } from '../plan/part.js';
import { checkPartialCount, ImpossibleCountError, type PartialCount } from '../plan/partial-count.js';
import { createShare, indexById, type Plan, type Share } from '../plan/plan.js';
import type { StoredPlan } from '../plan/rebuild-plan.js';
import type { Subproblem } from '../plan/subproblem.js';

/**
 * The results of one plan, in memory. Each finished subproblem has one result, even if it was counted several times.
 * Once all subproblems are finished, the weighted sum of the results is the total.
 */
export class Results {
  readonly plan: Plan;
  readonly #byId: Map<string, PartialCount>;
  /** All results, in the order in which they were added. */
  readonly #all: PartialCount[];
  readonly #indexes: ReadonlyMap<string, number>;

  /** @param other results of the same plan, which the new object shares. */
  constructor(plan: Plan, other?: Results) {
    this.plan = plan;
    this.#byId = other ? other.#byId : new Map();
    this.#all = other ? other.#all : [];
    this.#indexes = other ? other.#indexes : indexById(plan.subproblems);
  }

  get size(): number {
    return this.#all.length;
  }

  values(): Iterable<PartialCount> {
    return this.#all;
  }

  /** Returns the results after the first `count`, so a reader can resume where it stopped. */
  since(count: number): readonly PartialCount[] {
    return this.#all.slice(count);
  }

  get(id: string): PartialCount | undefined {
    return this.#byId.get(id);
  }

  /** Returns the index of a subproblem in the plan; -1 if the plan does not contain it. */
  indexOf(id: string): number {
    return this.#indexes.get(id) ?? -1;
  }

  subproblem(id: string): Subproblem | undefined {
    return this.plan.subproblems[this.indexOf(id)];
  }

  /**
   * Adds a result.
   *
   * @returns false if the subproblem already has a result with the same count.
   * @throws ImpossibleCountError if the count is impossible or the plan contains no such subproblem; ConflictError if
   *   the subproblem already has a different count.
   */
  add(partial: PartialCount): boolean {
    this.check(partial);
    if (this.get(partial.id)) return false;
    this.#byId.set(partial.id, partial);
    this.#all.push(partial);
    return true;
  }

  /** Releases any resources, such as a file. Must be called after the last result has been added. */
  close(): void | Promise<void> {}

  /** Checks a result without adding it. @throws the errors of `add`. */
  protected check(partial: PartialCount): void {
    const { id, count } = partial;
    const subproblem = this.subproblem(id);
    if (!subproblem) throw new ImpossibleCountError(`the plan contains no subproblem ${id}`);
    checkPartialCount(partial, subproblem);
    const earlier = this.get(id);
    if (earlier && earlier.count !== count) throw new ConflictError(id, [earlier.count, count]);
  }
}

/** The error for two different counts of one subproblem. At least one of them is wrong, so the run must stop. */
export class ConflictError extends OperationalError {
  override readonly name = 'ConflictError';
  constructor(
    readonly id: string,
    counts: readonly [number, number],
  ) {
    super(`subproblem ${id} was counted twice: ${counts.join(' and ')}`);
  }
}

export function selectRemaining(share: Share, results: Results): Share {
  return createShare(
    share,
    share.subproblems.filter(({ id }) => !results.get(id)),
  );
}

export interface Total {
  readonly count: bigint;
  readonly work: bigint;
}

/**
 * Adds up the counts and work counters of a plan's subproblems, each multiplied by the subproblem's weight.
 *
 * @throws Error if a subproblem is missing.
 */
export function totalOf(plan: Share, results: Results): Total {
  let count = 0n;
  let work = 0n;
  for (const { id, weight } of plan.subproblems) {
    const partial = results.get(id);
    if (partial === undefined) throw new Error(`subproblem ${id} has not been counted yet, so there is no total`);
    count += BigInt(weight) * BigInt(partial.count);
    work += BigInt(weight) * BigInt(partial.work);
  }
  return { count, work };
}

/** The properties of a plan that are known before it is built. */
export interface PlanHeader extends StoredPlan {
  /** The part of the plan to count; undefined for the whole plan. */
  readonly part?: Part | undefined;
}

/** The results in a source: a ledger file or a cluster's run. Other processes may be adding more. */
export interface StoredResults {
  /** The source as on the command line, such as `16.ledger` or `run:16-meet`. */
  readonly source: string;
  readonly header: PlanHeader;
  /**
   * Builds the plan.
   *
   * @param known a plan to return if it is the plan of these results.
   * @throws UsageError if this version of the program builds a different plan.
   */
  plan(known?: Plan): Plan;
  /**
   * Yields the results in batches, each result once. A later call yields only those added since.
   *
   * @throws LedgerFileError, after the last batch, if lines of a file are damaged or wrong; ResultsGoneError;
   *   OperationalError.
   */
  read(): Iterable<readonly PartialCount[]> | AsyncIterable<readonly PartialCount[]>;
  /** Counts that differ from those in the results, by subproblem id. */
  readonly contradictions?: ReadonlyMap<string, readonly number[]> | undefined;
  /** Returns the names of the workers that returned the given count for a subproblem. */
  countedBy?(id: string, count: bigint): Promise<readonly string[]>;
}

/** The error for results that may have disappeared since they were read, because the database was restored. */
export class ResultsGoneError extends OperationalError {
  override readonly name = 'ResultsGoneError';
}

export async function collect(stored: StoredResults): Promise<Results> {
  const results = new Results(stored.plan());
  for await (const batch of stored.read()) for (const partial of batch) results.add(partial);
  return results;
}
