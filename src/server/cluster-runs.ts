import type { Database } from '../cluster/database.js';
import { ResultReader } from '../cluster/results.js';
import { findRun, planOfRun, readRun, readRuns } from '../cluster/runs.js';
import { type RunStatus, readStatus, type WorkerStatus } from '../cluster/status.js';
import type { Plan } from '../plan/plan.js';
import { ObservedRun } from '../runs/observed-run.js';
import type { WorkerFigures } from '../runs/run-update.js';
import type { WatchedRun } from '../runs/watched-run.js';
import { plural } from '../text/numbers.js';
import { type RunListing, type RunReader, type RunSource, SharedReaders } from './run-source.js';

/** Largest number of runs in the list. */
const MOST_LISTED = 200;

/** Largest number of workers to show. Running workers come first. */
const MOST_WORKERS = 200;

/** Milliseconds between two polls of the results and the workers. */
const POLL_EVERY = 2000;

/** The runs of a cluster, read from its database. The page cannot change them. */
export class ClusterRuns implements RunSource {
  readonly #database: Database;
  readonly #readers: SharedReaders;

  /** @param database the caller closes it. */
  constructor(database: Database) {
    this.#database = database;
    this.#readers = new SharedReaders((name, known) => followRun(database, name, known), POLL_EVERY);
  }

  async list(): Promise<RunListing> {
    const rows = await readRuns(this.#database, MOST_LISTED);
    const runs = rows.map(({ name, n, algorithm, subproblems, state, finished }) => {
      return { name, n, algorithm, subproblems, state, finished };
    });
    return { runs, notes: [] };
  }

  async find(name: string): Promise<WatchedRun | undefined> {
    const row = await readRun(this.#database, name);
    return row && this.#readers.find(name, `${row.id}.${row.history}`);
  }
}

/**
 * Reads the whole ledger of a run, and returns a reader for the run and its workers.
 *
 * @param known a plan that is not made again if the run has the same one.
 * @throws UsageError if this version of the program makes another plan; Error if the database does not answer.
 */
async function followRun(database: Database, name: string, known?: Plan): Promise<RunReader> {
  const opened = await findRun(database, name);
  const plan = planOfRun(opened, known);
  const run = new ObservedRun(plan);
  const reader = new ResultReader(database, { id: opened.id, name, plan });
  async function poll(): Promise<boolean> {
    const row = await readRun(database, name);
    if (row?.id !== opened.id || row.history !== opened.history) return false;
    await readNewResults(reader, run, row.seconds);
    show(await readStatus(database, row), run);
    return true;
  }
  await poll();
  return { plan, run, poll };
}

/** Adds new results to a run, with their times from the database. @param now seconds since the start of the run. */
async function readNewResults(reader: ResultReader, observed: ObservedRun, now: number): Promise<void> {
  observed.setSeconds(now);
  for await (const results of reader.read()) {
    for (const { partial, seconds } of results) {
      // The time is negative only if the database's clock was set back.
      observed.take({ partial, where: 'ledger' }, Math.max(0, seconds));
    }
  }
}

function show({ state, reason, workers }: RunStatus, observed: ObservedRun): void {
  const shown = workers.toSorted((a, b) => Number(b.isHere) - Number(a.isHere)).slice(0, MOST_WORKERS);
  observed.otherWorkers = shown.map(figuresOf);
  observed.knownThreads = workers.reduce((sum, { isHere, threads }) => sum + (isHere ? threads : 0), 0);
  // The state in the database, so that the list and `cluster status` show the same. The last results may not be read yet.
  const isRead = observed.totals.finished === observed.share.subproblems.length;
  observed.setState(state === 'finished' && !isRead ? 'counting' : state, reason ?? observed.problem);
}

/** Returns the figures of a worker for the page. */
function figuresOf({ name, threads, isHere, secondsSinceSeen, finished, refusal }: WorkerStatus): WorkerFigures {
  const here = refusal ?? plural(threads, 'thread');
  return { name, note: isHere ? here : 'gone', milliseconds: isHere ? 0 : 1000 * secondsSinceSeen, finished };
}
