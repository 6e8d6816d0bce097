/** The status of a run. It is added up in the database, because making a plan and reading its results takes seconds. */
import { compareWithKnown } from '../board/known-counts.js';
import { estimate } from '../runs/estimate.js';
import type { Status, WorkerStatus } from '../runs/status.js';
import { runningSince } from '../runs/unfinished.js';
import type { Database } from './database.js';
import { conflictMessage, type RunRow, startCommand } from './runs.js';
import { IS_RUNNING } from './workers.js';

/** SQL condition: a worker has recently given a job back, and may have left for the same reason. */
const HAS_FAILED = `worker.refusal is not null and worker.seen > now() - interval '1 hour'`;

/** Sums over the results of one worker. */
interface WorkerSums {
  /** Number in the table `worker`. */
  readonly worker: number;
  readonly finished: number;
  readonly cost: number;
  readonly work: number;
  readonly seconds: number;
  /** Moment of the latest result, in milliseconds since 1970. */
  readonly latest: number;
}

/**
 * Reads the status of a run. This takes 0.1 s for 200,000 results. While the run is being counted, its workers include those
 * that are running or have failed without a result.
 */
export async function readStatus(database: Database, run: RunRow): Promise<Status> {
  const sums = await database.query<WorkerSums>(
    `select worker, count(*)::integer as finished, sum(cost) as cost, sum(work)::float8 as work,
            sum(milliseconds) / 1000 as seconds, (1000 * extract(epoch from max(ended)))::float8 as latest
       from result where run = $1 group by worker`,
    [run.id],
  );
  const workers = await database.query<Omit<WorkerStatus, 'finished'> & { id: number }>(
    `select id, name, threads, memory::float8, kernels, ${IS_RUNNING} as "isHere", refusal,
            extract(epoch from now() - seen)::float8 as "secondsSinceSeen"
       from worker where id = any($1) or $2 and (${IS_RUNNING} or ${HAS_FAILED}) order by name`,
    [sums.map(({ worker }) => worker), run.state === 'counting'],
  );
  const sum = (field: Exclude<keyof WorkerSums, 'worker'>) => sums.reduce((all, row) => all + row[field], 0);
  const [finished, cost, work, seconds] = [sum('finished'), sum('cost'), sum('work'), sum('seconds')];
  const left = run.subproblems - finished;
  const live = workers.reduce((all, worker) => all + (worker.isHere ? worker.threads : 0), 0);
  const threads = run.state === 'counting' ? Math.min(live, left) : 0;
  const ends = await latestEnds(database, run, threads);
  database.hasWorked = true;
  return {
    ...run,
    source: `run:${run.name}`,
    command: startCommand(database, run),
    state: shownState(run, finished),
    problem: run.state === 'conflict' ? conflictMessage(database, run) : (run.reason ?? undefined),
    ...(run.total !== null && { count: run.total, agreement: compareWithKnown(run.n, BigInt(run.total)) }),
    finished,
    ...estimate({
      ...{ cost: run.cost, subproblems: run.subproblems, finishedCost: cost, finished },
      running: runningSince(ends, Date.now(), () => Math.max(run.cost - cost, 0) / left),
      pace: { cost, seconds },
      threads,
    }),
    threads,
    workPerSecond: threads > 0 && seconds > 0 ? (threads * work) / seconds : undefined,
    threadSeconds: seconds,
    latest: sums.length > 0 ? Math.max(...sums.map(({ latest }) => latest)) : undefined,
    workers: workers.map(({ id, ...worker }) => {
      return { ...worker, finished: sums.find(({ worker }) => worker === id)?.finished ?? 0 };
    }),
  };
}

/** Reads the moments of a run's latest results, in milliseconds since 1970. They are the starts of running subproblems. */
async function latestEnds(database: Database, { id }: RunRow, threads: number): Promise<readonly number[]> {
  const rows = await database.query<{ ended: number }>(
    `select (1000 * extract(epoch from ended))::float8 as ended
       from result where run = $1 order by result.ended desc limit $2`,
    [id, threads],
  );
  return rows.map(({ ended }) => ended);
}

/**
 * Returns the state of a run to show. After the last result, the run has finished, although nobody may have computed its
 * total yet, and even if it was stopped before.
 */
function shownState({ state, subproblems }: RunRow, finished: number): RunRow['state'] {
  return (state === 'counting' || state === 'stopped') && finished === subproblems ? 'finished' : state;
}
