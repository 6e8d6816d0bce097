// src/cluster/tables reads and writes the tables of the database: runs, their results, and workers.

import { OperationalError } from '../../core/errors/errors.js';
import { MAX_THREADS } from '../../core/plan/plan.js';
import { Database, type DatabaseOptions, type Queryable } from '../connection/database.js';
import { readDatabaseUrl } from '../connection/database-url.js';

/** The times that ledger files allow: from 0 to almost 10^15 milliseconds since 1970. */
const ENDED = `check (ended >= 'epoch' and ended < to_timestamp(1e12))`;

/** A run in the state 'conflict' has no total, but two counts for a subproblem (type Conflict) of up to 16 digits. */
const CONFLICT = `check (conflict is null or coalesce(conflict->>'secondCount', '') ~ '^[0-9]{1,16}$')`;
const STATE = `check (state <> 'conflict' or (reason is not null and conflict is not null and total is null))`;

/** The version of the tables below. It is stored in a row, not in a comment, because dumps often leave out comments. */
const VERSION = 10;
const VERSION_TABLE = `
create table queens_par.tables (version integer primary key);
insert into queens_par.tables values (${VERSION});
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
${VERSION_TABLE}
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
  conflict jsonb constraint run_conflict_check ${CONFLICT},
  total numeric check (total >= 0 and total < 'infinity' and total = trunc(total)),
  -- Number of removals of results, which is part of RunRow.epoch.
  removals integer not null default 0 check (removals >= 0),
  constraint run_check ${STATE}
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
  last_failure text
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
  -- The end of the count, by the worker's clock.
  ended timestamptz not null constraint result_ended_check ${ENDED},
  transaction xid8 not null default pg_current_xact_id(),
  primary key (run, index)
);
create index result_news on queens_par.result (run, transaction, index);

create view queens_par.ledger as
  select run.name as run, run.n, run.algorithm, result.index, result.count, result.work, worker.name as worker,
         result.milliseconds, result.ended
    from queens_par.result
    join queens_par.run on run.id = result.run
    join queens_par.worker on worker.id = result.worker;
`;

/** The columns of the tables in version 0.2.0, which stored the tables' version in a comment on the schema. */
const COLUMNS_OF_0_2_0 =
  'result.run result.index result.count result.work result.cost result.milliseconds result.worker result.ended ' +
  'result.transaction run.id run.name run.n run.algorithm run.options run.plan_hash run.kernels run.subproblems ' +
  'run.cost run.state run.reason run.conflict run.total run.removals worker.id worker.name worker.threads ' +
  'worker.memory worker.lease worker.kernels worker.last_seen worker.stopped worker.refusal';

/** Upgrades the tables of version 0.2.0. Removes the comment, so that version refuses the upgraded tables. */
const UPGRADE = `
comment on schema queens_par is null;
alter table queens_par.worker rename refusal to last_failure;
update queens_par.run set total = null where state = 'conflict';
alter table queens_par.run
  drop constraint run_conflict_check, add constraint run_conflict_check ${CONFLICT},
  drop constraint run_check, add constraint run_check ${STATE};
alter table queens_par.result
  drop constraint result_ended_check, add constraint result_ended_check ${ENDED};
${VERSION_TABLE}`;

/**
 * Connects to the user's database and creates missing tables. The caller closes the database.
 *
 * @throws UsageError or OperationalError with a one-line message if the database cannot be used.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const database = new Database(readDatabaseUrl(options.databaseFile), options);
  try {
    await installSchema(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Creates the tables and the queue if the tables are missing, or upgrades the tables of version 0.2.0. Retries like
 * `Database.retry`.
 *
 * @throws OperationalError if another version of the program, or another program, created the schema.
 */
export async function installSchema(database: Database): Promise<void> {
  const found = await inspectSchema(database);
  if (found === 'current') return;
  if (found === 'missing') {
    const { installQueue } = await import('./queue-tables.js'); // BullMQ takes 200 ms to load
    await database.retry(() => installQueue(database));
  }
  await database.transaction(async (transaction) => {
    // Several processes may be installing at once, so each takes a lock, which is released when the transaction ends.
    await transaction.query(`select pg_advisory_xact_lock(hashtext('queens_par'))`);
    const found = await inspectSchema(transaction);
    if (found === 'missing') await transaction.query(TABLES);
    if (found === '0.2.0') await transaction.query(UPGRADE);
  });
}

/**
 * Finds out whose tables are in the schema.
 *
 * @throws OperationalError if they belong to another version of this program, or to another program.
 */
async function inspectSchema(queryable: Queryable): Promise<'missing' | 'current' | '0.2.0'> {
  const [schema] = await queryable.query<{ comment: string | null; columns: string | null }>(
    `select obj_description(namespace.oid, 'pg_namespace') as comment,
            (select string_agg(relname || '.' || attname, ' ' order by relname, attnum)
               from pg_class as class join pg_attribute on attrelid = class.oid
              where relnamespace = namespace.oid and relname in ('result', 'run', 'tables', 'worker')
                and attnum > 0 and not attisdropped) as columns
       from pg_namespace as namespace where nspname = 'queens_par'`,
  );
  if (!schema) return 'missing';
  const { comment, columns } = schema;
  if (columns === COLUMNS_OF_0_2_0) return '0.2.0';
  const isOurs = columns?.includes('run.plan_hash') || comment?.startsWith('queens-par cluster ');
  if (!isOurs)
    throw new OperationalError(
      'the schema queens_par in this database was not created by queens-par. Use another database',
    );
  const [row] = columns?.includes('tables.version')
    ? await queryable.query<{ version: number }>('select version from queens_par.tables')
    : [];
  if (row?.version === VERSION) return 'current';
  throw new OperationalError(
    'this database contains tables from another version of queens-par. ' +
      'Finish or export its runs with that version, then drop the schema queens_par, or use another database',
  );
}
