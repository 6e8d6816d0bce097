import type { PartialCount } from '../plan/partial-count.js';
import { placesById } from '../plan/plan.js';
import type { Subproblem } from '../plan/subproblem.js';
import type { Ledger } from './ledger.js';

/** A ledger that lives as long as the process. */
export class MemoryLedger implements Ledger {
  readonly #subproblems: readonly Subproblem[];
  readonly #places: ReadonlyMap<string, number>;
  /** By place: a second Map by id would take 40 bytes more a subproblem. */
  readonly #finished: (PartialCount | undefined)[];

  /** @param subproblems those that may be entered. */
  constructor(subproblems: readonly Subproblem[]) {
    this.#subproblems = subproblems;
    this.#places = placesById(subproblems);
    this.#finished = subproblems.map(() => undefined);
  }

  /** In the order of the subproblems. */
  finished(): Iterable<PartialCount> {
    return this.#finished.filter((partial) => partial !== undefined);
  }

  get(id: string): PartialCount | undefined {
    return this.#finished[this.placeOf(id)];
  }

  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  /** The subproblem with this id, if there is one. */
  subproblem(id: string): Subproblem | undefined {
    return this.#subproblems[this.placeOf(id)];
  }

  /** The place of a subproblem in the list, -1 if there is none. */
  placeOf(id: string): number {
    return this.#places.get(id) ?? -1;
  }

  /** @throws RangeError if the ledger has no such subproblem. */
  add(partial: PartialCount): void {
    const place = this.placeOf(partial.id);
    if (place < 0) throw new RangeError(`the ledger has no subproblem ${partial.id}`);
    this.#finished[place] = partial;
  }
}
