/**
 * ledger/: the runs of a database and the partial counts of their subproblems, which alone decide what is true. Everything
 * that reads or changes the tables of the schema queens_par is here; workers do so through functions of sql/.
 */

import { kernelVersion } from '../../../workers/kernel-version.js';
import { LARGEST_PUBLISHED } from '../../board/known-counts.js';
import { UsageError } from '../../errors/errors.js';
import type { PlanOptions } from '../../plan/choose-plan.js';
import { choosePlan } from '../../plan/choose-plan.js';
import { type AskedPlan, differences } from '../../plan/differences.js';
import type { Plan } from '../../plan/plan.js';
import { type NamedPlan, OtherPlanError, remakePlan } from '../../plan/remake-plan.js';
import type { Algorithm } from '../../plan/subproblem.js';
import type { RunState } from '../../runs/run-update.js';
import type { Database } from '../database/database.js';

/** The states of a run that the database keeps: see schema.sql. */
export type StoredRunState = Exclude<RunState, 'idle'>;

/** A run, as the ledger has it. */
export interface RunRow {
  readonly id: number;
  readonly name: string;
  readonly n: number;
  readonly algorithm: Algorithm;
  readonly options: Readonly<Record<string, number>>;
  readonly plan_hash: string;
  readonly kernel: string;
  readonly state: StoredRunState;
  readonly reason: string | null;
  /** Share of the results that are to be counted a second time by another login, 0 to 1. */
  readonly recount: number;
}

/** A run and the plan that it counts. */
export interface Run {
  readonly id: number;
  readonly name: string;
  readonly plan: Plan;
}

/** Whether the ledger holds all of a run, in SQL: what was handed in may be lost with a database that crashed, or be forgotten. */
export const IS_COMPLETE = 'subproblems = (select count(*) from queens_par.result where result.run = run.id)';

const COLUMNS = 'id, name, n, algorithm, options, plan_hash, kernel, state, reason, recount';

/** Share of the results that is counted a second time where no published value would show a wrong total. */
const DEFAULT_RECOUNT = 0.01;

/** How many results are to be counted a second time: part of them, or a number of subproblems. */
type RecountRequest = { readonly percent: number } | { readonly subproblems: number };

/** What is to be counted, and under which name. */
export interface RunRequest {
  /** By default `16-meet`, and so on. */
  readonly name?: string | undefined;
  readonly n: number;
  /** What the user asked for; what was not asked for is as a run that is there has it. */
  readonly options: PlanOptions;
  /** Results to be counted a second time by another login. By default 1 % where no total is published, otherwise none. */
  readonly recount?: RecountRequest | undefined;
}

/**
 * Begins a run, or goes on with the one of this name. One that has finished stays so while its ledger is complete, unless
 * second counts are asked for.
 *
 * @throws UsageError if there is one, of something else than what is asked for, of a plan that this version of the program
 *   makes otherwise, or that is being counted with other kernels.
 */
export async function openRun(database: Database, request: RunRequest): Promise<Run> {
  const plan = choosePlan(request.n, request.options);
  const name = request.name ?? `${plan.n}-${plan.algorithm}`;
  const held = await readRun(database, name);
  if (!held) {
    await insertRun(database, name, plan, shareOfResults(plan, request.recount));
    return openRun(database, { ...request, name }); // another process may have been faster
  }
  const { algorithm, depth, memory } = request.options;
  refuseOther(held, { n: request.n, algorithm, options: { depth, memory } });
  const run = { id: held.id, name, plan: planOfRun(held, plan) };
  const kernel = kernelVersion();
  if (held.state === 'counting' && held.kernel !== kernel) {
    // Workers of that version count for it: what they hand in must not be refused from now on.
    throw new UsageError(
      `run ${name} is being counted with kernel ${held.kernel}, and this version has ${kernel}; ` +
        `stop it first: ${database.command('stop', name)}`,
    );
  }
  const recount = request.recount === undefined ? null : shareOfResults(run.plan, request.recount);
  await database.query('update queens_par.run set recount = $2::double precision where id = $1::integer', [
    run.id,
    recount ?? held.recount,
  ]);
  await database.query(
    `update queens_par.run set state = 'counting', reason = null, total = null, ended = null, kernel = $2::text
      where id = $1::integer and state <> 'counting'
        and not (state = 'finished' and ${IS_COMPLETE} and not $3::boolean)`,
    [run.id, kernel, recount !== null && recount > 0],
  );
  return run;
}

function shareOfResults({ n, subproblems }: Plan, asked: RecountRequest | undefined): number {
  if (asked === undefined) return n > LARGEST_PUBLISHED ? DEFAULT_RECOUNT : 0;
  return 'percent' in asked ? asked.percent / 100 : Math.min(asked.subproblems / subproblems.length, 1);
}

/** Takes a plan into the ledger as a new run, or finds the run of this name if it is of that plan. */
export async function runOfPlan(database: Database, name: string, plan: Plan): Promise<Run> {
  await insertRun(database, name, plan);
  const held = await findRun(database, name);
  refuseOther(held, { ...plan, planHash: plan.hash });
  return { id: held.id, name, plan };
}

