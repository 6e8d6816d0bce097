/** A map of more tiles can be neither seen nor sent twice a second. */
export const MOST_TILES = 10_000;

/**
 * The subproblems of a run as tiles of a map: a tile each or, where there are too many, a tile for several neighbours.
 * Each tile has the version of its latest change, so that a browser that has an earlier version is sent only what is new.
 */
export class RunMap {
  readonly perTile: number;
  readonly #finished: Uint32Array;
  readonly #milliseconds: Float64Array;
  readonly #changed: Float64Array;
  #version = 0;

  constructor(subproblems: number) {
    this.perTile = Math.max(1, Math.ceil(subproblems / MOST_TILES));
    const tiles = Math.ceil(subproblems / this.perTile);
    this.#finished = new Uint32Array(tiles);
    this.#milliseconds = new Float64Array(tiles);
    this.#changed = new Float64Array(tiles);
  }

  /** Goes up with every change. */
  get version(): number {
    return this.#version;
  }

  /** The tile of the subproblem at a place in the plan. */
  tileOf(place: number): number {
    return Math.floor(place / this.perTile);
  }

  /** Marks the subproblem at a place in the plan as finished. */
  finish(place: number, milliseconds: number): void {
    const tile = this.tileOf(place);
    this.#version++;
    this.#finished[tile] = (this.#finished[tile] ?? 0) + 1;
    this.#milliseconds[tile] = (this.#milliseconds[tile] ?? 0) + milliseconds;
    this.#changed[tile] = this.#version;
  }

  /** The tiles that changed after a version, in threes: index, subproblems finished, milliseconds to a tenth. */
  changedSince(version: number): number[] {
    const tiles: number[] = [];
    for (const [tile, changed] of this.#changed.entries()) {
      if (changed <= version) continue;
      tiles.push(tile, this.#finished[tile] ?? 0, Math.round(10 * (this.#milliseconds[tile] ?? 0)) / 10);
    }
    return tiles;
  }
}
