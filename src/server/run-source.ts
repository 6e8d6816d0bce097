/**
 * The places where the server finds runs: its own threads, a folder of checkpoint files, a cluster. However many browsers
 * watch a run, it is read once.
 */
import { reasonOf } from '../errors/system.js';
import type { RunSummary } from '../runs/run-update.js';
import type { WatchedRun } from '../runs/watched-run.js';

/** A place where runs are found. */
export interface RunSource {
  /** Lists a bounded number of its runs, the newest first. */
  list(): Promise<RunListing>;

  /**
   * Finds a run, as it is now.
   *
   * @returns undefined if there is no such run.
   * @throws Error with a message for the user if it cannot be read.
   */
  find(name: string): Promise<WatchedRun | undefined>;
}

/** The runs of a source. */
export interface RunListing {
  readonly runs: readonly RunSummary[];
  /** Sentences about what was left out. */
  readonly notes: readonly string[];
}

/** Reads a run that is counted elsewhere. */
export interface RunReader {
  /** Everything read so far. Another run when the reader has begun from the beginning. */
  readonly run: WatchedRun;
  /** Reads what is new. */
  poll(): Promise<void>;
}

/** Runs of a source that are read at a time: each takes the memory of its plan. */
const MOST_READ = 8;

/** A run that is being read. */
interface Reading {
  readonly reader: Promise<RunReader>;
  /** When it was polled last, by performance.now(). */
  polled: number;
  polling: Promise<void> | undefined;
}

/** The runs of a source that are being read: each by one reader, which polls when somebody asks. */
export class SharedReaders {
  readonly #open: (name: string) => Promise<RunReader>;
  readonly #pause: number;
  /** The run that was asked for last comes last. */
  readonly #readings = new Map<string, Reading>();

  /**
   * @param open opens the run of a name, which is known to be there.
   * @param pause milliseconds between two polls at least.
   */
  constructor(open: (name: string) => Promise<RunReader>, pause: number) {
    this.#open = open;
    this.#pause = pause;
  }

  /** Fraction of the work that is done, if the run is being read. */
  async fraction(name: string): Promise<number | undefined> {
    const reader = await this.#readings.get(name)?.reader.catch(() => undefined);
    return reader?.run.fraction;
  }

  /** @throws what `open` throws. */
  async find(name: string): Promise<WatchedRun> {
    const reading = this.#readings.get(name) ?? this.#begin(name);
    this.#readings.delete(name);
    this.#readings.set(name, reading); // now the last one
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

  /** Begins to read a run, in place of the least recently used one. */
  #begin(name: string): Reading {
    for (const longest of this.#readings.keys()) {
      if (this.#readings.size >= MOST_READ) this.#readings.delete(longest);
    }
    return { reader: this.#open(name), polled: Number.NEGATIVE_INFINITY, polling: undefined };
  }
}

/** Polls. If that fails, the run says why; the next poll may succeed. */
async function poll(reader: RunReader): Promise<void> {
  try {
    await reader.poll();
  } catch (error) {
    reader.run.setState('failed', reasonOf(error));
  }
}

/** The same function, but calls that come while it is at work get the result of that work. */
export function sharedCall<Result>(call: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<Result> | undefined;
  return () => {
    underWay ??= call().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
