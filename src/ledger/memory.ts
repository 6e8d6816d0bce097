import type { PartialCount } from '../plan/partial-count.js';
import type { Subproblem } from '../plan/subproblem.js';
import { largestCountsByPlace, placesById, type SubproblemList } from '../plan/subproblem-list.js';
import type { Ledger } from './ledger.js';

/** Numbers kept for each subproblem: count, work counter, milliseconds. */
const NUMBERS = 3;

/**
 * A ledger that lives as long as the process.
 *
 * It keeps numbers, not objects: a million finished subproblems take 24 MB. The numbers of a subproblem stand side by
 * side, because a file lists its subproblems in any order, and reading it is mostly waiting for memory.
 */
export class MemoryLedger implements Ledger {
  readonly #subproblems: SubproblemList;
  readonly #placeById: (id: string) => number;
  readonly #largestCountAt: (place: number) => number;
  /** Three numbers for each subproblem, in the given order; the first is NaN until it is finished. */
  readonly #numbers: Float64Array;
  #latestId: string | undefined;
  #latestPlace = -1;

  /** @param subproblems those that may be entered. */
  constructor(subproblems: SubproblemList) {
    this.#subproblems = subproblems;
    this.#placeById = placesById(subproblems);
    this.#largestCountAt = largestCountsByPlace(subproblems);
    this.#numbers = new Float64Array(NUMBERS * subproblems.length).fill(Number.NaN);
  }

  *finished(): Generator<PartialCount> {
    for (const { id } of this.#subproblems) {
      const partial = this.get(id);
      if (partial) yield partial;
    }
  }

  get(id: string): PartialCount | undefined {
    const place = this.placeOf(id);
    if (place < 0) return undefined;
    const at = NUMBERS * place;
    const count = this.#numbers[at] ?? Number.NaN;
    if (Number.isNaN(count)) return undefined;
    return { id, count, work: this.#numbers[at + 1] ?? 0, milliseconds: this.#numbers[at + 2] ?? 0 };
  }

  has(id: string): boolean {
    return !Number.isNaN(this.#numbers[NUMBERS * this.placeOf(id)] ?? Number.NaN);
  }

  /** The largest possible count of the subproblem with this id; undefined if there is none. */
  largestCount(id: string): number | undefined {
    const place = this.placeOf(id);
    return place < 0 ? undefined : this.#largestCountAt(place);
  }

  /** The subproblem with this id, if there is one. */
  subproblem(id: string): Subproblem | undefined {
    const place = this.placeOf(id);
    return place < 0 ? undefined : this.#subproblems.at(place);
  }

  /** @throws RangeError if the ledger has no such subproblem. */
  enter({ id, count, work, milliseconds }: PartialCount): void {
    const place = this.placeOf(id);
    if (place < 0) throw new RangeError(`the ledger has no subproblem ${id}`);
    const at = NUMBERS * place;
    this.#numbers[at] = count;
    this.#numbers[at + 1] = work;
    this.#numbers[at + 2] = milliseconds;
  }

  /** The place of a subproblem in the list, -1 if there is none. Callers often ask for the same one several times. */
  placeOf(id: string): number {
    if (id !== this.#latestId) {
      this.#latestId = id;
      this.#latestPlace = this.#placeById(id);
    }
    return this.#latestPlace;
  }
}
