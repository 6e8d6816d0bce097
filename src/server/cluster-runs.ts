import type { Database } from '../cluster/database.js';
import { ResultReader } from '../cluster/results.js';
import { findRun, planOfRun, type RunRow, readRun, readRuns } from '../cluster/runs.js';
import { type RunStatus, readStatus, type WorkerStatus } from '../cluster/status.js';
import { ObservedRun } from '../runs/observed-run.js';
import type { RunSummary, WorkerFigures } from '../runs/run-update.js';
import type { WatchedRun } from '../runs/watched-run.js';
import { plural } from '../text/numbers.js';
import { type RunListing, type RunReader, type RunSource, SharedReaders, sharedCall } from './run-source.js';

/** Runs that are listed at most. */
const MOST_LISTED = 200;

/** Workers that are shown at most, those that are here first. */
const MOST_WORKERS = 200;

/** Milliseconds between two polls of the results, and polls between two of the workers: that asks for more. */
const POLL_EVERY = 1000;
const STATUS_EVERY = 2;

/** The runs of a cluster, followed in its database. The page can look at them, and do nothing to them. */
export class ClusterRuns implements RunSource {
  readonly source = 'cluster';
  readonly #database: Database;
  readonly #readers: SharedReaders;
  readonly list = sharedCall(() => this.#list());

  /** @param database the caller closes it. */
  constructor(database: Database) {
    this.#database = database;
    this.#readers = new SharedReaders((name) => ClusterReader.open(database, name), POLL_EVERY);
  }

  async #list(): Promise<RunListing> {
    const runs = await readRuns(this.#database, MOST_LISTED);
    const { source } = this;
    const summaries = runs.map(({ name, n, algorithm, subproblems, state, finished }): RunSummary => {
      return { source, name, n, algorithm, subproblems, state, finished };
    });
    return { runs: summaries, notes: [] };
  }

  async find(name: string): Promise<WatchedRun | undefined> {
    return (await readRun(this.#database, name)) && this.#readers.find(name);
  }
}

/** A run as it was read so far. */
interface Reading {
  readonly row: RunRow;
  readonly observed: ObservedRun;
  readonly reader: ResultReader;
}

/** Reads the ledger of a cluster run as it grows, and its workers; from the beginning again if results were removed. */
class ClusterReader implements RunReader {
  readonly #database: Database;
  #reading: Reading;
  #status: RunStatus | undefined;
  #polls = 0;

  private constructor(database: Database, reading: Reading) {
    this.#database = database;
    this.#reading = reading;
  }

  /**
   * Reads the whole ledger of a run.
   *
   * @throws Error in one line: this version makes another plan of it, or the database does not answer.
   */
  static async open(database: Database, name: string): Promise<ClusterReader> {
    return new ClusterReader(database, await begin(database, await findRun(database, name)));
  }

  get run(): WatchedRun {
    return this.#reading.observed;
  }

  async poll(): Promise<void> {
    const database = this.#database;
    const before = this.#reading.row;
    const row = await readRun(database, before.name);
    if (!row) throw new Error(`run ${before.name} was removed`);
    if (row.id !== before.id || row.removals !== before.removals) this.#reading = await begin(database, row);
    await readOn(this.#reading, row);
    if (this.#polls++ % STATUS_EVERY === 0) this.#status = await readStatus(database, row);
    show({ ...(this.#status ?? (await readStatus(database, row))), ...row }, this.#reading.observed);
  }
}

async function begin(database: Database, row: RunRow): Promise<Reading> {
  const { id, name } = row;
  const plan = planOfRun(row);
  const reading = {
    row,
    observed: new ObservedRun(plan),
    reader: new ResultReader(database, { id, name, plan }),
  };
  await readOn(reading, row);
  reading.observed.judge();
  return reading;
}

/** Reads new results. The database knows when each was entered. */
async function readOn({ reader, observed }: Reading, { seconds: now }: RunRow): Promise<void> {
  observed.setSeconds(now);
  for await (const results of reader.read()) {
    for (const { partial, seconds } of results) {
      // A file that was imported was counted before the run began.
      observed.take({ partial, where: 'ledger' }, Math.max(0, seconds));
      observed.setLatest(performance.now() - 1000 * Math.max(0, now - seconds));
    }
  }
}

function show({ state, reason, workers }: RunStatus, observed: ObservedRun): void {
  const shown = workers.toSorted((a, b) => Number(b.isHere) - Number(a.isHere)).slice(0, MOST_WORKERS);
  observed.otherWorkers = shown.map(figuresOf);
  observed.knownThreads = workers.reduce((sum, { isHere, threads }) => sum + (isHere ? threads : 0), 0);
  observed.judge();
  if (state === 'stopped' || state === 'failed' || state === 'conflict') observed.setState(state, reason ?? undefined);
}

/** Figures of a worker, by the ledger. */
function figuresOf({ name, threads, isHere, secondsSinceSeen, finished, refusal }: WorkerStatus): WorkerFigures {
  const here = refusal ?? plural(threads, 'thread');
  return { name, note: isHere ? here : 'gone', milliseconds: isHere ? 0 : 1000 * secondsSinceSeen, finished };
}
