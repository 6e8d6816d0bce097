import { existsSync } from 'node:fs';
import { UsageError } from '../../core/errors/errors.js';
import type { Plan } from '../../core/plan/plan.js';
import { describeDifferences, type ExpectedPlan } from '../../core/plan/plan-mismatch.js';
import { rebuildPlan } from '../../core/plan/rebuild-plan.js';
import { type Steps, takeSteps } from '../../core/plan/steps.js';
import type { Algorithm } from '../../core/plan/subproblem.js';
import { findNearest } from '../../core/text/nearest.js';
import { kernelVersion } from '../../node/threads/compile-kernel.js';
import { ClusterUsageError, RunFaultError } from '../connection/cluster-error.js';
import type { Database, Queryable } from '../connection/database.js';
import { IS_RUNNING } from './registration.js';

/** Two different counts of one subproblem, as decimal strings, and the names of the workers that counted them. */
export interface Conflict {
  readonly subproblem: string;
  readonly index: number;
  readonly count: string;
  readonly worker: string;
  readonly secondCount: string;
  readonly secondWorker: string;
}

/** A row of the `run` table: a run without its plan. */
export interface RunRow {
  /** Unique id. A run that is removed and restarted gets a new one. */
  readonly id: number;
  readonly name: string;
  readonly n: number;
  readonly algorithm: Algorithm;
  readonly options: Readonly<Record<string, number>>;
  readonly planHash: string;
  readonly kernels: string;
  /** Number of subproblems in the plan, and the sum of their costs. */
  readonly subproblems: number;
  readonly cost: number;
  readonly state: 'counting' | 'finished' | 'stopped' | 'failed' | 'conflict';
  /** Reason for the state `stopped`, `failed` or `conflict`; null if the user stopped the run. */
  readonly reason: string | null;
  readonly conflict: Conflict | null;
  /** The total of a finished run, as a decimal string. */
  readonly total: string | null;
  /**
   * A string that changes whenever results may have disappeared. It consists of the server's start time, the table's
   * id, and the number of removals. After a change, readers start from the beginning. A mere restart of the server also
   * changes the string, which costs one needless reading.
   */
  readonly epoch: string;
}

/** Maximum numbers of runs and of workers that a message lists. */
const MAX_NAMED = 10;
const MAX_NAMED_WORKERS = 3;

export const RUN_COLUMNS = `id, name, n, algorithm, options, plan_hash as "planHash", kernels, subproblems, cost, state,
  reason, conflict, total::text,
  concat_ws('/', extract(epoch from pg_postmaster_start_time()), 'result'::regclass::oid, removals) as epoch`;

/** SQL condition: every subproblem of the run has a result. */
export const IS_COMPLETE = 'subproblems = (select count(*) from result where result.run = run.id)';

/**
 * SQL expression for the order in which workers count runs. A run that costs at most half as much as another goes
 * first, so one that takes seconds need not wait for one that takes months. Runs of about the same cost go in the order
 * in which they were created.
 */
export const orderOf = (run: string): string => `(round(ln(1 + ${run}.cost) / ln(2)), ${run}.id)`;

/** A run with its plan. In a restored database, its id may belong to another run, so statements also check the plan. */
export interface ClusterRun extends RunRow {
  readonly plan: Plan;
}

/** Reads the runs of a database, latest first. */
export function readRuns(database: Database): Promise<RunRow[]> {
  return database.query<RunRow>(`select ${RUN_COLUMNS} from run order by id desc`);
}

/**
 * Reads the run with the given name. @throws UsageError if there is none. The message suggests a similar name or lists
 * the latest ones.
 */
