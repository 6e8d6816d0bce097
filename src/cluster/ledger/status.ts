import type { Agreement } from '../../board/known-counts.js';
import type { Algorithm } from '../../plan/subproblem.js';
import type { Database } from '../database/database.js';
import { agreementOf, readTrust, type Trust, type WorkerTotals } from '../trust/trust.js';
import { IS_HERE, type RunRow, type StoredRunState } from './runs.js';

/** Seconds over which rates are taken. */
const RATE_OVER = 120;

/** A worker, and what it did for a run. */
export interface WorkerStatus {
  readonly name: string;
  readonly threads: number;
  readonly kernel: string;
  /** Whether it was heard of within the last minute, and has not left. */
  readonly isHere: boolean;
  readonly secondsSinceSeen: number;
  /** Subproblems in the ledger that it counted. */
  readonly finished: number;
  /** Why it refused a job, when it last did. */
  readonly refusal: string | null;
}

/** Two counts of one subproblem that are not the same. */
interface Conflict {
  readonly subproblem: string;
  readonly count: string;
  readonly worker: string;
  readonly secondCount: string;
  readonly secondWorker: string;
}

/** Where a run stands. */
export interface RunStatus {
  readonly run: string;
  /** Another run under the same name has another one. */
  readonly id: number;
  readonly n: number;
  readonly algorithm: Algorithm;
  readonly planHash: string;
  readonly state: StoredRunState;
  /** Why it is stopped, failed or in conflict. */
  readonly reason: string | null;
  /** The number of solutions, as a decimal string, once it stands. */
  readonly total: string | null;
  /** How the total compares with the published one; null while there is no total. */
  readonly agreement: Agreement | null;
  /** On whom the counts rest; null for a run that was removed meanwhile. */
  readonly trust: Trust | null;
  /** Subproblems of the plan, and those that the ledger holds. */
  readonly subproblems: number;
  readonly finished: number;
  /** Part of the estimated work that is done, from 0 to 1. */
  readonly part: number;
  /** Over the last two minutes: subproblems, and what the work counters count. */
  readonly subproblemsPerSecond: number;
  readonly workPerSecond: number;
  /** Estimated; null while nothing moves. */
  readonly secondsLeft: number | null;
  /** Processor time that the counts in the ledger took, in seconds. */
  readonly countingSeconds: number;
  /** Jobs that were delivered once more. */
  readonly retries: number;
  readonly conflicts: readonly Conflict[];
  /** Those that counted for it, and those that are here. */
  readonly workers: readonly WorkerStatus[];
}

interface RunTotals {
  readonly id: number;
  readonly name: string;
  readonly n: number;
  readonly algorithm: Algorithm;
  readonly plan_hash: string;
  readonly state: StoredRunState;
  readonly reason: string | null;
  readonly total: string | null;
  readonly subproblems: number;
  readonly cost: number;
  readonly retries: number;
  readonly recount: number;
  readonly age: number;
}

interface Counted extends WorkerTotals {
  readonly milliseconds: number;
}

/**
 * How the runs of a database stand, the latest first. One look at all that they hold: about 0.2 s for a million rows.
 *
 * @param name only the run of this name; an empty list if there is none.
 * @param others how many of the runs that are not being counted, the latest first; by default all.
 */
