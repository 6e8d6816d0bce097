import type { PartialCount } from '../plan/partial-count.js';
import type { Subproblem } from '../plan/subproblem.js';
import type { Ledger } from './ledger.js';

/**
 * A ledger that lives as long as the process.
 *
 * It keeps numbers, not objects: a million finished subproblems take 24 MB beside the index of their ids.
 */
export class MemoryLedger implements Ledger {
  readonly #subproblems: readonly Subproblem[];
  readonly #index: ReadonlyMap<string, number>;
  /** For each subproblem, in the given order; NaN where it is not finished. */
  readonly #counts: Float64Array;
  readonly #works: Float64Array;
  readonly #milliseconds: Float64Array;
  #latestId: string | undefined;
  #latestPlace = -1;

  /** @param subproblems all that may ever be entered. */
  constructor(subproblems: readonly Subproblem[]) {
    const index = new Map<string, number>();
    for (const { id } of subproblems) index.set(id, index.size);
    this.#subproblems = subproblems;
    this.#index = index;
    this.#counts = new Float64Array(subproblems.length).fill(Number.NaN);
    this.#works = new Float64Array(subproblems.length);
    this.#milliseconds = new Float64Array(subproblems.length);
  }

  *finished(): Generator<PartialCount> {
    for (const { id } of this.#subproblems) {
      const partial = this.get(id);
      if (partial) yield partial;
    }
  }

  get(id: string): PartialCount | undefined {
    const at = this.placeOf(id);
    const count = this.#counts[at] ?? Number.NaN;
    if (Number.isNaN(count)) return undefined;
    return { id, count, work: this.#works[at] ?? 0, milliseconds: this.#milliseconds[at] ?? 0 };
  }

  /** The subproblem with this id, if there is one. */
  subproblem(id: string): Subproblem | undefined {
    return this.#subproblems[this.placeOf(id)];
  }

  /** @throws RangeError for what is none of the ledger's subproblems. */
  enter({ id, count, work, milliseconds }: PartialCount): void {
    const at = this.placeOf(id);
    if (at < 0) throw new RangeError(`the ledger is not of subproblem ${id}`);
    this.#counts[at] = count;
    this.#works[at] = work;
    this.#milliseconds[at] = milliseconds;
  }

  /** Index of a subproblem among those the ledger was made for; -1 if it is none of them. */
  // Mostly the same one is asked for again and again.
  placeOf(id: string): number {
    if (id !== this.#latestId) {
      this.#latestId = id;
      this.#latestPlace = this.#index.get(id) ?? -1;
    }
    return this.#latestPlace;
  }
}
