// src/cluster/tables reads and writes the tables of the database: runs, their results, and workers.

import { OperationalError } from '../../core/errors/errors.js';
import { MAX_THREADS } from '../../core/plan/plan.js';
import { ClusterUsageError } from '../connection/cluster-error.js';
import type { Database, Queryable } from '../connection/database.js';

/** Columns of a run that only `status` reads. */
const LOST_SECONDS = 'double precision not null default 0 check (lost_seconds >= 0 and lost_seconds < 1e100)';
const COUNTED_TWICE = 'integer not null default 0 check (counted_twice >= 0)';

/** The version of the tables below. It is stored in a row, not in a comment, because dumps often leave out comments. */
const VERSION = 11;

/**
 * The queue. A finished job has no row, and no other table refers to jobs, so somebody may delete all rows: the
 * coordinator adds them again.
 */
const JOB_TABLE = `
create table queens_par.job (
  run integer not null references queens_par.run on delete cascade,
  -- The job's subproblems have the indexes from first to "end" - 1 in the plan.
  first integer not null,
  "end" integer not null,
  -- Estimated thread time, in milliseconds.
  cost double precision not null,
  -- The worker that counts the job, and the time when it took the job. A waiting job has no holder.
  holder integer references queens_par.worker,
  taken timestamptz,
  -- How often a worker returned the job or died soon after taking it, and the hosts of those that died.
  setbacks integer not null default 0,
  deadly_hosts text[] not null default '{}',
  primary key (run, first)
);
create index job_waiting on queens_par.job (run, setbacks, cost desc, first) where holder is null;
create index job_held on queens_par.job (holder) where holder is not null;
`;

/**
 * The tables of a cluster. The results decide which subproblems are finished; the queue only delivers jobs. The `run`
 * table stores a plan's options, not its subproblems, because every machine builds the same plan from the options. A
 * result contains the index of its subproblem in the plan. RunResults finds new results by `transaction`.
 *
 * The checks keep out rows from other programs that the status could not add up or show, but allow everything that
 * ledger files may contain. Upper bounds also keep out NaN, which PostgreSQL sorts after infinity.
 */
const TABLES = `
create schema queens_par;
create table queens_par.tables (version integer primary key);
insert into queens_par.tables values (${VERSION});

create table queens_par.run (
  id integer generated always as identity primary key,
  name text not null unique,
  n integer not null check (n >= 0),
  algorithm text not null check (algorithm in ('bitmask', 'meet')),
  options jsonb not null check (jsonb_typeof(options) = 'object'),
  plan_hash text not null,
  kernels text not null,
  subproblems integer not null check (subproblems >= 0),
  cost double precision not null check (cost >= 0 and cost < 1e100),
  state text not null default 'counting' check (state in ('counting', 'finished', 'stopped', 'failed', 'conflict')),
  reason text,
  -- Two counts of a subproblem, of up to 16 digits (type Conflict). A run in the state 'conflict' has no total.
  conflict jsonb check (conflict is null or coalesce(conflict->>'secondCount', '') ~ '^[0-9]{1,16}$'),
  total numeric check (total >= 0 and total < 'infinity' and total = trunc(total)),
  -- Number of removals of results, which is part of RunRow.epoch.
  removals integer not null default 0 check (removals >= 0),
  -- Thread time that stops, deaths, failures and double counts have cost, and number of results counted twice.
  lost_seconds ${LOST_SECONDS},
  counted_twice ${COUNTED_TWICE},
  -- Time when a coordinator last checked the queue.
  coordinated timestamptz,
  check (state <> 'conflict' or (reason is not null and conflict is not null and total is null))
);

create table queens_par.worker (
  id integer generated always as identity primary key,
  name text not null unique,
  threads integer not null check (threads between 0 and ${MAX_THREADS}),
  -- Memory limit of each thread, in bytes.
  memory bigint not null check (memory >= 0),
  -- Seconds of silence after which other workers get this worker's jobs.
  lease integer not null check (lease between 0 and 3600),
  kernels text not null,
  last_seen timestamptz not null default now() check (isfinite(last_seen)),
  stopped boolean not null default false,
  -- Reason why the worker last returned a job to the queue.
  last_failure text,
  -- Ids of runs that have failed on this worker since it last finished one of their jobs.
  failing integer[] not null default '{}'
);
-- A worker that starts every night leaves hundreds of rows, and a coordinator reads the running workers every second.
create index worker_running on queens_par.worker (kernels) where not stopped;

-- Counts are not multiplied by the subproblem's weight.
create table queens_par.result (
  run integer not null references queens_par.run on delete cascade,
  index integer not null check (index >= 0),
  count bigint not null check (count >= 0),
  work bigint not null check (work >= 0),
  cost double precision not null check (cost >= 0 and cost < 1e100),
  milliseconds double precision not null check (milliseconds >= 0 and milliseconds < 1e12),
  worker integer not null references queens_par.worker,
  -- The end of the count, by the worker's clock. Ledger files allow almost 10^15 milliseconds since 1970.
  ended timestamptz not null check (ended >= 'epoch' and ended < to_timestamp(1e12)),
  transaction xid8 not null default pg_current_xact_id(),
  primary key (run, index)
);
create index result_news on queens_par.result (run, transaction, index);

${JOB_TABLE}
create view queens_par.ledger as
  select run.name as run, run.n, run.algorithm, result.index, result.count, result.work, worker.name as worker,
         result.milliseconds, result.ended
    from queens_par.result
    join queens_par.run on run.id = result.run
    join queens_par.worker on worker.id = result.worker;
`;

