import type { PartialCount } from '../plan/partial-count.js';
import type { Ledger } from './ledger.js';

/** A ledger in memory. */
export class MemoryLedger implements Ledger {
  readonly #finished: Map<string, PartialCount>;

  /** @param other ledger whose subproblems are shared with the new ledger. */
  constructor(other?: MemoryLedger) {
    this.#finished = other ? other.#finished : new Map();
  }

  finished(): Iterable<PartialCount> {
    return this.#finished.values();
  }

  get(id: string): PartialCount | undefined {
    return this.#finished.get(id);
  }

  add(partial: PartialCount): void {
    this.#finished.set(partial.id, partial);
  }
}