export async function findRun(database: Database, name: string): Promise<RunRow> {
  const [run] = await database.query<RunRow>(`select ${RUN_COLUMNS} from run where name = $1`, [name]);
  if (run) return run;
  const others = (await readRuns(database)).map((other) => other.name);
  const near = findNearest(name, others);
  const latest = others.slice(0, MAX_NAMED).join(', ');
  const existing =
    latest === '' ? 'there are no runs yet' : near ? `did you mean ${near}?` : `the latest are ${latest}`;
  const file = existsSync(name) ? `. ${name} is a file, not a run` : '';
  throw new UsageError(`there is no run named ${name}; ${existing}${file}`);
}

/**
 * Reads the current row of a run.
 *
 * @throws UsageError if the run was removed.
 */
export async function refreshRun(queryable: Queryable, run: Pick<RunRow, 'id' | 'name' | 'planHash'>): Promise<RunRow> {
  const { id, name, planHash } = run;
  // A restore adds the primary key after the rows. Until then, `group by id` fails, which counts as an outage, so a run
  // that is not restored yet is not reported as removed.
  const [row] = await queryable.query<RunRow>(
    `select ${RUN_COLUMNS} from run where id = $1 and name = $2 and plan_hash = $3 group by id`,
    [id, name, planHash],
  );
  if (!row)
    throw new UsageError(
      `run ${name} was removed, or the database was restored from an older copy. Start the run again`,
    );
  return row;
}

/**
 * Starts a run or resumes the run with the given name. A finished run stays finished as long as its results are
 * complete. A run in conflict stays in conflict until results are removed.
 *
 * @param plan the plan of a new run.
 * @param expected the expected plan of an existing run; by default `plan`.
 * @param name name of the run; by default n and the algorithm, such as `16-meet`.
 * @throws UsageError if the named run has a different plan, or another version of the program is counting it.
 */
export async function openRun(
  database: Database,
  plan: Plan,
  expected: ExpectedPlan = { ...plan, planHash: plan.hash },
  name = `${plan.n}-${plan.algorithm}`,
): Promise<ClusterRun> {
  const kernels = kernelVersion();
  const { n, algorithm, options, hash, subproblems, cost } = plan;
  await database.query(
    `insert into run (name, n, algorithm, options, plan_hash, kernels, subproblems, cost)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (name) do nothing`,
    [name, n, algorithm, JSON.stringify(options), hash, kernels, subproblems.length, cost],
  );
  const row = await findRun(database, name);
  const other = describeDifferences(row, expected);
  if (other !== '') throw new ClusterUsageError(`run ${name} is for ${other}`, 'other-name');
  const own = await takeSteps(rebuildRunPlan(row, plan));
  // Results restored from another server's dump can carry transaction ids that this server has not reached yet. Readers
  // would take such results for new ones on every read.
  await database.query(
    `update result set transaction = pg_current_xact_id()
      where run = $1 and transaction > pg_snapshot_xmax(pg_current_snapshot())`,
    [row.id],
  );
  if (row.state === 'counting' && row.kernels !== kernels) {
    const message = `run ${name} is being counted with kernels ${row.kernels}, but this version has ${kernels}`;
    throw new ClusterUsageError(message, 'stopped-run', name);
  }
  await reopenRun(database, { id: row.id, plan: own, kernels }, ['stopped', 'failed', 'finished']);
  return { ...(await refreshRun(database, row)), plan: own };
}

/**
 * Sets a run in one of the given states back to `counting`, so workers accept its jobs. A finished run stays
 * finished if it has all its results. It can lose some while its coordinator waits, if a backup is restored or somebody
 * deletes them.
 */
export async function reopenRun(
  database: Database,
  { id, plan, kernels }: Pick<ClusterRun, 'id' | 'plan' | 'kernels'>,
  states: readonly RunRow['state'][] = ['finished'],
): Promise<void> {
  await database.query(
    `update run set state = 'counting', reason = null, total = null, kernels = $3
      where id = $1 and plan_hash = $2 and state = any($4) and not (state = 'finished' and ${IS_COMPLETE})`,
    [id, plan.hash, kernels, states],
  );
}

