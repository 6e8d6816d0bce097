/** Maximum number of tiles. The number is limited because a map is sent twice a second. */
export const MOST_TILES = 1000;

/**
 * A map of a run's subproblems. It has a tile for each subproblem or, if there are too many, for several neighbours. Each
 * tile has the version of its latest change, so that only changed tiles are sent to a browser.
 */
export class RunMap {
  readonly perTile: number;
  readonly #tiles: { finished: number; milliseconds: number; changed: number }[];
  /** Grows with every change. */
  version = 0;

  constructor(subproblems: number) {
    this.perTile = Math.max(1, Math.ceil(subproblems / MOST_TILES));
    const length = Math.ceil(subproblems / this.perTile);
    this.#tiles = Array.from({ length }, () => ({ finished: 0, milliseconds: 0, changed: 0 }));
  }

  /** Returns the tile of a subproblem. @param place index of the subproblem in the share. */
  tileOf(place: number): number {
    return Math.floor(place / this.perTile);
  }

  /** Adds a finished subproblem to its tile. @param place index of the subproblem in the share. */
  finish(place: number, milliseconds: number): void {
    const tile = this.#tiles[this.tileOf(place)];
    if (!tile) return;
    tile.finished++;
    tile.milliseconds += milliseconds;
    tile.changed = ++this.version;
  }

  /** Returns the tiles that changed after a version, with three numbers each: index, finished subproblems, milliseconds. */
  changedSince(version: number): number[] {
    return this.#tiles.flatMap(({ finished, milliseconds, changed }, index) =>
      changed > version ? [index, finished, Math.round(10 * milliseconds) / 10] : [],
    );
  }
}
