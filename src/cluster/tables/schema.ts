// src/cluster/tables reads and writes the tables of the database: runs, their results, and workers.

import { OperationalError } from '../../core/errors/errors.js';
import { MAX_THREADS } from '../../core/plan/plan.js';
import { Database, type DatabaseOptions, type Queryable } from '../connection/database.js';
import { readDatabaseUrl } from '../connection/database-url.js';

/**
 * The tables of a cluster. The results decide which subproblems are finished; the queue only delivers jobs. The table
 * `run` stores a plan's options instead of its subproblems, because every machine makes the same plan from them. A
 * result contains the index of its subproblem in the plan. RunResults finds new results by `transaction`.
 *
 * The checks keep out rows of other programs that the status could not add up or show. PostgreSQL sorts NaN after
 * infinity.
 */
const TABLES = `
create schema queens_par;

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
  -- In the state 'conflict', two different counts of a subproblem (type Conflict).
  conflict jsonb check (conflict is null or coalesce(conflict->>'secondCount', '') ~ '^[0-9]{1,15}$'),
  total numeric check (total >= 0 and total < 'infinity' and total = trunc(total)),
  -- Number of removals of results, which is part of RunRow.epoch.
  removals integer not null default 0 check (removals >= 0),
  check (state <> 'conflict' or (reason is not null and conflict is not null))
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
  ended timestamptz not null check (ended >= 'epoch' and ended < '30000-01-01'),
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

/** The version of these tables, stored as the comment on their schema. */
const VERSION = 'queens-par cluster 9';

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
 * Creates the tables and the queue, unless the tables exist. Retries like `Database.retry`.
 *
 * @throws OperationalError if an incompatible version of the program created the tables.
 */
export async function installSchema(database: Database): Promise<void> {
  if (await hasTables(database)) return;
  const { installQueue } = await import('./queue-tables.js'); // BullMQ takes 200 ms to load
  await database.retry(() => installQueue(database));
  await database.transaction(async (transaction) => {
    // Several processes may be installing at once. The lock is released when the transaction ends.
    await transaction.query(`select pg_advisory_xact_lock(hashtext('queens_par'))`);
    if (await hasTables(transaction)) return;
    await transaction.query(TABLES);
    await transaction.query(`comment on schema queens_par is '${VERSION}'`);
  });
}

/** Returns whether the tables exist. @throws OperationalError if another version of this program created them. */
async function hasTables(queryable: Queryable): Promise<boolean> {
  const [found] = await queryable.query<{ version: string | null }>(
    `select obj_description(oid, 'pg_namespace') as version from pg_namespace where nspname = 'queens_par'`,
  );
  if (!found || found.version === VERSION) return found !== undefined;
  throw new OperationalError(
    'this database has tables of another version of queens-par. ' +
      'Finish or export its runs with that version, then drop the schema queens_par, or use another database',
  );
}
