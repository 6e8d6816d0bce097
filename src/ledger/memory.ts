import type { PartialCount } from '../plan/partial-count.js';
import { placesById } from '../plan/plan.js';
import type { Subproblem } from '../plan/subproblem.js';
import type { Ledger } from './ledger.js';

/** A ledger that lives as long as the process. */
export class MemoryLedger implements Ledger {
  readonly #subproblems: readonly Subproblem[];
  readonly #places: ReadonlyMap<string, number>;
  readonly #finished = new Map<string, PartialCount>();

  /** @param subproblems those that may be entered. */
  constructor(subproblems: readonly Subproblem[]) {
    this.#subproblems = subproblems;
    this.#places = placesById(subproblems);
  }

  finished(): Iterable<PartialCount> {
    return this.#finished.values();
  }

  get(id: string): PartialCount | undefined {
    return this.#finished.get(id);
  }

  has(id: string): boolean {
    return this.#finished.has(id);
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
    if (!this.#places.has(partial.id)) throw new RangeError(`the ledger has no subproblem ${partial.id}`);
    this.#finished.set(partial.id, partial);
  }
}
