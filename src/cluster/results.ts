/** The ledger of a run in the database. Workers insert results, readers poll for them, and `finishRun` adds them up. */
import type { Total } from '../ledger/ledger.js';
import { MemoryLedger } from '../ledger/memory.js';
import { checkPartialCount, ImpossibleCountError, type PartialCount } from '../plan/partial-count.js';
import type { Subproblem } from '../plan/subproblem.js';
import type { Database, Query } from './database.js';
import { DatabaseError } from './database-error.js';
import { type ClusterRun, type Conflict, IS_COMPLETE, type RunRow } from './runs.js';
import { type Enrollment, enrollWorker } from './workers.js';

/** Largest number of rows (about 200 kB) that a statement reads or inserts. With 5,000 rows, V8 takes 60 MB more. */
const PAGE = 1_000;

/** A counted subproblem and its place in the plan. */
export interface Counted {
  readonly place: number;
  readonly subproblem: Subproblem;
  readonly partial: PartialCount;
}

/**
 * Inserts the results of a worker, up to a thousand in a transaction. Existing results are not changed. If an existing
 * count differs, the run gets the state `conflict`. If the run was removed or now has another kernel, inserts nothing.
 *
 * The worker is found by its name, because in a restored database its number may be missing or belong to another worker.
 *
 * @returns the number of new results.
 */
export async function insertResults(
  database: Database,
  run: RunIdentity,
  worker: Enrollment,
  results: readonly Counted[],
): Promise<number> {
  let inserted = 0;
  for (let first = 0; first < results.length; first += PAGE) {
    inserted += await insertPage(database, run, worker, results.slice(first, first + PAGE));
  }
  return inserted;
}

/** What identifies a run when results are inserted. */
type RunIdentity = Pick<RunRow, 'id' | 'kernel' | 'planHash'>;

function insertPage(
  database: Database,
  { id, kernel, planHash }: RunIdentity,
  worker: Enrollment,
  results: readonly Counted[],
): Promise<number> {
  const places = results.map(({ place }) => place);
  const counts = results.map(({ partial }) => partial.count);
  return database.transaction(async (query) => {
    const enrolled = await query('select from worker where name = $1', [worker.name]);
    if (enrolled.length === 0) await enrollWorker({ query }, worker);
    const inserted = await query(
      `insert into result (run, place, count, work, cost, milliseconds, worker)
       select run.id, counted.*, worker.id from run join worker on worker.name = $3,
              unnest($4::integer[], $5::bigint[], $6::bigint[], $7::float8[], $8::float8[]) as counted (place)
        where run.id = $1 and run.kernel = $2 and plan_hash = $9 order by place
       on conflict do nothing returning place`,
      [
        ...[id, kernel, worker.name, places, counts],
        results.map(({ partial }) => partial.work),
        results.map(({ subproblem }) => subproblem.cost),
        results.map(({ partial }) => partial.milliseconds),
        planHash,
      ],
    );
    if (inserted.length < results.length) await reportConflict(query, id, worker.name, results);
    return inserted.length;
  });
}

/** Sets the state `conflict` if the ledger has a different count for a result. A run keeps its first conflict. */
async function reportConflict(
  query: Query,
  run: number,
  secondWorker: string,
  results: readonly Counted[],
): Promise<void> {
  const [row] = await query<Omit<Conflict, 'subproblem' | 'secondWorker'>>(
    `select place, result.count::text, worker.name as worker, counted.count::text as "secondCount"
       from result join worker on worker.id = result.worker
       join unnest($2::integer[], $3::bigint[]) as counted (place, count) using (place)
      where run = $1 and result.count <> counted.count order by place limit 1`,
    [run, results.map(({ place }) => place), results.map(({ partial }) => partial.count)],
  );
  if (!row) return;
  const subproblem = results.find(({ place }) => place === row.place)?.subproblem.id ?? '';
  const conflict: Conflict = { subproblem, ...row, secondWorker };
  const { count, secondCount } = row;
  const reason = `subproblem ${subproblem} was counted as ${count} by ${row.worker} and as ${secondCount} by ${secondWorker}`;
  await query(
    `update run set state = 'conflict', reason = $2, conflict = $3, total = null, ended = now()
      where id = $1 and conflict is null`,
    [run, reason, JSON.stringify(conflict)],
  );
}

/** A result in the ledger. */
export interface Result extends Counted {
  /** Number of the worker in the table `worker`. */
  readonly worker: number;
  /** Time of insertion, in seconds since the start of the run. */
  readonly seconds: number;
}

interface ResultRow {
  readonly place: number;
  /** A decimal string; so is `work`. */
  readonly count: string;
  readonly work: string;
  readonly milliseconds: number;
  readonly worker: number;
  readonly seconds: number;
  readonly transaction: string;
  /** Number of the oldest open transaction: all transactions before it have ended. */
  readonly horizon: string;
}