async function insertRun(
  database: Database,
  name: string,
  plan: Plan,
  recount = shareOfResults(plan, undefined),
): Promise<void> {
  const { n, algorithm, options, hash, subproblems, cost } = plan;
  await database.query(
    `insert into queens_par.run (name, n, algorithm, options, plan_hash, kernel, subproblems, cost, recount)
     values ($1::text, $2::integer, $3::text, $4::jsonb, $5::text, $6::text, $7::integer, $8::double precision,
             $9::double precision)
     on conflict (name) do nothing`,
    [name, n, algorithm, JSON.stringify(options), hash, kernelVersion(), subproblems.length, cost, recount],
  );
}

/** The run of this name. @throws UsageError if there is none, naming those there are. */
export async function findRun(database: Database, name: string): Promise<RunRow> {
  const run = await readRun(database, name);
  if (run) return run;
  const others = await database.query<{ name: string }>('select name from queens_par.run order by id desc limit 10');
  const there = others.length > 0 ? `there is ${others.map((other) => other.name).join(', ')}` : 'there is none yet';
  throw new UsageError(`no run is named ${name}; ${there}`);
}

/** The run of this name, if there is one. */
export async function readRun(database: Database, name: string): Promise<RunRow | undefined> {
  const [run] = await database.query<RunRow>(`select ${COLUMNS} from queens_par.run where name = $1::text`, [name]);
  return run;
}

/** Seconds after which a worker that was not heard of is taken for gone. */
export const HEARD_WITHIN = 60;

/** SQL that holds for the workers that are here. */
export const IS_HERE = `not worker.gone and worker.seen > now() - interval '${HEARD_WITHIN} seconds'`;

/** SQL for the number of workers that are here. */
const LIVE_WORKERS = `(select count(*)::integer from queens_par.worker where ${IS_HERE})`;

/**
 * SQL for the threads of the workers that are here, to feed the queue for. A worker counts once it has handed something in:
 * a login may say that it has a thousand workers of a thousand threads, and jobs would be cut for all of them.
 */
const LIVE_WORKER_THREADS = `(
  select coalesce(sum(threads), 0)::integer from queens_par.worker
   where ${IS_HERE} and handed_in is not null and role not in (select role from queens_par.set_aside)
)`;

/** How a run stands, and who could count it. */
export interface Standing {
  readonly state: StoredRunState;
  readonly reason: string | null;
  /** Threads of the workers that are here and have handed something in. */
  readonly threads: number;
  /** Share of the results that are to be counted a second time, 0 to 1. */
  readonly recount: number;
  /** Whether two counts of a subproblem differ, and nobody has decided yet which one is right. */
  readonly isDisputed: boolean;
  /** Workers that are here. */
  readonly workers: number;
  /** Whether the queue is paused, or limited. No command of this program does that. */
  readonly isHeldBack: boolean;
}

/** How a run stands. @throws UsageError if it was removed. */
export async function standingOf(database: Database, { id, name }: Run): Promise<Standing> {
  const [standing] = await database.query<Standing>(
    `select state, reason, ${LIVE_WORKER_THREADS} as threads, ${LIVE_WORKERS} as workers, recount,
            exists (select from queens_par.conflict where conflict.run = run.id) as "isDisputed",
            exists (
              select from queens_par_queue.meta where field in ('paused', 'concurrency', 'max', 'duration')
            ) as "isHeldBack"
       from queens_par.run where id = $1::integer`,
    [id],
  );
  if (!standing) throw new UsageError(`run ${name} was removed`);
  return standing;
}

/**
 * Makes the plan of a run again.
 *
 * @param known as for `remakePlan`.
 * @throws UsageError if this version of the program makes another one; Error if no version does.
 */
export function planOfRun(run: RunRow, known?: Plan): Plan {
  try {
    return remakePlan(namedPlan(run), known);
  } catch (cause) {
    const reason = `run ${run.name}: ${cause instanceof Error ? cause.message : cause}`;
    if (!(cause instanceof OtherPlanError)) throw new Error(reason, { cause });
    throw new UsageError(`${reason}. Finish it with the version that began it, or give another --run NAME`, { cause });
  }
}

function namedPlan({ plan_hash: planHash, ...recipe }: RunRow): NamedPlan {
  return { ...recipe, planHash };
}

/** What is said of a run whose counts contradict each other. */
export function conflictMessage(
  database: Database,
  { name, n, reason }: Pick<RunRow, 'name' | 'n' | 'reason'>,
): string {
  return (
    `run ${name} has no total: ${reason ?? 'subproblems were counted twice, with different counts'}; ` +
    `${database.command('start', String(n), '--run', name)} counts it once more to decide who is wrong`
  );
}

/** @throws UsageError if a run counts something other than what is asked for. */
function refuseOther(held: RunRow, asked: AskedPlan): void {
  const other = differences(namedPlan(held), asked);
  if (other !== '') throw new UsageError(`run ${held.name} counts ${other}; give another --run NAME`);
}
