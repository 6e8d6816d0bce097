/** The status of a run. The database adds up the results, because reading them all here would take seconds. */
import { compareWithKnown } from '../../core/board/known-counts.js';
import { messageOf } from '../../core/errors/errors.js';
import { MAX_THREADS } from '../../core/plan/plan.js';
import type { PlanHeader } from '../../core/results/results.js';
import { estimateProgress, measureRates, type WorkerResult } from '../../core/runs/estimate.js';
import type { RunStats } from '../../core/runs/progress.js';
import { REFERENCE_SPEED } from '../../core/runs/rate.js';
import type { Database } from '../connection/database.js';
import { type Operation, readCountedJobs, readQueueStatus } from './operation.js';
import { IS_RUNNING } from './registration.js';
import { type Conflict, createConflictError, createResultError, type RunRow } from './runs.js';

/** A worker of a cluster, with the number of its results for a run. */
export interface WorkerStatus {
  readonly name: string;
  readonly threads: number;
  /** Memory limit of each thread, in bytes. */
  readonly memory: number;
  readonly kernels: string;
  readonly isRunning: boolean;
  readonly secondsSinceSeen: number;
  readonly finished: number;
  /** The reason why the worker last returned a job to the queue; null if it has never returned one. */
  readonly lastFailure: string | null;
}

/** The status of a run. */
export interface RunStatus extends PlanHeader, RunStats {
  /** The run as on the command line, such as `run:16-meet`. */
  readonly source: string;
  readonly workers: readonly WorkerStatus[];
  readonly conflict: Conflict | null;
  /** Undefined if the run was removed in the meantime. */
  readonly operation?: Operation;
}

/** SQL condition: the worker returned a job and was seen in the last hour. `lastFailure` may explain why it stopped. */
const HAS_FAILED = `worker.last_failure is not null and worker.last_seen > now() - interval '1 hour'`;

/** SQL condition: a result's end was in the last 24 hours. */
const IS_NEW = `ended > now() - interval '1 day'`;

/** Sums over the results of one worker. */
interface WorkerSums {
  /** Id in the `worker` table. */
  readonly worker: number;
  readonly finished: number;
  readonly cost: number;
  readonly seconds: number;
  /** Number and cost of the results of the last 24 hours. */
  readonly newFinished: number;
  readonly newCost: number;
  /** Time of the latest result, in milliseconds since 1970. */
  readonly latest: number;
}

/**
 * Reads the status of a run, which takes 0.1 s for 200,000 results. While the run is being counted, the status also
 * lists running and failed workers that have no results yet.
 *
 * @param shown the fraction shown last. During a count, the new fraction is never smaller.
 * @param describe describes the error if the run cannot have a total.
 */
export async function readStatus(
  database: Database,
  run: RunRow,
  shown = 0,
  describe: (error: Error) => string = messageOf,
): Promise<RunStatus> {
  const sums = await database.query<WorkerSums>(
    `select worker, count(*)::integer as finished, sum(cost) as cost, sum(milliseconds) / 1000 as seconds,
            count(*) filter (where ${IS_NEW})::integer as "newFinished",
            coalesce(sum(cost) filter (where ${IS_NEW}), 0) as "newCost",
            (1000 * extract(epoch from max(ended)))::float8 as latest
       from result where run = $1 and index < $2 group by worker`,
    [run.id, run.subproblems],
  );
  const workers = await database.query<Omit<WorkerStatus, 'finished'> & { id: number }>(
    `select id, name, threads, memory::float8, kernels, ${IS_RUNNING} as "isRunning", last_failure as "lastFailure",
            extract(epoch from now() - last_seen)::float8 as "secondsSinceSeen"
       from worker where id = any($1) or $2 and (${IS_RUNNING} or ${HAS_FAILED}) order by name`,
    [sums.map(({ worker }) => worker), run.state === 'counting'],
  );
  const fault = await findFault(database, run);
  const sum = (field: Exclude<keyof WorkerSums, 'worker'>) => sums.reduce((all, row) => all + row[field], 0);
  const finished = sum('finished');
  const state = chooseState(run, finished, fault);
  const isCounting = state === 'counting';
  const jobs = isCounting ? await readCountedJobs(database, run.id) : [];
  const { cost, subproblems } = run;
  // Another program may have written the costs of a run that has failed, or whose costs add up to too much.
  const isOdd = state === 'failed' || (finished < subproblems && sum('cost') >= cost);
  const finishedCost = isOdd ? (cost * finished) / Math.max(1, subproblems) : sum('cost');
  const rates = measureRates(isCounting ? await readLatest(database, run) : []);
  const estimated = estimateProgress({
    ...{ cost, subproblems, finishedCost, finished },
    threads: jobs.length,
    running: jobs.map((job) => ({ ...job, speed: rates.byWorker.get(job.worker)?.speed })),
    rate: rates.all,
    shown: isCounting ? shown : 0,
  });
  const queue = await readQueueStatus(database, run);
  database.hasWorked = true;
  return {
    ...run,
    source: `run:${run.name}`,
    state,
    problem: fault ? describe(fault) : (run.reason ?? undefined),
    ...(run.total !== null &&
      fault === undefined && { count: run.total, agreement: compareWithKnown(run.n, BigInt(run.total)) }),
    finished,
    ...estimated,
    threadSeconds: sum('seconds'),
    latest: sums.length > 0 ? Math.max(...sums.map((row) => row.latest)) : undefined,
    workers: workers.map(({ id, ...worker }) => {
      return { ...worker, finished: sums.find((row) => row.worker === id)?.finished ?? 0 };
    }),
    ...(queue && {
      operation: {
        ...queue,
        lastDay: {
          finished: sum('newFinished'),
          fraction: (estimated.fraction * sum('newCost')) / Math.max(sum('cost'), Number.MIN_VALUE),
        },
        jobs: jobs.map(({ worker, cost: jobCost, ...job }) => {
          const speed = rates.byWorker.get(worker)?.speed ?? rates.all.speed ?? REFERENCE_SPEED;
          const name = workers.find(({ id }) => id === worker)?.name ?? '';
          return { ...job, worker: name, expectedSeconds: jobCost / speed };
        }),
      },
    }),
  };
}

/** Returns why a run cannot have a total: a conflict, or a result outside its plan; undefined if neither. */
async function findFault(database: Database, run: RunRow): Promise<Error | undefined> {
  if (run.state === 'conflict') return createConflictError(run);
  const [stray] = await database.query<{ index: number }>(
    'select index from result where run = $1 and index >= $2 order by index limit 1',
    [run.id, run.subproblems],
  );
  return stray && createResultError(database, run, stray.index);
}

/**
 * Reads the latest results of a run in the order in which they were submitted: enough for each of MAX_THREADS threads
 * to have one. Results from files are left out, because other machines counted them.
 */
async function readLatest(database: Database, { id }: RunRow): Promise<readonly WorkerResult[]> {
  const rows = await database.query<WorkerResult>(
    `select worker, cost, work::float8, milliseconds, (1000 * extract(epoch from ended))::float8 as ended
       from result where run = $1 and worker in (select id from worker where threads > 0)
      order by transaction desc, index desc limit ${MAX_THREADS}`,
    [id],
  );
  return rows.reverse();
}

/** Chooses the state to show. A run with all its results is finished, even if it was stopped or has no total yet. */
function chooseState({ state, subproblems }: RunRow, finished: number, fault: Error | undefined): RunRow['state'] {
  if (fault !== undefined) return state === 'conflict' ? state : 'failed';
  return (state === 'counting' || state === 'stopped') && finished === subproblems ? 'finished' : state;
}
