/**
 * The sources of the server's runs: its own threads, a folder of checkpoint files, a cluster. Each run is read once, for any
 * number of browsers.
 */
import { reasonOf } from '../errors/system.js';
import type { RunSummary } from '../runs/run-update.js';
import type { WatchedRun } from '../runs/watched-run.js';

/** A source of runs. */
export interface RunSource {
  /** Lists a limited number of its runs, the newest first. */
  list(): Promise<RunListing>;

  /**
   * Finds a run and updates it.
   *
   * @returns undefined if there is no such run.
   * @throws Error with a message for the user if it cannot be read.
   */
  find(name: string): Promise<WatchedRun | undefined>;
}

/** The runs of a source. */
export interface RunListing {
  readonly runs: readonly Omit<RunSummary, 'source'>[];
  /** Sentences about runs that were left out. */
  readonly notes: readonly string[];
}

/** A reader of a run that another process counts. */
export interface RunReader {
  /** The run. It is another object after the reader has started from the beginning. */
  readonly run: WatchedRun;
  /** Reads new results. */
  poll(): Promise<void>;
}

/** Largest number of runs of a source that are read at a time. Each takes the memory of its plan. */
const MOST_READ = 8;

/** A run that is being read. */
interface SharedReading {
  readonly reader: Promise<RunReader>;
  /** Time of the last poll, by performance.now(). */
  polled: number;
  polling: Promise<void> | undefined;
}

/** The runs of a source that are being read, each by one reader, which polls on request. */
export class SharedReaders {
  readonly #open: (name: string) => Promise<RunReader>;
  readonly #pause: number;
  /** In the order of their last requests. */
  readonly #readings = new Map<string, SharedReading>();

  /**
   * @param open opens an existing run by its name.
   * @param pause smallest time between two polls, in milliseconds.
   */
  constructor(open: (name: string) => Promise<RunReader>, pause: number) {
    this.#open = open;
    this.#pause = pause;
  }

  /** Returns the finished fraction of a run, if it is being read. */
  async fraction(name: string): Promise<number | undefined> {
    const reader = await this.#readings.get(name)?.reader.catch(() => undefined);
    return reader?.run.fraction;
  }

  /** @throws errors of `open`. */
  async find(name: string): Promise<WatchedRun> {
    const reading = this.#readings.get(name) ?? this.#begin(name);
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

  /** Begins to read a run. It replaces the least recently used one if there are too many. */
  #begin(name: string): SharedReading {
    for (const longest of this.#readings.keys()) {
      if (this.#readings.size >= MOST_READ) this.#readings.delete(longest);
    }
    return { reader: this.#open(name), polled: Number.NEGATIVE_INFINITY, polling: undefined };
  }
}

/** Polls. If that fails, the run gets the reason; the next poll may succeed. */
async function poll(reader: RunReader): Promise<void> {
  try {
    await reader.poll();
  } catch (error) {
    reader.run.setState('failed', reasonOf(error));
  }
}
