/** Sources of runs for the server. All browsers that show a run share one reader. */
import { LedgerFileError, UsageError } from '../errors/errors.js';
import { reasonOf } from '../errors/system.js';
import type { Plan } from '../plan/plan.js';
import type { RunSummary, RunUpdate } from '../runs/run-update.js';

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
  find(name: string): Promise<RunUpdate | undefined>;
}

/** A source's list of runs. */
export interface RunListing {
  readonly runs: readonly Omit<RunSummary, 'source'>[];
  /** Sentences about runs that are not in the list. */
  readonly notes: readonly string[];
}

/** A reader of a run that another process counts. */
export interface RunReader {
  readonly plan: Plan;
  /** Returns the state of the run. @param failure the reason why it cannot be read any more. */
  update(failure?: string): RunUpdate;
  /** Reads new results. @returns false if the run was replaced, so that it must be opened again. */
  poll(): Promise<boolean>;
}

/** Opens a run. @param known the plan of the run before, which saves seconds if it is the same. */
type Open = (name: string, known: Plan | undefined) => Promise<RunReader>;

/** Largest number of open runs of a source. Each takes the memory of its plan. */
const MOST_OPEN = 8;

/** The open runs of a source. */
export class SharedReaders {
  readonly #open: Open;
  readonly #pause: number;
  /** By name, least recently requested first. */
  readonly #shared = new Map<string, SharedReader>();

  /** @param pause shortest time between two polls of a run, in milliseconds. */
  constructor(open: Open, pause: number) {
    this.#open = open;
    this.#pause = pause;
  }

  /**
   * Opens a run, or polls an open one. If too many are open, closes the least recently requested one.
   *
   * @param stamp text that changes with the run. A run that cannot be opened is tried again when its stamp has changed.
   * @throws the errors of `open`.
   */
  find(name: string, stamp: string): Promise<RunUpdate> {
    const reader = this.#shared.get(name) ?? new SharedReader((known) => this.#open(name, known), this.#pause);
    this.#shared.delete(name);
    this.#shared.set(name, reader); // moves it to the end
    for (const oldest of this.#shared.keys()) {
      if (this.#shared.size > MOST_OPEN) this.#shared.delete(oldest);
    }
    return reader.latest(stamp);
  }
}

/** A run that is opened once for all browsers, and polled on request. */
class SharedReader {
  readonly #open: (known: Plan | undefined) => Promise<RunReader>;
  readonly #pause: number;
  #reader: RunReader | undefined;
  #reading: Promise<void> | undefined;
  /** Time when the run was last read, by performance.now(). */
  #readAt = Number.NEGATIVE_INFINITY;
  /** The failure of the last read. With a stamp, it lasts until the run changes. */
  #failure: { readonly error: unknown; readonly stamp: string | undefined } | undefined;

  constructor(open: (known: Plan | undefined) => Promise<RunReader>, pause: number) {
    this.#open = open;
    this.#pause = pause;
  }

  /** Returns the state of the run with its new results. @throws the error of `open` if the run was never opened. */
  async latest(stamp: string): Promise<RunUpdate> {
    const isDue = performance.now() - this.#readAt >= this.#pause && this.#failure?.stamp !== stamp;
    if (isDue) {
      this.#reading ??= this.#read(stamp).finally(() => {
        this.#reading = undefined;
        this.#readAt = performance.now();
      });
    }
    await this.#reading;
    if (this.#reader) return this.#reader.update(this.#failure && reasonOf(this.#failure.error));
    throw this.#failure?.error;
  }

  /** Reads new results. If this fails, an open run gets the state `failed`. A later read may succeed. */
  async #read(stamp: string): Promise<void> {
    try {
      if (!(await this.#reader?.poll())) this.#reader = await this.#open(this.#reader?.plan);
      this.#failure = undefined;
    } catch (error) {
      // Making the plan of a wrong ledger again would take seconds each time. An outage passes.
      const isLasting = error instanceof UsageError || error instanceof LedgerFileError;
      this.#failure = { error, stamp: isLasting ? stamp : undefined };
    }
  }
}
