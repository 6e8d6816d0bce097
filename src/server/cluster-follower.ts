import type { Database } from '../cluster/database/database.js';
import { loadResults, NewResults } from '../cluster/ledger/results.js';
import { findRun, planOfRun, type Run, type RunRow } from '../cluster/ledger/runs.js';
import { type RunStatus, readStatus, type WorkerStatus } from '../cluster/ledger/status.js';
import { ObservedRun } from '../runs/observed-run.js';
import type { WorkerFigures } from '../runs/run-update.js';
import { type Follower, follow } from './follower.js';

/** Milliseconds between two looks at what was finished, and looks between two at the workers: that asks for more. */
const LOOK_EVERY = 1000;
const STATUS_EVERY = 2;

/** A ledger, which may be large, is read as a whole again only after so many times as long as that took. */
const PAUSE = 4;

/** Workers that are shown at most, those that are here first. */
const MOST_WORKERS = 200;

/** What was read of a ledger. */
interface Reading {
  readonly run: Run;
  readonly observed: ObservedRun;
  readonly news: NewResults;
  /** Subproblems that the ledger held when the status was read last: they must be among those read by the next time. */
  held: number;
  /** Conflicts told. */
  conflicts: number;
}

/**
 * Reads the ledger of a cluster run as it grows, and how its workers stand; from the beginning again if it is not what
 * was read, because a row was missed, something was forgotten, or the name is another run's by now.
 */
export class ClusterFollower {
  readonly #database: Database;
  #reading: Reading;
  #status: RunStatus | undefined;
  #looks = 0;
  /** Whether the ledger is known to be another one than was read. */
  #isStale = false;
  /** When it may be read again, by performance.now(). */
  #againFrom = 0;

  private constructor(database: Database, reading: Reading) {
    this.#database = database;
    this.#reading = reading;
  }

  /**
   * Begins to follow a run, with all that its ledger holds.
   *
   * @throws Error in one line: this version makes another plan of it, or the database does not answer.
   */
  static async follow(database: Database, row: RunRow): Promise<Follower> {
    const cluster = new ClusterFollower(database, await begin(database, runOfRow(row)));
    return follow(
      () => cluster.#reading.observed.run,
      () => cluster.#look(),
      LOOK_EVERY,
    );
  }

  async #look(): Promise<void> {
    const { name } = this.#reading.run;
    this.#isStale ||= !(await readOn(this.#reading));
    if (this.#isStale || this.#looks++ % STATUS_EVERY === 0) {
      [this.#status] = await readStatus(this.#database, name);
      this.#isStale ||= this.#status !== undefined && !fits(this.#status, this.#reading);
    }
    if (!this.#status) throw new Error(`run ${name} was removed`);
    if (this.#isStale) {
      if (performance.now() < this.#againFrom) return;
      await this.#beginAgain();
    }
    tell(this.#status, this.#reading);
  }

  async #beginAgain(): Promise<void> {
    const { run } = this.#reading;
    const begun = performance.now();
    try {
      const row = await findRun(this.#database, run.name);
      this.#reading = await begin(this.#database, row.id === run.id ? run : runOfRow(row));
      this.#isStale = false;
    } finally {
      const now = performance.now();
      this.#againFrom = now + PAUSE * (now - begun);
    }
  }
}

function runOfRow(row: RunRow): Run {
  return { id: row.id, name: row.name, plan: planOfRun(row) };
}

async function begin(database: Database, run: Run): Promise<Reading> {
  const observed = new ObservedRun(run.plan);
  const news = new NewResults(database, run);
  await news.skip();
  for (const partial of (await loadResults(database, run)).finished()) observed.take(partial, 'ledger');
  observed.beginHere(performance.now());
  return { run, observed, news, held: 0, conflicts: 0 };
}

/**
 * Reads what was added.
 *
 * @returns false if a subproblem has another count than before. A second count of the same row is kept elsewhere, as a
 *   conflict: this one was forgotten, and counted again.
 */
async function readOn({ observed, news }: Reading): Promise<boolean> {
  for (const partial of await news.read()) {
    const before = observed.run.ledger.get(partial.id);
    if (before && before.count !== partial.count) return false;
    observed.take(partial, 'ledger');
  }
  return true;
}

/**
 * Whether what was read can still be what the ledger holds. Its status, asked for right after reading, has at least as
 * much, and what an earlier status had is not missing.
 */
function fits(status: RunStatus, { run, observed, held, conflicts }: Reading): boolean {
  const isWhole = held <= observed.finished && observed.finished <= status.finished;
  return status.id === run.id && isWhole && conflicts <= status.conflicts.length;
}

function tell({ state, reason, finished, conflicts, workers }: RunStatus, reading: Reading): void {
  const { observed } = reading;
  const { run } = observed;
  reading.held = finished;
  for (; reading.conflicts < conflicts.length; reading.conflicts++) run.conflict();
  const shown = workers.toSorted((a, b) => Number(b.isHere) - Number(a.isHere)).slice(0, MOST_WORKERS);
  run.workers = shown.map(figuresOf);
  observed.judge();
  if (state === 'stopped') run.turn('stopped', reason ?? undefined);
  else if (state !== 'counting' && state !== 'finished') run.turn('failed', reason ?? undefined);
}

/** What the ledger knows of a worker. */
function figuresOf({ name, threads, isHere, secondsSinceSeen, finished, refusal }: WorkerStatus): WorkerFigures {
  const here = refusal ?? `${threads} ${threads === 1 ? 'thread' : 'threads'}`;
  return { name, note: isHere ? here : 'gone', milliseconds: isHere ? 0 : 1000 * secondsSinceSeen, finished };
}
