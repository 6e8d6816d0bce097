import type { Database } from '../cluster/database/database.js';
import { loadResults, NewResults } from '../cluster/ledger/results.js';
import { findRun, planOfRun, type Run, type RunRow, readRun } from '../cluster/ledger/runs.js';
import { latestRuns, type RunStatus, readStatus, type WorkerStatus } from '../cluster/ledger/status.js';
import { ObservedRun } from '../runs/observed-run.js';
import { MOST_POINTS } from '../runs/rate-history.js';
import type { CellFacts, RunSummary, WorkerFigures } from '../runs/run-update.js';
import type { WatchedRun } from '../runs/watched-run.js';
import { plural } from '../text/numbers.js';
import {
  type FollowedRun,
  type RunListing,
  type RunReader,
  type RunSource,
  SharedReaders,
  sharedCall,
} from './run-source.js';

/** Runs that are listed at most. */
const MOST_LISTED = 200;

/** Workers that are shown at most, those that are here first. */
const MOST_WORKERS = 200;

/** Milliseconds between two looks at what was finished, and looks between two at the workers: that asks for more. */
const LOOK_EVERY = 1000;
const STATUS_EVERY = 2;

/** A ledger, which may be large, is read whole again only after this many times as long as that took. */
const PAUSE = 4;