/**
 * The version of the tables in the schema, if there are any. `unmarked` tables lack the row with their version, because
 * data that is copied table by table may lack it.
 */
type Found = 'missing' | '0.3.0' | 'unmarked' | 'current';

/**
 * Upgrades the tables of 0.3.0, whose queue was in a schema of its own. The owner of the schema gets the new table, and
 * other logins get the permissions for it that they have for runs, so a login for monitoring still works.
 */
const UPGRADE_0_3_0 = `
select set_config('role', pg_get_userbyid(nspowner), true) from pg_namespace where nspname = 'queens_par';
drop schema if exists queens_par_queue cascade;
delete from queens_par.tables;
insert into queens_par.tables values (${VERSION});
alter table queens_par.worker add column failing integer[] not null default '{}';
alter table queens_par.run
  add column lost_seconds ${LOST_SECONDS},
  add column counted_twice ${COUNTED_TWICE},
  add column coordinated timestamptz;
${JOB_TABLE}
do $$
declare granted record;
begin
  for granted in
    select privilege_type as privilege,
           case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end as grantee
      from pg_class, aclexplode(relacl) where oid = 'queens_par.run'::regclass and grantee <> relowner
  loop
    execute format('grant %s on queens_par.job, queens_par.tables to %s', granted.privilege, granted.grantee);
  end loop;
end $$;
`;

/**
 * Checks the tables. Only with `onUpgrade`, missing tables are created and those of 0.3.0 are upgraded: a
 * command that reads must not write into a database that is about to be restored, or that workers of an earlier version
 * are using.
 *
 * @param onUpgrade called with a sentence after tables have been upgraded.
 * @throws ClusterUsageError if the tables are missing or from 0.3.0; OperationalError if they are from any other
 *   version, or foreign.
 */
export async function prepareTables(database: Database, onUpgrade?: (message: string) => void): Promise<void> {
  const found = await inspectSchema(database);
  if (found === 'current') return;
  if (!onUpgrade) {
    if (found === 'missing') throw new ClusterUsageError('there are no runs yet', 'first-run');
    if (found === '0.3.0') throw new ClusterUsageError('the tables are from version 0.3.0', 'upgrade');
    return;
  }
  await installSchema(database);
  if (found === '0.3.0')
    onUpgrade('upgraded the tables of version 0.3.0; commands of that version can no longer use them');
}

/**
 * Creates missing tables, or upgrades those of 0.3.0, in one transaction, so it can be interrupted anywhere. Retries
 * like `Database.retry`.
 *
 * @throws OperationalError if another version of the program, or another program, created the schema.
 */
export async function installSchema(database: Database): Promise<void> {
  await database.transaction(async (transaction) => {
    // Several processes may be installing at once, so each takes a lock, which is released when the transaction ends.
    await transaction.query(`select pg_advisory_xact_lock(hashtext('queens_par'))`);
    const found = await inspectSchema(transaction);
    if (found === 'missing') await transaction.query(TABLES);
    if (found === 'unmarked') await transaction.query(`insert into queens_par.tables values (${VERSION})`);
    if (found === '0.3.0') await transaction.query(UPGRADE_0_3_0);
  });
}

/**
 * Finds out whose tables are in the schema.
 *
 * @throws OperationalError if they belong to another version of this program, or to another program.
 */
async function inspectSchema(queryable: Queryable): Promise<Found> {
  const [schema] = await queryable.query<{ comment: string | null; columns: readonly string[] }>(
    `select obj_description(namespace.oid, 'pg_namespace') as comment,
            array(select relname || '.' || attname from pg_class as class join pg_attribute on attrelid = class.oid
                   where relnamespace = namespace.oid) as columns
       from pg_namespace as namespace where nspname = 'queens_par'`,
  );
  if (!schema) return 'missing';
  const { comment, columns } = schema;
  const isOurs = columns.includes('run.plan_hash') || comment?.startsWith('queens-par cluster ');
  if (!isOurs)
    throw new OperationalError(
      'the schema queens_par in this database was not created by queens-par. Use another database',
    );
  if (!columns.includes('tables.version'))
    throw new OperationalError(
      'this database contains tables from version 0.2.0 or earlier. Upgrade those of 0.2.0 with version 0.4.0, ' +
        'and use the earlier ones with their version',
    );
  const [row] = await queryable.query<{ version: number }>('select version from queens_par.tables');
  if (row?.version === VERSION) return 'current';
  if (row ? row.version === 10 : !columns.includes('job.run')) return '0.3.0';
  if (!row) return 'unmarked';
  throw new OperationalError(
    'this database contains tables from another version of queens-par. Use that version, or another database',
  );
}
