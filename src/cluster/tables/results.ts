/** The results of a run in the database: RunResults reads them, and `finishRun` adds them up. */
import { messageOf } from '../../core/errors/errors.js';
import { checkPartialCount, type PartialCount } from '../../core/plan/partial-count.js';
import type { Plan } from '../../core/plan/plan.js';
import { runSteps } from '../../core/plan/steps.js';
import { collect, ResultsGoneError, type StoredResults, type Total, totalOf } from '../../core/results/results.js';
import type { Database, Queryable } from '../connection/database.js';
import { PAGE } from './insertion.js';
import {
  type ClusterRun,
  createResultError,
  findRun,
  IS_COMPLETE,
  RUN_COLUMNS,
  type RunRow,
  rebuildRunPlan,
  refreshRun,
} from './runs.js';

interface ResultRow {
  readonly index: number;
  /** A decimal string, like `work`. */
  readonly count: string;
  readonly work: string;
  readonly milliseconds: number;
  /** In milliseconds since 1970. */
  readonly ended: number;
  readonly transaction: string;
}

/**
 * The results of a run. Each result carries the id of the transaction that wrote it. A call to `read` returns the
 * results of the transactions that were open during the previous call or began after it, so it misses no result. For
 * example:
 *
 *     transactions   7 committed   8 open        9 committed   reads 7 and 9; 8 is open, 10 is next
 *     the next call                8 committed                 reads 8, and from 10 on
 *
 * A transaction of another program that stays open for hours therefore costs nothing.
 */
export class RunResults implements StoredResults {
  readonly source: string;
  readonly #queryable: Queryable;
  /** The run as of the latest call to `read`. */
  header: RunRow;
  #plan: Plan | undefined;
  #isKnown = new Uint8Array();
  /** At the previous call to `read`, the id of the next transaction, and the open transactions. */
  #next = '0';
  #open: readonly string[] = [];
  /** Number of results that have been read. */
  size = 0;

  /**
   * @param row the run as last read, with its plan if it is known.
   * @param worker the name of the worker whose results to read; by default, all workers' results are read.
   */
  constructor(
    queryable: Queryable,
    row: RunRow & { readonly plan?: Plan },
    readonly worker?: string,
  ) {
    this.source = `run:${row.name}`;
    this.#queryable = queryable;
    this.header = row;
    this.#plan = row.plan;
  }

  plan(known?: Plan): Plan {
    this.#plan ??= runSteps(rebuildRunPlan(this.header, known));
    return this.#plan;
  }

  /** Returns whether the result for the given index in the plan has been read. */
  has(index: number): boolean {
    return this.#isKnown[index] === 1;
  }

  /**
   * Yields new results, up to a thousand at a time. A batch must be used before the next one is requested.
   *
   * @throws UsageError if the run was removed; ResultsGoneError if results may have disappeared; OperationalError if a
   *   count is impossible, or an index is not in the plan.
   */
  async *read(): AsyncGenerator<readonly PartialCount[], void> {
    const plan = this.plan();
    const row = await refreshRun(this.#queryable, this.header);
    if (this.size > 0 && row.epoch !== this.header.epoch)
      throw new ResultsGoneError(`results of run ${row.name} may have disappeared`);
    this.header = row;
    if (this.size === 0) this.#isKnown = new Uint8Array(plan.subproblems.length);
    const [snapshot] = await this.#queryable.query<{ text: string }>('select pg_current_snapshot()::text as text');
    if (this.#open.length > 0) {
      // No pages, because a transaction of this program writes at most PAGE results.
      const rows = await this.#select(plan, 'transaction = any($4::xid8[])', [this.#open]);
      yield* this.#admit(rows, plan);
    }
    let [since, after] = [this.#next, -1];
    for (let isLast = false; !isLast; ) {
      const isNew = `(transaction, index) > ($4::xid8, $5::integer) order by result.transaction, index limit ${PAGE}`;
      const rows = await this.#select(plan, isNew, [since, after]);
      isLast = rows.length < PAGE;
      const last = rows.at(-1);
      if (last) [since, after] = [last.transaction, last.index];
      yield* this.#admit(rows, plan);
    }
    const [, next = '0', open = ''] = snapshot?.text.split(':') ?? []; // such as 8:10:8
    this.#next = next;
    this.#open = open === '' ? [] : open.split(',');
  }

  #select(plan: Plan, condition: string, values: readonly unknown[]): Promise<ResultRow[]> {
    return this.#queryable.query(
      `select index, count, work, milliseconds, (1000 * extract(epoch from result.ended))::float8 as ended,
              transaction::text
         from result join run on run.id = result.run
        where run = $1 and plan_hash = $2 and ($3::text is null or worker = (select id from worker where name = $3))
          and ${condition}`,
      [this.header.id, plan.hash, this.worker ?? null, ...values],
    );
  }

