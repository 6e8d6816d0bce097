/** The status of runs and workers, for `cluster status` and the page. */
import { kernelVersion } from '../../workers/kernel-version.js';
import { type Agreement, compareWithKnown } from '../board/known-counts.js';
import { secondsLeft } from '../runs/run.js';
import type { Database } from './database.js';
import type { RunRow } from './runs.js';

/** Milliseconds between two heartbeats of a worker. */
export const HEARTBEAT_EVERY = 10_000;

/** Rates are averages over this many seconds. */
const RATE_OVER = 120;

/** SQL condition: a worker is running. It has not left, and its last heartbeat is at most three intervals old. */
const IS_RUNNING = `not worker.gone and worker.seen > now() - interval '${(3 * HEARTBEAT_EVERY) / 1000} seconds'`;

/** A worker and the number of its results for a run. */
export interface WorkerStatus {
  /** Number in the table `worker`. */
  readonly id: number;
  readonly name: string;
  readonly threads: number;
  readonly kernel: string;
  /** Whether the worker is running now. */
  readonly isHere: boolean;
  readonly secondsSinceSeen: number;
  /** Number of the worker's results in the ledger. */
  readonly finished: number;
  /** Reason why the worker last refused a job; null if it has refused none. */
  readonly refusal: string | null;
}

/** The status of a run. */
export interface RunStatus extends RunRow {
  /** Comparison of the total with the published count; null without a total. */
  readonly agreement: Agreement | null;
  /** Number of results in the ledger. */
  readonly finished: number;
  /** Finished fraction of the estimated work, from 0 to 1. */
  readonly fraction: number;
  /** Finished subproblems and work per second, averaged over the last two minutes. */
  readonly subproblemsPerSecond: number;
  readonly workPerSecond: number;
  /** An estimate; null if nothing is finished yet, no worker is running, or an incomplete run has ended. */
  readonly secondsLeft: number | null;
  /** Total counting time of all results, in seconds. */
  readonly countingSeconds: number;
  /** Workers with results of this run. While the run is being counted, also all other running workers. */
  readonly workers: readonly WorkerStatus[];
}

/** Sums over the results of one worker. */
interface WorkerTotals {
  readonly worker: number;
  readonly finished: number;
  readonly cost: number;
  readonly milliseconds: number;
}

/**
 * Inserts a worker into the table `worker`, or records a heartbeat.
 *
 * @returns the number of the worker in the table.
 */
export async function enrollWorker(
  database: Database,
  { name, threads, isHere }: Pick<WorkerStatus, 'name' | 'threads' | 'isHere'>,
): Promise<number> {
  const [row] = await database.query<{ id: number }>(
    `insert into worker (name, threads, kernel, gone) values ($1, $2, $3, $4)
     on conflict (name) do update set threads = $2, kernel = $3, gone = $4, seen = now() returning id`,
    [name, threads, kernelVersion(), !isHere],
  );
  return row?.id ?? 0;
}

/** Reads the number of running workers, and the number of their threads. */
export async function readLiveWorkers(database: Database): Promise<{ count: number; threads: number }> {
  const [row] = await database.query<{ count: number; threads: number }>(
    `select count(*)::integer as count, coalesce(sum(threads), 0)::integer as threads from worker where ${IS_RUNNING}`,
  );
  return row ?? { count: 0, threads: 0 };
}

/** Reads the status of a run. This takes 0.1 s for 200,000 results. */
export async function readStatus(database: Database, run: RunRow): Promise<RunStatus> {
  const totals = await database.query<WorkerTotals>(
    `select worker, count(*)::integer as finished, sum(cost) as cost, sum(milliseconds) as milliseconds
       from result where run = $1 group by worker`,
    [run.id],
  );
  const [rate] = await database.query<{ finished: number; work: number }>(
    `select count(*)::integer as finished, coalesce(sum(work), 0)::float8 as work
       from result where run = $1 and entered > now() - interval '${RATE_OVER} seconds'`,
    [run.id],
  );
  const workers = await database.query<Omit<WorkerStatus, 'finished'>>(
    `select id, name, threads, kernel, ${IS_RUNNING} as "isHere", refusal,
            extract(epoch from now() - seen)::float8 as "secondsSinceSeen"
       from worker where id = any($1) or $2 and ${IS_RUNNING} order by name`,
    [totals.map(({ worker }) => worker), run.state === 'counting'],
  );
  const sum = (field: 'finished' | 'cost' | 'milliseconds') => totals.reduce((all, row) => all + row[field], 0);
  const period = Math.min(RATE_OVER, Math.max(run.seconds, 1));
  const isComplete = sum('finished') === run.subproblems;
  const left = { subproblems: run.subproblems - sum('finished'), cost: Math.max(run.cost - sum('cost'), 0) };
  const speed = (1000 * sum('cost')) / sum('milliseconds');
  const threads = workers.reduce((all, worker) => all + (worker.isHere ? worker.threads : 0), 0);
  return {
    ...run,
    agreement: run.total === null ? null : compareWithKnown(run.n, BigInt(run.total)),
    finished: sum('finished'),
    fraction: isComplete ? 1 : Math.min(sum('cost') / run.cost, 1),
    subproblemsPerSecond: (rate?.finished ?? 0) / period,
    workPerSecond: (rate?.work ?? 0) / period,
    secondsLeft: secondsLeft(left, speed, run.state === 'counting' ? threads : 0) ?? null,
    countingSeconds: sum('milliseconds') / 1000,
    workers: workers.map((worker) => {
      return { ...worker, finished: totals.find((row) => row.worker === worker.id)?.finished ?? 0 };
    }),
  };
}
