import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import type { RateHistory, RunFigures, RunHeader, RunUpdate, WorkerFigures } from '../../runs/run-update.js';
import type { Connection, Follower } from './follow-run.js';

/** All that is known of a run, put together from its updates. Its size is that of the map: it does not grow. */
export class RunPicture {
  readonly header: RunHeader;
  /** By cell of the map: subproblems finished, and milliseconds they took together. */
  readonly finished: Uint32Array;
  readonly milliseconds: Float64Array;
  version = '';
  figures: RunFigures;
  workers: readonly WorkerFigures[] = [];
  /** How fast it was over time. */
  history: RateHistory = { interval: 1, rates: [] };

  private constructor(header: RunHeader, { figures }: RunUpdate) {
    const cells = Math.ceil(header.subproblems / header.perCell);
    this.header = header;
    this.finished = new Uint32Array(cells);
    this.milliseconds = new Float64Array(cells);
    this.figures = figures;
  }

  /** The picture after an update: a new one, if that begins from the beginning. */
  static after(picture: RunPicture | undefined, update: RunUpdate): RunPicture | undefined {
    const { header } = update;
    const next = header ? new RunPicture(header, update) : picture;
    if (next) next.#apply(update);
    return next;
  }

  #apply({ version, cells, figures, workers, history }: RunUpdate): void {
    for (let i = 0; i < cells.length; i += 3) {
      const cell = cells[i] ?? 0;
      this.finished[cell] = cells[i + 1] ?? 0;
      this.milliseconds[cell] = cells[i + 2] ?? 0;
    }
    this.version = version;
    this.figures = figures;
    this.workers = workers;
    if (history) this.history = history;
  }

  /** How many subproblems a cell stands for. */
  sizeOf(cell: number): number {
    const { subproblems, perCell } = this.header;
    return Math.min(perCell, subproblems - cell * perCell);
  }
}

/** What a view knows of the run it follows. */
export interface FollowedPicture {
  readonly picture: RunPicture | undefined;
  readonly connection: Connection;
}

/**
 * Follows a run for as long as a view shows it.
 *
 * @param follow begins to follow and returns what ends it; undefined follows nothing. Another function, another run.
 */
export function useRun(follow: ((follower: Follower) => () => void) | undefined): FollowedPicture {
  const picture = useRef<RunPicture | undefined>(undefined);
  const [connection, setConnection] = useState<Connection>({ is: 'live' });
  const [, redraw] = useReducer((count: number) => count + 1, 0);

  useEffect(() => {
    picture.current = undefined;
    setConnection({ is: 'live' });
    return follow?.({
      onUpdate(update) {
        picture.current = RunPicture.after(picture.current, update);
        redraw(undefined);
      },
      onConnection(next) {
        setConnection((last) => (last.is === next.is ? last : next));
      },
    });
  }, [follow]);
  return { picture: picture.current, connection };
}