/**
 * A reader for the results of a run. The first call of `read` yields all existing results, later calls only new ones.
 * Each result has the number of its transaction. A call of `read` starts at the oldest transaction that was still open
 * during the previous call, so no result is missed. After a change of `RunRow.history`, make a new reader.
 */
export class ResultReader {
  readonly #query: Query;
  readonly #run: ClusterRun;
  readonly #isKnown: Uint8Array;
  #since = '0';
  /** Number of results that have been read. */
  finished = 0;

  /** @param source a database, or the `query` of a transaction. */
  constructor(source: { readonly query: Query }, run: ClusterRun) {
    this.#query = (text, values) => source.query(text, values);
    this.#run = run;
    this.#isKnown = new Uint8Array(run.plan.subproblems.length);
  }

  /** Returns whether the result for this place of the plan has been read. */
  has(place: number): boolean {
    return this.#isKnown[place] === 1;
  }

  /**
   * Reads new results, each once, up to a thousand at a time.
   *
   * @throws DatabaseError if a count is impossible, or a place is not in the plan.
   */
  async *read(): AsyncGenerator<Result[], void> {
    let since = this.#since;
    let after = -1;
    let horizon: string | undefined;
    for (let isLast = false; !isLast; ) {
      const rows = await this.#query<ResultRow>(
        `select place, count, work, milliseconds, worker, transaction::text,
                extract(epoch from entered - run.begun)::float8 as seconds,
                pg_snapshot_xmin(pg_current_snapshot())::text as horizon
           from result join run on run.id = result.run
          where run = $1 and plan_hash = $4 and (transaction, place) > ($2::xid8, $3::integer)
          order by result.transaction, place limit ${PAGE}`,
        [this.#run.id, since, after, this.#run.plan.hash],
      );
      isLast = rows.length < PAGE;
      horizon ??= rows[0]?.horizon;
      const last = rows.at(-1);
      if (last) ({ transaction: since, place: after } = last);
      const fresh = rows.filter(({ place }) => !this.has(place)).map((row) => this.#check(row));
      for (const { place } of fresh) this.#isKnown[place] = 1;
      this.finished += fresh.length;
      if (fresh.length > 0) yield fresh;
      for (const list of [rows, fresh]) list.length = 0; // promises keep these arrays alive: 60 MB for 167,505 results
    }
    this.#since = horizon ?? this.#since;
  }

  #check({ place, count, work, milliseconds, worker, seconds }: ResultRow): Result {
    const { name, plan } = this.#run;
    const subproblem = plan.subproblems.at(place);
    if (!subproblem || place < 0)
      throw new DatabaseError(`run ${name} has a result for place ${place}, but its plan has no such place`);
    const partial = { id: subproblem.id, count: Number(count), work: Number(work), milliseconds };
    try {
      checkPartialCount(partial, subproblem);
    } catch (cause) {
      if (!(cause instanceof ImpossibleCountError)) throw cause;
      throw new DatabaseError(
        `run ${name}: ${cause.message}; find the worker of place ${place} in the view queens_par.ledger, and remove its results`,
        { cause },
      );
    }
    return { place, subproblem, partial, worker, seconds };
  }
}

/** Reads the ledger of a run at one moment. @param worker number of a worker, to read only its results. */
export function readLedger(database: Database, run: ClusterRun, worker?: number): Promise<MemoryLedger> {
  return database.transaction(async (query) => {
    const ledger = new MemoryLedger();
    for await (const results of new ResultReader({ query }, run).read()) {
      for (const result of results) if (worker === undefined || result.worker === worker) ledger.add(result.partial);
    }
    return ledger;
  }, 'isolation level repeatable read, read only');
}

/**
 * Finishes a run if its ledger is complete. The total is computed in one transaction. If another process changes the
 * run at the same time, PostgreSQL aborts the transaction, and `Database.retry` repeats it.
 *
 * @returns the total; undefined if a result is missing, or the run is in conflict.
 */
export function finishRun(database: Database, run: ClusterRun): Promise<Total | undefined> {
  return database.transaction(async (query) => {
    if ((await query(`select from run where id = $1 and ${IS_COMPLETE}`, [run.id])).length === 0) return undefined;
    const reader = new ResultReader({ query }, run);
    let count = 0n;
    let work = 0n;
    for await (const results of reader.read()) {
      for (const { subproblem, partial } of results) {
        count += BigInt(subproblem.weight) * BigInt(partial.count);
        work += BigInt(subproblem.weight) * BigInt(partial.work);
      }
    }
    if (reader.finished < run.plan.subproblems.length) return undefined;
    const finished = await query(
      `update run set state = 'finished', reason = null, total = $2,
              ended = case state when 'finished' then ended else now() end
        where id = $1 and plan_hash = $3 and state <> 'conflict' returning id`,
      [run.id, String(count), run.plan.hash],
    );
    return finished.length > 0 ? { count, work } : undefined;
  }, 'isolation level repeatable read');
}
