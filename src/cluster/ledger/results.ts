import { MemoryLedger } from '../../ledger/memory.js';
import type { PartialCount } from '../../plan/partial-count.js';
import type { Database } from '../database/database.js';
import type { Run } from './runs.js';
import { type Fault, setAsideResults } from './set-aside.js';

/** Rows asked for at a time: 1 MB or so. With 50,000, Node keeps 100 MB more for garbage (2026-11-22). */
const PAGE = 5_000;

/** Seconds after its time at which a row may still become visible: a second reading looks back as far. */
const LATE = 2;

interface ResultRow {
  readonly subproblem: string;
  /** bigint comes as text. */
  readonly count: string;
  readonly work: string;
  readonly milliseconds: number;
}

interface NewRow extends ResultRow {
  readonly entered: string;
  /** How far the next look goes back. */
  readonly since: string;
}

/** How results are read. */
export interface LoadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with a message for the user if results were set aside. */
  readonly note?: ((message: string) => void) | undefined;
}

/**
 * Everything that a run's ledger in the database holds, checked against the plan. What cannot be right is set aside under
 * the name of the login that handed it in: it must not keep the run from being counted.
 *
 * @throws the signal's reason if it was aborted.
 */
export async function loadResults(
  database: Database,
  run: Run,
  { signal, note }: LoadOptions = {},
): Promise<MemoryLedger> {
  const ledger = new MemoryLedger(run.plan.subproblems);
  const wrong: Record<Fault, string[]> = { unknown: [], impossible: [] };
  for (let after = ''; ; ) {
    signal?.throwIfAborted();
    const rows = await database.query<ResultRow>(
      `select subproblem, count, work, milliseconds from queens_par.result
        where run = $1::integer and subproblem > $2::text order by subproblem limit ${PAGE}`,
      [run.id, after],
    );
    for (const row of rows) {
      const partial = partialOf(row);
      const fault = faultOf(partial, ledger.largestCount(partial.id));
      if (fault) wrong[fault].push(partial.id);
      else ledger.enter(partial);
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) break;
    after = last.subproblem;
  }
  // Not as arguments of `note?.`: without a note, these are not evaluated.
  const unknown = wrong.unknown.length > 0 && (await setAsideResults(database, run, wrong.unknown, 'unknown'));
  if (unknown) note?.(unknown);
  if (wrong.impossible.length === 0) return ledger;
  const impossible = await setAsideResults(database, run, wrong.impossible, 'impossible');
  note?.(impossible);
  return loadResults(database, run, { signal, note }); // more than these rows may have been set aside
}

/** What is wrong with a result, if anything is. @param largest its largest possible count; undefined if it is unknown. */
export function faultOf(partial: PartialCount, largest: number | undefined): Fault | undefined {
  if (largest === undefined) return 'unknown';
  const isPossible =
    Number.isSafeInteger(partial.count) && Number.isSafeInteger(partial.work) && partial.count <= largest;
  return isPossible ? undefined : 'impossible';
}

function partialOf({ subproblem, count, work, milliseconds }: ResultRow): PartialCount {
  return { id: subproblem, count: Number(count), work: Number(work), milliseconds };
}

/** Reads what has come into a run's ledger since it was last asked. May give a row twice, and may miss one. */
export class NewResults {
  readonly #database: Database;
  readonly #run: number;
  /** Nothing before this time needs to be asked for. */
  #since = '-infinity';

  constructor(database: Database, run: Run) {
    this.#database = database;
    this.#run = run.id;
  }

  /** Asks from now on: what is there already is known. */
  async skip(): Promise<void> {
    const now = `select (clock_timestamp() - interval '${LATE} seconds')::text as since`;
    const [row] = await this.#database.query<{ since: string }>(now);
    this.#since = row?.since ?? this.#since;
  }

  async read(): Promise<PartialCount[]> {
    const news: PartialCount[] = [];
    let last: NewRow | undefined;
    let rows: NewRow[];
    do {
      rows = await this.#database.query<NewRow>(
        `select subproblem, count, work, milliseconds, entered::text,
                (entered - interval '${LATE} seconds')::text as since
           from queens_par.result
          where run = $1::integer and entered >= $2::timestamptz
            and (entered, subproblem) > ($2::timestamptz, $3::text)
          order by result.entered, subproblem limit ${PAGE}`,
        [this.#run, last?.entered ?? this.#since, last?.subproblem ?? ''],
      );
      for (const row of rows) news.push(partialOf(row));
      last = rows.at(-1) ?? last;
    } while (rows.length === PAGE);
    this.#since = last?.since ?? this.#since;
    return news;
  }
}

/** When the latest of a run's results was entered; null if there is none. */
export async function latestEntry(database: Database, { id }: Run): Promise<string | null> {
  const [row] = await database.query<{ latest: string | null }>(
    'select max(entered)::text as latest from queens_par.result where run = $1::integer',
    [id],
  );
  return row?.latest ?? null;
}

/** How many subproblems a run's ledger holds. */
export async function countResults(database: Database, { id }: Run): Promise<number> {
  const [row] = await database.query<{ finished: number }>(
    'select count(*)::integer as finished from queens_par.result where run = $1::integer',
    [id],
  );
  return row?.finished ?? 0;
}