/** The runs of a cluster, followed in its database. The page can look at them, and do nothing to them. */
export class ClusterRuns implements RunSource {
  readonly source = 'cluster';
  readonly #database: Database;
  readonly #readers: SharedReaders;
  readonly list = sharedCall(() => this.#list());

  /** @param database the caller closes it. */
  constructor(database: Database) {
    this.#database = database;
    this.#readers = new SharedReaders((name) => ClusterReader.open(database, name), LOOK_EVERY);
  }

  async #list(): Promise<RunListing> {
    const runs = await latestRuns(this.#database, MOST_LISTED);
    const { source } = this;
    const summaries = runs.map(
      ({ finished, ...run }): RunSummary => ({ source, ...run, ...(finished !== null && { finished }) }),
    );
    return { runs: summaries, notes: [] };
  }

  async follow(name: string): Promise<FollowedRun | undefined> {
    return (await readRun(this.#database, name)) && this.#readers.follow(name);
  }
}

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
 * Reads the ledger of a cluster run as it grows, and what its workers do; from the beginning again if it is not what
 * was read, because a row was missed, something was forgotten, or the name is another run's by now.
 */
class ClusterReader implements RunReader {
  readonly #database: Database;
  #reading: Reading;
  #status: RunStatus | undefined;
  #looks = 0;
  /** Whether the ledger is known to be another one than was read. */
  #isStale = false;
  /** When it may be read whole again, by performance.now(). */
  #againFrom = 0;

  private constructor(database: Database, reading: Reading) {
    this.#database = database;
    this.#reading = reading;
  }

  /**
   * Reads all that the ledger of a run holds.
   *
   * @throws Error in one line: this version makes another plan of it, or the database does not answer.
   */
  static async open(database: Database, name: string): Promise<ClusterReader> {
    return new ClusterReader(database, await begin(database, runOfRow(await findRun(database, name))));
  }

  get run(): WatchedRun {
    return this.#reading.observed.run;
  }

  async look(): Promise<void> {
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
    this.run.times.set(await secondsOf(this.#database, this.#reading.run));
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

  /** Adds the workers that counted the subproblems of a cell. */
  async complete({ subproblems, ...facts }: CellFacts): Promise<CellFacts> {
    const rows = await this.#database.query<{ subproblem: string; worker: string }>(
      `select subproblem, worker.name as worker from queens_par.result join queens_par.worker on worker.id = worker
        where run = $1 and subproblem = any($2)`,
      [this.#reading.run.id, subproblems.map(({ subproblem }) => subproblem.id)],
    );
    const workers = new Map(rows.map(({ subproblem, worker }) => [subproblem, worker]));
    const told = subproblems.map((one) => {
      const worker = workers.get(one.subproblem.id);
      return { ...one, ...(worker !== undefined && { worker }) };
    });
    return { ...facts, subproblems: told };
  }
}

function runOfRow(row: RunRow): Run {
  return { id: row.id, name: row.name, plan: planOfRun(row) };
}

async function begin(database: Database, run: Run): Promise<Reading> {
  const observed = new ObservedRun(run.plan, 'run');
  const news = new NewResults(database, run);
  await news.skip();
  for (const partial of (await loadResults(database, run)).finished()) observed.take(partial, 'ledger');
  observed.run.times.set(await secondsOf(database, run));
  await recordHistory(database, run, observed.run);
  observed.beginHere(performance.now());
  return { run, observed, news, held: 0, conflicts: 0 };
}

/** Seconds since a run began, to its end if it has ended. */
async function secondsOf(database: Database, { id }: Run): Promise<number> {
  const [row] = await database.query<{ seconds: number }>(
    `select extract(epoch from coalesce(ended, clock_timestamp()) - begun)::float8 as seconds
       from queens_par.run where id = $1`,
    [id],
  );
  return Math.max(0, row?.seconds ?? 0);
}

/** Tells a run when its subproblems were counted, those that were entered about the same time together. */
async function recordHistory(database: Database, { id }: Run, run: WatchedRun): Promise<void> {
  const interval = run.times.seconds / MOST_POINTS;
  if (interval === 0) return;
  const rows = await database.query<{ until: number; work: number; seconds: number }>(
    `select max(at)::float8 as until, sum(work)::float8 as work, (avg(milliseconds) / 1000)::float8 as seconds
       from (select extract(epoch from entered - begun) as at, work, milliseconds
               from queens_par.result join queens_par.run on run.id = result.run where run.id = $1) entry
      group by floor(at / $2)`,
    [id, interval],
  );
  for (const { until, work, seconds } of rows) {
    const to = Math.max(0, until); // an imported file was counted before the run began
    run.times.record({ from: Math.max(0, to - seconds), to, work });
  }
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
  const { finished } = observed.run.times;
  const isWhole = held <= finished && finished <= status.finished;
  return status.id === run.id && isWhole && conflicts <= status.conflicts.length;
}

function tell(status: RunStatus, reading: Reading): void {
  const { state, reason, finished, conflicts, workers } = status;
  const { observed } = reading;
  const { run } = observed;
  reading.held = finished;
  for (; reading.conflicts < conflicts.length; reading.conflicts++) run.conflict();
  const shown = workers.toSorted((a, b) => Number(b.isHere) - Number(a.isHere)).slice(0, MOST_WORKERS);
  run.workers = shown.map(figuresOf);
  observed.judge();
  if (run.state === 'counting') run.pace = { ...run.pace, ...paceOf(status) };
  const [conflict] = conflicts;
  if (conflict) {
    // Open: the coordinator has not decided yet who is wrong.
    const { subproblem, count, worker, secondCount, secondWorker } = conflict;
    const twice = `subproblem ${subproblem} was counted twice: ${count} by ${worker} and ${secondCount} by ${secondWorker}`;
    run.turn('conflict', twice);
  } else if (state === 'stopped' || state === 'failed' || state === 'conflict') run.turn(state, reason ?? undefined);
}

/** The pace of the last two minutes, which the database knows longer than we have been following. */
function paceOf({ workPerSecond, secondsLeft }: RunStatus): WatchedRun['pace'] {
  if (workPerSecond === 0) return {};
  return { rate: workPerSecond, ...(secondsLeft !== null && { secondsLeft }) };
}

/** What the ledger knows of a worker. */
function figuresOf({ name, threads, isHere, secondsSinceSeen, finished, refusal }: WorkerStatus): WorkerFigures {
  const here = refusal ?? plural(threads, 'thread');
  return { name, note: isHere ? here : 'gone', milliseconds: isHere ? 0 : 1000 * secondsSinceSeen, finished };
}
