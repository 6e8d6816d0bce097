import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Database } from '../../src/cluster/database/database.js';
import { installSchema } from '../../src/cluster/database/schema.js';
import { ask, executeScript, postgresForTests, urlFor, WORKER_ROLE } from './postgres.js';

const postgres = postgresForTests();

const STEPS = new URL('../../src/cluster/sql/steps/', import.meta.url);
const VERSION_2 = new URL('ledger-version-2.sql', import.meta.url);

/** Columns, constraints, indexes, views and functions of the ledger, in words that do not depend on when they were made. */
const SHAPE = `
  select 'column' as kind, table_name || '.' || column_name as name,
         concat_ws(' ', data_type, is_nullable, column_default, identity_generation) as definition
    from information_schema.columns where table_schema = 'queens_par'
  union all
  select 'constraint', conrelid::regclass || '.' || conname, replace(pg_get_constraintdef(oid), ' NOT VALID', '')
    from pg_constraint where connamespace = 'queens_par'::regnamespace
  union all
  select 'index', indexrelid::regclass::text, pg_get_indexdef(indexrelid)
    from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = 'queens_par'::regnamespace
  union all
  select 'view', viewname, definition from pg_views where schemaname = 'queens_par'
  union all
  select 'function', oid::regprocedure::text, concat(prosrc, proconfig, prosecdef)
    from pg_proc where pronamespace = 'queens_par'::regnamespace
  order by 1, 2`;

async function install(url: string): Promise<void> {
  const database = new Database(url);
  try {
    await installSchema(database);
  } finally {
    await database.close();
  }
}

test('a ledger of version 2 becomes what a new one is, and keeps its rows', async () => {
  const fresh = await postgres.create();
  await install(fresh);
  const old = await postgres.create();
  await executeScript(old, VERSION_2);
  await install(old);

  expect(await ask(old, SHAPE)).toEqual(await ask(fresh, SHAPE));
  const versions = readdirSync(STEPS).map((file) => Number.parseInt(file, 10));
  expect(await ask(old, 'select version from queens_par.version order by 1')).toEqual(
    versions.sort((a, b) => a - b).map((version) => ({ version })),
  );
  const rows = `select
    (select string_agg(name || ' ' || state, ', ' order by id) from queens_par.run) as runs,
    (select string_agg(subproblem || ' ' || count || ' ' || worker, ', ' order by worker) from queens_par.ledger) as results,
    (select count(*)::integer from queens_par.conflict) as conflicts`;
  expect(await ask(old, rows)).toEqual([
    { runs: 'old stopped, empty finished', results: 'no.such-thing 5 ada/old, another 7 big', conflicts: 1 },
  ]);
});

test('a database that has everything is left as it is', async () => {
  const url = await postgres.create();
  await install(url);
  const functions = 'select oid, xmin::text from pg_proc where pronamespace = $1::regnamespace order by oid';
  const before = await ask(url, functions, ['queens_par']);
  await install(url);
  expect(await ask(url, functions, ['queens_par'])).toEqual(before);
});

test('several processes may find an empty database at once', async () => {
  for (let i = 0; i < 3; i++) {
    const url = await postgres.create();
    await Promise.all([install(url), install(url), install(url)]);
  }
});

test('a function that changed is installed again, and the role of workers may call it', async () => {
  const url = await postgres.create();
  await install(url);
  await executeScript(url, WORKER_ROLE);
  await ask(url, `create role carl login password 'carl' in role queens_par_worker`);
  await ask(
    url,
    `drop function queens_par.enroll(text, integer, text, boolean);
     update queens_par.version set functions = 'those of another version'`,
  );
  await Promise.all([install(url), install(url), install(url)]);
  const carl = urlFor(url, 'carl', 'carl');
  expect(await ask(carl, `select queens_par.enroll('one', 1, 'k', false) as number`)).toEqual([{ number: 1 }]);
});

test('a ledger that a newer version made is left alone', async () => {
  const url = await postgres.create();
  await install(url);
  await ask(url, 'insert into queens_par.version (version) values (1000)');
  await expect(install(url)).rejects.toThrow(/made by a newer queens-par \(schema 1000\)/);
});

test('installing is not held up by a login that holds the advisory locks of the program', async () => {
  const url = await postgres.create();
  await executeScript(url, VERSION_2);
  const hostile = new Database(url);
  const connection = await hostile.connect();
  await connection.query(
    `select pg_advisory_lock(hashtext('queens_par schema')), pg_advisory_lock(hashtext('queens_par schema')::bigint)`,
  );
  await install(url);
  connection.release(true);
  await hostile.close();
});
