/**
 * Where the server finds runs, and how it follows one: a source lists its runs and follows them by name; however many
 * browsers watch a run, it is read once.
 */
import { reasonOf } from '../errors/system.js';
import type { CellFacts, RunSummary, RunUpdate } from '../runs/run-update.js';
import type { WatchedRun } from '../runs/watched-run.js';

/** A place where runs are found: the server's own threads, a folder of checkpoint files, a cluster. */
export interface RunSource {
  /** The runs that are there, a bounded number of them, the newest first. */
  list(): Promise<RunListing>;

  /**
   * Follows a run.
   *
   * @returns undefined if there is no such run.
   * @throws Error with a message for the user if it cannot be followed.
   */
  follow(name: string): Promise<FollowedRun | undefined>;
}

/** The runs of a source. */
export interface RunListing {
  readonly runs: readonly RunSummary[];
  /** What was left out, in sentences. */
  readonly notes: readonly string[];
}

/** A run that is watched. */
export interface FollowedRun {
  /** What is new since an earlier update's version; everything, if that is a version of another run. */
  update(since?: string): RunUpdate;
  /** What a cell of its map stands for; undefined if there is no such cell. */
  cell(cell: number): Promise<CellFacts | undefined>;
  /** Must be called when nobody watches any more. */
  release(): void;
}

/** Reads a run that others count, as it goes on. */
export interface RunReader {
  /** What was read so far. Another one when the reader has begun from the beginning. */
  readonly run: WatchedRun;
  /** Reads what is new. */
  look(): Promise<void>;
  /** Adds what the run itself does not know of a cell. */
  complete?(facts: CellFacts): Promise<CellFacts>;
}

/** Runs of a source that are followed at a time: each takes the memory of its plan. */
const MOST_FOLLOWED = 8;

/** A run that is being read, and how many watch it. */
interface Reading {
  readonly reader: Promise<RunReader>;
  watchers: number;
}

/** Follows the runs of a source, each with one reader for all who watch it. A reader ends when the last of them leaves. */
export class SharedReaders {
  readonly #open: (name: string) => Promise<RunReader>;
  readonly #pause: number;
  readonly #readings = new Map<string, Reading>();

  /**
   * @param open opens the run of a name, which is known to be there.
   * @param pause milliseconds between two looks.
   */
  constructor(open: (name: string) => Promise<RunReader>, pause: number) {
    this.#open = open;
    this.#pause = pause;
  }

  /** @throws what `open` throws; RangeError if too many runs are followed. */
  async follow(name: string): Promise<FollowedRun> {
    const reading = this.#readings.get(name) ?? this.#begin(name);
    reading.watchers++;
    const release = () => {
      reading.watchers--;
      if (reading.watchers === 0 && this.#readings.get(name) === reading) this.#readings.delete(name);
    };
    try {
      const reader = await reading.reader;
      return {
        update: (since) => reader.run.update(since),
        async cell(cell) {
          const facts = reader.run.cell(cell);
          return facts && reader.complete ? reader.complete(facts) : facts;
        },
        release,
      };
    } catch (error) {
      release();
      throw error;
    }
  }

  #begin(name: string): Reading {
    if (this.#readings.size >= MOST_FOLLOWED) {
      throw new RangeError(`only ${MOST_FOLLOWED} runs can be followed at a time: close another one first`);
    }
    const reading: Reading = { reader: this.#openAndLook(name), watchers: 0 };
    this.#readings.set(name, reading);
    reading.reader.then(
      (reader) => this.#lookOn(name, reading, reader),
      () => {}, // told to those who wait for it
    );
    return reading;
  }

  async #openAndLook(name: string): Promise<RunReader> {
    const reader = await this.#open(name);
    await look(reader);
    return reader;
  }

  /** Looks again and again. The next look comes a pause after the last one has ended: they never pile up. */
  #lookOn(name: string, reading: Reading, reader: RunReader): void {
    setTimeout(async () => {
      if (this.#readings.get(name) !== reading) return;
      await look(reader);
      this.#lookOn(name, reading, reader);
    }, this.#pause).unref();
  }
}

/** What goes wrong is told of the run; the next look may find it well again. */
async function look(reader: RunReader): Promise<void> {
  try {
    await reader.look();
  } catch (error) {
    reader.run.turn('failed', reasonOf(error));
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
