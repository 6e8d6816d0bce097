import type { RunStats } from './progress.js';
import type { Run } from './run.js';

/** Maximum number of tiles, limited because the map is sent several times a second. */
export const MAX_TILES = 1000;

/** A map of a run's subproblems in at most `MAX_TILES` tiles: a JSON value of limited size. */
export interface TileMap {
  /** Number of subproblems in a tile. The last tile may have fewer. */
  readonly perTile: number;
  readonly tiles: readonly Tile[];
  /** The counting threads that are known, each with the tile of its subproblem. */
  readonly threads: readonly { readonly thread: number; readonly tile: number }[];
}

/** The number of finished subproblems in a tile, and the sum of their times, rounded to tenths of a millisecond. */
type Tile = readonly [finished: number, milliseconds: number];

/** An update of the page's view of a run: a JSON value whose size does not grow with the run. */
export interface RunUpdate {
  readonly stats: RunStats;
  readonly map: TileMap;
  /** Part of the plan, such as `3/16`. Absent if the whole plan is counted. */
  readonly part?: string | undefined;
  /** Name of the ledger file, if there is one. */
  readonly file?: string | undefined;
}

/** Builds the map of a run, with a tile for each subproblem or, if there are too many, for several neighboring ones. */
export function buildTileMap(run: Run): TileMap {
  const { subproblems } = run.share;
  const perTile = Math.max(1, Math.ceil(subproblems.length / MAX_TILES));
  const tiles = Array.from({ length: Math.ceil(subproblems.length / perTile) }, (_, tile): Tile => {
    let finished = 0;
    let milliseconds = 0;
    for (const { id } of subproblems.slice(tile * perTile, (tile + 1) * perTile)) {
      const partial = run.results.get(id);
      if (!partial) continue;
      finished++;
      milliseconds += partial.milliseconds;
    }
    return [finished, Math.round(10 * milliseconds) / 10];
  });
  const threads = run.running.map(({ id, thread }) => ({ thread, tile: Math.floor(run.indexOf(id) / perTile) }));
  return { perTile, tiles, threads };
}