/** Builds the plan of a run, or returns `known` if it is the run's plan. @throws the errors of `rebuildPlan`. */
export function rebuildRunPlan(run: RunRow, known?: Plan): Steps<Plan> {
  return rebuildPlan(run, `run ${run.name}`, 'choose another name for the run', known);
}

/**
 * Creates the error for a result that cannot belong to a run.
 *
 * @param problem what is wrong with it; by default, that its index is not in the plan.
 */
export async function createResultError(
  queryable: Queryable,
  { id, name, state }: RunRow,
  index: number,
  problem = `run ${name} has a result for index ${index}, which is not in its plan`,
): Promise<RunFaultError> {
  const [row] = await queryable.query<{ worker: string }>(
    'select worker.name as worker from result join worker on worker.id = result.worker where run = $1 and index = $2',
    [id, index],
  );
  return new RunFaultError(problem, {
    run: name,
    isCounting: state === 'counting',
    wrongWorker: row?.worker ?? 'NAME',
  });
}

/** Creates the error for a run in conflict. */
export function createConflictError({ name, reason }: Pick<RunRow, 'name' | 'reason'>): RunFaultError {
  const fault = { run: name, isCounting: false, wrongWorker: undefined };
  return new RunFaultError(`run ${name} has no total: ${reason}`, fault);
}

/**
 * Records that a run was stopped or has failed, and removes its waiting jobs. Workers abandon the jobs of a run that a
 * user has stopped, and finish their jobs of a run that has failed.
 *
 * @param reason the reason for the state; none if a user stopped the run.
 */
export async function endRun(
  database: Database,
  id: number,
  state: 'stopped' | 'failed',
  reason?: string,
): Promise<void> {
  await database.query(
    `with ended as (
       update run set state = $2, reason = $3 where id = $1 and state in ('counting', 'failed') returning id
     )
     delete from job using ended where run = ended.id and holder is null`,
    [id, state, reason ?? null],
  );
}

/**
 * Fails a run if it fails on all running workers that have its kernels. The reason gets the names of some of them.
 *
 * @param min minimum number of these workers.
 */
export async function failRunOnAll(database: Database, id: number, reason: string, min: number): Promise<void> {
  const workers = await database.query<{ name: string; isFailing: boolean }>(
    `select worker.name, run.id = any(failing) as "isFailing" from worker join run using (kernels)
      where run.id = $1 and ${IS_RUNNING} order by worker.id desc`,
    [id],
  );
  if (workers.length < min || !workers.every(({ isFailing }) => isFailing)) return;
  const names = workers.slice(0, MAX_NAMED_WORKERS).map(({ name }) => name);
  await endRun(database, id, 'failed', `${reason} (on ${names.join(', ')})`);
}

export async function removeRun(database: Database, { id }: RunRow): Promise<void> {
  await database.query('delete from run where id = $1', [id]);
}

/**
 * Removes a worker's results from a run, and the conflict if the worker is part of it.
 *
 * @returns the number of removed results.
 * @throws UsageError if no such worker counted for the run.
 */
export async function removeWorker(database: Database, { id, name }: RunRow, worker: string): Promise<number> {
  return database.transaction(async ({ query }) => {
    const [run] = await query<Pick<RunRow, 'conflict'>>('select conflict from run where id = $1 for update', [id]);
    const conflict = run?.conflict;
    const removed = await query(
      'delete from result where run = $1 and worker = (select id from worker where name = $2) returning index',
      [id, worker],
    );
    const isInConflict = conflict?.worker === worker || conflict?.secondWorker === worker;
    if (removed.length === 0 && !isInConflict)
      throw new ClusterUsageError(`no worker named ${worker} counted for run ${name}`, 'known-worker', name);
    await query('update run set removals = removals + 1 where id = $1', [id]);
    if (!conflict || isInConflict)
      await query(`update run set state = 'stopped', reason = $2, total = null, conflict = null where id = $1`, [
        id,
        `the results of ${worker} were removed`,
      ]);
    return removed.length;
  });
}
