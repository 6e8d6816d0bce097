import { expect, test } from 'vitest';
import { temporaryFolder } from '../ledger/folder.js';
import { expectWholeLedger } from './ledger-of.js';
import { ask, executeScript, postgresForTests, urlFor, WORKER_ROLE } from './postgres.js';
import { clusterProcesses, until } from './processes.js';

const postgres = postgresForTests();
const cluster = clusterProcesses();
const path = temporaryFolder();

/** Functions that the program or BullMQ calls by a name without a schema: name, parameters, result, and what it returns. */
const PLANTED: readonly [name: string, parameters: string, result: string, value: string][] = [
  ['to_regclass', 'text', 'regclass', 'pg_catalog.to_regclass($1)'],
  ['hashtext', 'text', 'integer', 'pg_catalog.hashtext($1)'],
  ['now', '', 'timestamptz', 'pg_catalog.now()'],
  ['clock_timestamp', '', 'timestamptz', 'pg_catalog.clock_timestamp()'],
  ['set_config', 'text, text, boolean', 'text', 'pg_catalog.set_config($1, $2, $3)'],
  ['to_jsonb', 'anyelement', 'jsonb', 'pg_catalog.to_jsonb($1)'],
  ['unnest', 'anyarray', 'setof anyelement', 'pg_catalog.unnest($1)'],
  ['pg_notify', 'text, text', 'void', 'pg_catalog.pg_notify($1, $2)'],
  ['pg_try_advisory_lock', 'integer, integer', 'boolean', 'true'],
  ['pg_try_advisory_lock', 'integer, text', 'boolean', 'true'],
  ['pg_advisory_xact_lock', 'integer, integer', 'void', 'null'],
];

test('a login that plants functions in public gains nothing: none of them is ever called', async () => {
  const url = await postgres.create();
  await cluster.run(url, 'status');
  await executeScript(url, WORKER_ROLE);
  await ask(url, `create role eve login password 'eve' in role queens_par_worker`);
  const eve = urlFor(url, 'eve', 'eve');
  await expect(
    ask(eve, 'create function public.mine() returns integer language sql as $$ select 1 $$'),
  ).rejects.toThrow('permission denied for schema public');

  // As it is by default in PostgreSQL 13 and 14, and worse: her functions are even found before PostgreSQL's own.
  await ask(url, 'grant create on schema public to public');
  await ask(
    url,
    `do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$`,
  );
  await ask(
    eve,
    'create table public.caught (login name, called text); grant insert, select on public.caught to public',
  );
  for (const [name, parameters, result, value] of PLANTED) {
    await ask(
      eve,
      `create function public.${name}(${parameters}) returns ${result} language plpgsql as $$
         begin
           insert into public.caught values (session_user, '${name}(${parameters})');
           if pg_catalog.has_table_privilege('queens_par.run', 'update') then update queens_par.run set total = 42; end if;
           ${result === 'void' ? `perform ${value};` : `return ${result.startsWith('setof') ? 'query select' : ''} ${value};`}
         end $$`,
    );
  }
  await ask(eve, 'select public.now()'); // they work
  expect(await ask(url, 'select login, called from public.caught')).toEqual([{ login: 'eve', called: 'now()' }]);
  await ask(url, 'truncate public.caught').catch(() => ask(eve, 'truncate public.caught'));

  const worker = cluster.work(url);
  const limited = cluster.work(eve);
  await until(() => limited.said().includes('counts with'), 'the worker with the limited role is there');
  expect(await cluster.run(url, 'start', '10', '--algorithm', 'bitmask')).toMatchObject({ stdout: '724', exitCode: 0 });
  await expectWholeLedger(url, '10-bitmask');
  expect((await cluster.run(url, 'audit', '10-bitmask')).exitCode).toBe(0);
  expect((await cluster.run(url, 'export', '10-bitmask', '--out', path('10.ledger'))).exitCode).toBe(0);
  expect((await cluster.run(url, 'import', path('10.ledger'), '--run', 'other')).exitCode).toBe(0);
  expect((await cluster.run(url, 'status')).stdout).toContain('10-bitmask');
  expect((await cluster.run(url, 'remove', 'other')).exitCode).toBe(0);
  for (const { kill, end } of [worker, limited]) {
    kill('SIGTERM');
    await end;
  }
  expect(await ask(url, 'select distinct login, called from public.caught')).toEqual([]);
  expect(await ask(url, 'select total::text from queens_par.run')).toEqual([{ total: '724' }]);
});