  /** Yields the rows that have not been read yet. */
  async *#admit(rows: ResultRow[], plan: Plan): AsyncGenerator<readonly PartialCount[], void> {
    const fresh: PartialCount[] = [];
    for (const { index, count, work, milliseconds, ended } of rows) {
      if (this.has(index)) continue;
      const subproblem = plan.subproblems[index];
      if (!subproblem) throw await createResultError(this.#queryable, this.header, index);
      const partial = { id: subproblem.id, count: Number(count), work: Number(work), milliseconds, ended };
      try {
        checkPartialCount(partial, subproblem);
      } catch (cause) {
        const problem = `run ${this.header.name}: ${messageOf(cause)}`;
        throw await createResultError(this.#queryable, this.header, index, problem);
      }
      this.#isKnown[index] = 1;
      fresh.push(partial);
    }
    this.size += fresh.length;
    if (fresh.length > 0) yield fresh;
    for (const list of [rows, fresh]) list.length = 0; // promises keep these arrays alive: 60 MB for 167,505 results
  }

  get contradictions(): ReadonlyMap<string, readonly number[]> {
    const { conflict } = this.header;
    return new Map(conflict ? [[conflict.subproblem, [Number(conflict.secondCount)]]] : []);
  }

  async countedBy(id: string, count: bigint): Promise<readonly string[]> {
    const { conflict } = this.header;
    const index = this.plan().subproblems.findIndex((subproblem) => subproblem.id === id);
    const workers = await this.#queryable.query<{ name: string }>(
      `select name from worker join result on result.worker = worker.id where run = $1 and index = $2 and count = $3`,
      [this.header.id, index, String(count)],
    );
    const isSecond = conflict?.subproblem === id && conflict.secondCount === String(count);
    return [...workers.map(({ name }) => name), ...(isSecond ? [conflict.secondWorker] : [])];
  }
}

/**
 * Opens the results of the run with the given name.
 *
 * @param worker the name of the worker whose results to read; by default, all workers' results are read.
 * @throws UsageError if there is no such run.
 */
export async function openResults(database: Database, name: string, worker?: string): Promise<RunResults> {
  const row = await findRun(database, name);
  return new RunResults(database, row, worker);
}

/**
 * Finishes a run if its results are complete. Computes the total in one transaction. If another process changes the run
 * at the same time, PostgreSQL aborts the transaction, and `Database.retry` repeats it.
 *
 * @returns the total; undefined if a result is missing, or the run is in conflict.
 */
export function finishRun(
  database: Database,
  { id, plan }: Pick<ClusterRun, 'id' | 'plan'>,
): Promise<Total | undefined> {
  return database.transaction(async (transaction) => {
    const [row] = await transaction.query<RunRow>(
      `select ${RUN_COLUMNS} from run where id = $1 and plan_hash = $2 and ${IS_COMPLETE}`,
      [id, plan.hash],
    );
    if (!row) return undefined;
    const results = await collect(new RunResults(transaction, { ...row, plan }));
    if (results.size < plan.subproblems.length) return undefined;
    const total = totalOf(plan, results);
    const finished = await transaction.query(
      `update run set state = 'finished', reason = null, total = $2
        where id = $1 and state <> 'conflict' returning id`,
      [id, String(total.count)],
    );
    return finished.length > 0 ? total : undefined;
  }, 'isolation level repeatable read');
}
