/** The results of a run in the database: read, checked against the plan, and set aside where they cannot be right. */
import { MemoryLedger } from '../../ledger/memory.js';
import type { PartialCount } from '../../plan/partial-count.js';
import type { Database } from '../database/database.js';
import type { Run } from './runs.js';

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

/** Why results of a run do not count. */
export type Fault = 'unknown' | 'impossible';

const REASONS: Readonly<Record<Fault, string>> = {
  unknown: 'the plan has no such subproblem',
  impossible: 'the count is larger than is possible',
};

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
  for (const fault of ['unknown', 'impossible'] as const) {
    if (wrong[fault].length === 0) continue;
    const message = await setAsideResults(database, run, wrong[fault], fault); // also where nobody is told
    note?.(message);
  }
  if (wrong.impossible.length === 0) return ledger;
  return loadResults(database, run, { signal, note }); // more than these rows may have been set aside
}

/** What is wrong with a result, if anything is. @param largest its largest possible count; undefined if it is unknown. */
export function faultOf(partial: PartialCount, largest: number | undefined): Fault | undefined {
  if (largest === undefined) return 'unknown';
  const isPossible =
    Number.isSafeInteger(partial.count) && Number.isSafeInteger(partial.work) && partial.count <= largest;
  return isPossible ? undefined : 'impossible';
}

/**
 * Moves results that cannot be right out of the ledger, so that others count these subproblems. A login that handed in
 * an impossible count is set aside with all that it handed in, unless it owns the ledger.
 *
 * @param ids of the subproblems.
 * @returns a line that says what was done.
 */
async function setAsideResults(database: Database, run: Run, ids: readonly string[], fault: Fault): Promise<string> {
  const [row] = await database.query<{ logins: string[] }>(
    `select queens_par.set_aside_wrong($1::integer, $2::text[], $3::text, $4::boolean) as logins`,
    [run.id, ids, REASONS[fault], fault === 'impossible'],
  );
  const logins = row?.logins ?? [];
  const others = ids.length > 1 ? ` and ${ids.length - 1} others` : '';
  const by = logins.length > 0 ? ` by ${logins.join(', ')}` : '';
  return `run ${run.name}: results were set aside that were handed in${by}: ${ids[0]}${others}: ${REASONS[fault]}`;
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

/** How many subproblems a run's ledger holds. */
export async function countResults(database: Database, { id }: Run): Promise<number> {
  const [row] = await database.query<{ finished: number }>(
    'select count(*)::integer as finished from queens_par.result where run = $1::integer',
    [id],
  );
  return row?.finished ?? 0;
}

/**
 * Takes back what was set aside under a login's name: its results count again, where nobody has counted them since, and it
 * gets jobs again.
 *
 * @returns how many results count again; undefined if nothing was set aside under this name.
 */
export async function trustLogin(database: Database, login: string): Promise<number | undefined> {
  const [row] = await database.query<{ moved: number }>(
    `select queens_par.trust_login($1::text) as moved
      where exists (select from queens_par.set_aside where role = $1::text)
         or exists (select from queens_par.set_aside_result
                      join queens_par.worker on worker.id = set_aside_result.worker where worker.role = $1::text)`,
    [login],
  );
  return row?.moved;
}
