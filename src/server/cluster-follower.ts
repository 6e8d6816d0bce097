import type { Database } from '../cluster/database.js';
import { loadResults, NewResults } from '../cluster/results.js';
import { planOfRun, type Run, type RunRow } from '../cluster/runs.js';
import { type RunStatus, readStatus, type WorkerStatus } from '../cluster/status.js';
import { reasonOf } from '../ledger/system-reason.js';
import { ObservedRun } from '../runs/observed-run.js';
import type { RunUpdate, WorkerFigures } from '../runs/run-update.js';
import { type Repetition, repeated } from './repeated.js';

/** Milliseconds between two looks at what was finished, and looks between two at the workers: that asks for more. */
const LOOK_EVERY = 1000;
const STATUS_EVERY = 2;

/** Workers that are shown at most, those that are here first. */
const MOST_WORKERS = 200;

/** Reads the ledger of a cluster run as it grows, and how its workers stand. */
export class ClusterFollower {
  readonly #database: Database;
  readonly #name: string;
  readonly #observed: ObservedRun;
  readonly #news: NewResults;
  #looking: Repetition | undefined;
  #status: RunStatus | undefined;
  #conflicts = 0;
  #looks = 0;

  private constructor(database: Database, { name, plan }: Run, news: NewResults) {
    this.#database = database;
    this.#name = name;
    this.#observed = new ObservedRun(plan);
    this.#news = news;
  }

  /**
   * Begins to follow a run, with all that its ledger holds.
   *
   * @throws Error in one line: this version makes another plan of it, or the database does not answer.
   */
  static async follow(database: Database, row: RunRow): Promise<ClusterFollower> {
    const run = { id: row.id, name: row.name, plan: planOfRun(row) };
    const news = new NewResults(database, run);
    await news.skip();
    const follower = new ClusterFollower(database, run, news);
    for (const partial of (await loadResults(database, run)).finished()) follower.#observed.take(partial, 'ledger');
    follower.#observed.beginHere(performance.now());
    await follower.#look();
    follower.#looking = repeated(() => follower.#look(), LOOK_EVERY);
    return follower;
  }

  update(since?: string): RunUpdate {
    return this.#observed.run.update(since);
  }

  close(): void {
    this.#looking?.stop();
  }

  /** What goes wrong is told of the run; the next look may find it well again. */
  async #look(): Promise<void> {
    const { run } = this.#observed;
    try {
      for (const partial of await this.#news.read()) this.#observed.take(partial, 'ledger');
      if (this.#looks++ % STATUS_EVERY === 0) [this.#status] = await readStatus(this.#database, this.#name);
      if (this.#status) this.#tell(this.#status);
      else run.turn('failed', `run ${this.#name} was removed`);
    } catch (error) {
      run.turn('failed', reasonOf(error));
    }
  }

  #tell({ state, reason, conflicts, workers }: RunStatus): void {
    const { run } = this.#observed;
    for (; this.#conflicts < conflicts.length; this.#conflicts++) run.conflict();
    const shown = workers.toSorted((a, b) => Number(b.isHere) - Number(a.isHere)).slice(0, MOST_WORKERS);
    run.workers = shown.map(figuresOf);
    this.#observed.judge();
    if (state === 'stopped') run.turn('stopped', reason ?? undefined);
    else if (state !== 'counting' && state !== 'finished') run.turn('failed', reason ?? undefined);
  }
}

/** What the ledger knows of a worker. */
function figuresOf({ name, threads, isHere, secondsSinceSeen, finished, refusal }: WorkerStatus): WorkerFigures {
  const here = refusal ?? `${threads} ${threads === 1 ? 'thread' : 'threads'}`;
  return { name, note: isHere ? here : 'gone', milliseconds: isHere ? 0 : 1000 * secondsSinceSeen, finished };
}
