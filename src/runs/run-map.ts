import type { TileFigures } from './run-update.js';

/** Maximum number of tiles. The number is limited because the map is sent twice a second. */
export const MOST_TILES = 1000;

/** A map of a run's subproblems. It has a tile for each subproblem or, if there are too many, for several neighbours. */
export class RunMap {
  readonly perTile: number;
  readonly #tiles: [finished: number, milliseconds: number][];

  constructor(subproblems: number) {
    this.perTile = Math.max(1, Math.ceil(subproblems / MOST_TILES));
    this.#tiles = Array.from({ length: Math.ceil(subproblems / this.perTile) }, () => [0, 0]);
  }

  /** Returns the tile of a subproblem. @param place index of the subproblem in the share. */
  tileOf(place: number): number {
    return Math.floor(place / this.perTile);
  }

  /** Adds a finished subproblem to its tile. @param place index of the subproblem in the share. */
  finish(place: number, milliseconds: number): void {
    const tile = this.#tiles[this.tileOf(place)];
    if (!tile) return;
    tile[0]++;
    tile[1] += milliseconds;
  }

  /** Returns the figures of all tiles. Times are rounded to a tenth of a millisecond. */
  tiles(): readonly TileFigures[] {
    return this.#tiles.map(([finished, milliseconds]) => [finished, Math.round(10 * milliseconds) / 10]);
  }
}
