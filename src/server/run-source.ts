/**
 * Sources of runs for the server: its own threads, a folder of checkpoint files, and a cluster. All browsers that show
 * a run share one reader.
 */
import { reasonOf } from '../errors/system.js';
import type { RunSummary } from '../runs/run-update.js';
import type { WatchedRun } from '../runs/watched-run.js';

/** A source of runs. */
export interface RunSource {
  /** Lists a limited number of runs, newest first. */
  list(): Promise<RunListing>;

  /**
   * Finds a run by its name and reads its new results.
   *
   * @returns undefined if there is no such run.
   * @throws Error with a message for the user if the run cannot be read.
   */
  find(name: string): Promise<WatchedRun | undefined>;
}

/** A source's list of runs. */
export interface RunListing {
  readonly runs: readonly Omit<RunSummary, 'source'>[];
  /** Sentences about runs that are not in the list. */
  readonly notes: readonly string[];
}

/** A reader of a run that another process counts. */
export interface RunReader {
  /** The run. When the reader starts from the beginning, this object is replaced. */
  readonly run: WatchedRun;
  /** Reads new results. */
  poll(): Promise<void>;
}

/** Largest number of open runs of a source. Each takes the memory of its plan. */
const MOST_OPEN = 8;

/** An open run. */
interface SharedReading {
  readonly reader: Promise<RunReader>;
  /** Time of the last poll, by performance.now(). */
  polled: number;
  polling: Promise<void> | undefined;
}

/** The open runs of a source. Each has one reader, which polls on request. */
export class SharedReaders {
  readonly #open: (name: string) => Promise<RunReader>;
  readonly #pause: number;
  /** By name, least recently requested first. */
  readonly #readings = new Map<string, SharedReading>();

  /**
   * @param open function that opens an existing run by its name.
   * @param pause shortest time between two polls, in milliseconds.
   */
  constructor(open: (name: string) => Promise<RunReader>, pause: number) {
    this.#open = open;
    this.#pause = pause;
  }

  /** Returns the finished fraction of an open run; undefined if the run is not open. */
  async fraction(name: string): Promise<number | undefined> {
    const reader = await this.#readings.get(name)?.reader.catch(() => undefined);
    return reader?.run.fraction;
  }

  /** Opens a run, or polls an open one. @throws the errors of `open`. */
  async find(name: string): Promise<WatchedRun> {
    const reading = this.#readings.get(name) ?? this.#start(name);
    this.#readings.delete(name);
    this.#readings.set(name, reading); // moves it to the end
    const reader = await reading.reader.catch((error: unknown) => {
      this.#readings.delete(name);
      throw error;
    });
    if (performance.now() - reading.polled >= this.#pause) {
      reading.polling ??= poll(reader).finally(() => {
        reading.polling = undefined;
        reading.polled = performance.now();
      });
    }
    await reading.polling;
    return reader.run;
  }

  /** Opens a run. If too many are open, closes the least recently used one. */
  #start(name: string): SharedReading {
    for (const oldest of this.#readings.keys()) {
      if (this.#readings.size >= MOST_OPEN) this.#readings.delete(oldest);
    }
    return { reader: this.#open(name), polled: Number.NEGATIVE_INFINITY, polling: undefined };
  }
}

/** Polls a run. If the poll fails, the run gets the state `failed`. A later poll may succeed. */
async function poll(reader: RunReader): Promise<void> {
  try {
    await reader.poll();
  } catch (error) {
    reader.run.setState('failed', reasonOf(error));
  }
}
