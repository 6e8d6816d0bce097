import type { RateHistory, RunFigures, RunHeader, RunUpdate, WorkerFigures } from '../../runs/run-update.js';

/** Everything known of a run, put together from its updates. Its size is that of the map: it does not grow. */
export class RunPicture {
  readonly header: RunHeader;
  /** By tile of the map: subproblems finished, and milliseconds they took together. */
  readonly finished: Uint32Array;
  readonly milliseconds: Float64Array;
  version = '';
  figures: RunFigures;
  workers: readonly WorkerFigures[] = [];
  history: RateHistory = { interval: 1, rates: [] };

  private constructor(header: RunHeader, { figures }: RunUpdate) {
    const tiles = Math.ceil(figures.subproblems / header.perTile);
    this.header = header;
    this.finished = new Uint32Array(tiles);
    this.milliseconds = new Float64Array(tiles);
    this.figures = figures;
  }

  /** The picture after an update: a new one, if that begins from the beginning. */
  static after(picture: RunPicture | undefined, update: RunUpdate): RunPicture | undefined {
    const { header } = update;
    const next = header ? new RunPicture(header, update) : picture;
    if (next) next.#apply(update);
    return next;
  }

  #apply({ version, tiles, figures, workers, history }: RunUpdate): void {
    for (let i = 0; i < tiles.length; i += 3) {
      const tile = tiles[i] ?? 0;
      this.finished[tile] = tiles[i + 1] ?? 0;
      this.milliseconds[tile] = tiles[i + 2] ?? 0;
    }
    this.version = version;
    this.figures = figures;
    this.workers = workers;
    if (history) this.history = history;
  }

  /** Number of subproblems that a tile stands for. */
  sizeOf(tile: number): number {
    const { perTile } = this.header;
    return Math.min(perTile, this.figures.subproblems - tile * perTile);
  }

  /** Mean seconds of a tile's finished subproblems; undefined while none is finished. */
  secondsOf(tile: number): number | undefined {
    const finished = this.finished[tile] ?? 0;
    return finished > 0 ? (this.milliseconds[tile] ?? 0) / 1000 / finished : undefined;
  }
}

/** The end of each interval in seconds, and the rate in it. */
export function ratePoints({ interval, rates }: RateHistory): readonly (readonly [end: number, rate: number])[] {
  return rates.map((rate, i) => [(i + 1) * interval, rate]);
}
