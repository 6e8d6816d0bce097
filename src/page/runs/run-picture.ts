import type { RateHistory, RunFigures, RunHeader, RunUpdate, WorkerFigures } from '../../runs/run-update.js';
import { shadeAt } from '../parts/shades.js';

/** Shades of the tiles of a map. */
interface Shades {
  /** The shortest and the longest mean time of a tile, in seconds. */
  readonly least: number;
  readonly most: number;
  /** Returns the index in SHADES for a mean time in seconds. */
  shadeOf(seconds: number): number;
}

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
    return finished > 0 ? (this.milliseconds[tile] ?? 0) / 1000 / finished : undefined;
  }

  /** Chooses shades by the ranks of the times. Otherwise a few long times would make all other shades equal. */
  shades(): Shades | undefined {
    const times = Array.from(this.finished, (_, tile) => this.secondsOf(tile))
      .filter((seconds) => seconds !== undefined)
      .sort((a, b) => a - b);
    const [least, most] = [times[0], times.at(-1)];
    if (least === undefined || most === undefined) return undefined;
    const ranks = new Map<number, number>();
    for (const [rank, seconds] of times.entries()) if (!ranks.has(seconds)) ranks.set(seconds, rank);
    const shadeOf = (seconds: number) => shadeAt((ranks.get(seconds) ?? 0) / times.length);
    return { least, most, shadeOf };
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
