import type { RateHistory, RunFigures, RunHeader, RunUpdate, WorkerFigures } from '../../runs/run-update.js';

/** The shortest time of a tile, in seconds. Updates give times to a tenth of a millisecond. */
export const SHORTEST = 1e-4;

/** The state of a run, assembled from its updates. Its size is constant. */
export class RunPicture {
  readonly header: RunHeader;
  /** The number of finished subproblems in each tile, and the sum of their times in milliseconds. */
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

  /** Applies an update. Returns a new picture if the update has everything from the beginning. */
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

  /** Number of subproblems in a tile. */
  sizeOf(tile: number): number {
    const { perTile } = this.header;
    return Math.min(perTile, this.figures.subproblems - tile * perTile);
  }

  /** Mean seconds of a tile's finished subproblems; undefined while none is finished. */
  secondsOf(tile: number): number | undefined {
    const finished = this.finished[tile] ?? 0;
    return finished > 0 ? Math.max(SHORTEST, (this.milliseconds[tile] ?? 0) / 1000 / finished) : undefined;
  }
}

/** Returns the end of each interval, in seconds, and the rate in the interval. */
export function ratePoints({ interval, rates }: RateHistory): readonly (readonly [end: number, rate: number])[] {
  return rates.map((rate, i) => [(i + 1) * interval, rate]);
}

/** Returns up to five round numbers, from 0 to at least `most`. @param most above 0. */
export function roundNumbers(most: number): readonly number[] {
  const decade = 10 ** Math.floor(Math.log10(most / 4));
  const step = [1, 2, 5, 10].map((digit) => digit * decade).find((one) => most / one <= 4) ?? most;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, i) => i * step);
}

/** Round steps of a time axis, in seconds. Longer axes have steps of a year. */
const STEPS = [
  0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14_400, 28_800, 43_200,
].concat([1, 2, 5, 10, 20, 50, 100].map((days) => 86_400 * days));

/** Returns up to four round times above `from` and up to `to`, in seconds. */
export function roundTimes(from: number, to: number): readonly number[] {
  const step = STEPS.find((one) => to / one < 5) ?? 365 * 86_400;
  return Array.from({ length: Math.floor(to / step) }, (_, i) => (i + 1) * step).filter((time) => time >= from);
}
