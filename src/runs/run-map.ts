/** A map of more cells can be neither seen nor sent twenty times a second. */
export const MOST_CELLS = 10_000;

/**
 * The subproblems of a run as cells of a map: a cell each or, where there are too many, a cell for several neighbours.
 * Each cell knows when it changed last, so that a browser that has an earlier version is sent only what is new.
 */
export class RunMap {
  readonly perCell: number;
  readonly #finished: Uint32Array;
  readonly #milliseconds: Float64Array;
  readonly #changed: Float64Array;
  #version = 0;

  constructor(subproblems: number) {
    this.perCell = Math.max(1, Math.ceil(subproblems / MOST_CELLS));
    const cells = Math.ceil(subproblems / this.perCell);
    this.#finished = new Uint32Array(cells);
    this.#milliseconds = new Float64Array(cells);
    this.#changed = new Float64Array(cells);
  }

  /** Goes up with every change. */
  get version(): number {
    return this.#version;
  }

  /** The cell of the subproblem at a place in the plan. */
  cellOf(place: number): number {
    return Math.floor(place / this.perCell);
  }

  /** Marks the subproblem at a place in the plan as finished. */
  finish(place: number, milliseconds: number): void {
    const cell = this.cellOf(place);
    this.#version++;
    this.#finished[cell] = (this.#finished[cell] ?? 0) + 1;
    this.#milliseconds[cell] = (this.#milliseconds[cell] ?? 0) + milliseconds;
    this.#changed[cell] = this.#version;
  }

  /** The cells that changed after a version, in threes: index, subproblems finished, milliseconds to a tenth. */
  changedSince(version: number): number[] {
    const cells: number[] = [];
    for (const [cell, changed] of this.#changed.entries()) {
      if (changed <= version) continue;
      cells.push(cell, this.#finished[cell] ?? 0, Math.round(10 * (this.#milliseconds[cell] ?? 0)) / 10);
    }
    return cells;
  }
}