export async function readStatus(database: Database, name?: string, others?: number): Promise<RunStatus[]> {
  const runs = await database.query<RunTotals>(
    `select id, name, n, algorithm, plan_hash, state, reason, total::text, subproblems, cost, retries, recount,
            extract(epoch from now() - begun)::float8 as age
       from queens_par.run
      where ($1::text is null or name = $1::text)
        and (state = 'counting'
             or id in (select id from queens_par.run where state <> 'counting' and ($1::text is null or name = $1::text)
                        order by id desc limit $2::integer))
      order by id desc`,
    [name ?? null, others ?? null], // limit null is none
  );
  const ids = runs.map(({ id }) => id);
  const totals = await database.query<Counted>(
    `select total.*, worker.role
       from (select run, worker, count(*)::integer as finished, sum(cost) as cost, sum(milliseconds) as milliseconds
               from queens_par.result where run = any($1::integer[]) group by run, worker) total
       join queens_par.worker on worker.id = total.worker`,
    [ids],
  );
  const rates = await database.query<{ run: number; finished: number; cost: number; work: number }>(
    `select run, count(*)::integer as finished, sum(cost) as cost, sum(work)::float8 as work
       from queens_par.result where run = any($1::integer[]) and entered > now() - interval '${RATE_OVER} seconds' group by run`,
    [ids],
  );
  const workers = await database.query<Omit<WorkerStatus, 'finished'> & { id: number }>(
    `select id, name, threads, kernel, ${IS_HERE} as "isHere", refusal,
            extract(epoch from now() - seen)::float8 as "secondsSinceSeen"
       from queens_par.worker where ${IS_HERE} or id = any($1::integer[]) order by name`,
    [totals.map(({ worker }) => worker)],
  );
  const conflicts = await database.query<Conflict & { run: number }>(
    `select run, subproblem, count::text, one.name as worker, second_count::text as "secondCount",
            other.name as "secondWorker"
       from queens_par.conflict
       join queens_par.worker one on one.id = worker
       join queens_par.worker other on other.id = second_worker
      where run = any($1::integer[]) order by found, subproblem`,
    [ids],
  );
  const trusts = await readTrust(database, new Map(runs.map(({ id, recount }) => [id, recount])), totals);

  return runs.map((run): RunStatus => {
    const ofRun = totals.filter((total) => total.run === run.id);
    const sum = (field: 'finished' | 'cost' | 'milliseconds') => ofRun.reduce((all, row) => all + row[field], 0);
    const rate = rates.find((row) => row.run === run.id);
    const over = Math.min(RATE_OVER, Math.max(run.age, 1));
    const costPerSecond = (rate?.cost ?? 0) / over;
    const isOver = sum('finished') === run.subproblems;
    const left = Math.max(run.cost - sum('cost'), 0);
    return {
      run: run.name,
      id: run.id,
      n: run.n,
      algorithm: run.algorithm,
      planHash: run.plan_hash,
      state: run.state,
      reason: run.reason,
      total: run.total,
      agreement: agreementOf(run.n, run.total),
      trust: trusts.get(run.id) ?? null,
      subproblems: run.subproblems,
      finished: sum('finished'),
      part: isOver ? 1 : Math.min(sum('cost') / run.cost, 1),
      subproblemsPerSecond: (rate?.finished ?? 0) / over,
      workPerSecond: (rate?.work ?? 0) / over,
      secondsLeft: isOver ? 0 : costPerSecond > 0 && run.state === 'counting' ? left / costPerSecond : null,
      countingSeconds: sum('milliseconds') / 1000,
      retries: run.retries,
      conflicts: conflicts.filter((row) => row.run === run.id).map(({ run: _, ...conflict }) => conflict),
      workers: workers.flatMap(({ id, ...worker }) => {
        const finished = ofRun.find((row) => row.worker === id)?.finished ?? 0;
        return worker.isHere || finished > 0 ? [{ ...worker, finished }] : [];
      }),
    };
  });
}

/** How many runs there are. */
export async function countRuns(database: Database): Promise<number> {
  const [row] = await database.query<{ runs: number }>('select count(*)::integer as runs from queens_par.run');
  return row?.runs ?? 0;
}

/** Results counted for one list at most: that takes half a second (2026-11-21). */
const MOST_COUNTED = 2_000_000;

/** A run in a list. */
interface ListedRun extends Pick<RunRow, 'name' | 'n' | 'algorithm' | 'state'> {
  readonly subproblems: number;
  /** Subproblems that the ledger holds; null where counting them would take too long. */
  readonly finished: number | null;
}

/** The latest runs, at most `limit`. Results are counted of those that have not finished, the latest first. */
export async function latestRuns(database: Database, limit: number): Promise<ListedRun[]> {
  return database.query<ListedRun>(
    `select name, n, algorithm, state, subproblems,
            case when state = 'finished' then subproblems
                 when sum(subproblems) filter (where state <> 'finished') over (order by id desc) <= ${MOST_COUNTED}
                 then (select count(*)::integer from queens_par.result where run = latest.id)
            end as finished
       from (select * from queens_par.run order by id desc limit $1::integer) latest
      order by id desc`,
    [limit],
  );
}

/** The jobs in the queue, those of all runs together. */
export interface QueueStatus {
  /** For a worker. */
  readonly waiting: number;
  /** With a worker. */
  readonly active: number;
  /** For a while, after a failure or a refusal. */
  readonly delayed: number;
  /** Whether workers get no jobs. No command of ours pauses the queue. */
  readonly isPaused: boolean;
}

/** Counts the jobs in the queue. */
export async function readQueueStatus(database: Database): Promise<QueueStatus> {
  const [status] = await database.query<QueueStatus>(
    `select count(*) filter (where state = 'waiting')::integer as waiting,
            count(*) filter (where state = 'active')::integer as active,
            count(*) filter (where state = 'delayed')::integer as delayed,
            exists (select from queens_par_queue.meta where field = 'paused') as "isPaused"
       from queens_par_queue.job`,
  );
  return status ?? { waiting: 0, active: 0, delayed: 0, isPaused: false };
}
