/** The tables of other versions, of other programs, and of backups; and the limits of what the tables store. */
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { planBitmask } from '../../core/plan/plans.js';
import { ledgerText } from '../../core/results/ledger-text.js';
import { temporaryFolder } from '../../node/ledger/folder.js';
import { query, takeLock, useSharedServer } from '../postgres.js';
import { useCluster } from '../processes.js';

const path = temporaryFolder();
const postgres = useSharedServer();
const cluster = useCluster();

/** Creates a database with the tables of this version, and runs SQL in it. @returns its URL. */
async function createTables(sql = 'select'): Promise<string> {
  const url = await postgres.createTables();
  await query(url, sql);
  return url;
}

/** Changes the tables to those of 0.3.0, whose queue was in a schema of its own. */
const DOWNGRADE_TO_0_3_0 = `
  drop table queens_par.job;
  alter table queens_par.worker drop column failing;
  alter table queens_par.run drop column lost_seconds, drop column counted_twice, drop column coordinated;
  update queens_par.tables set version = 10;
  create schema queens_par_queue;
  create table queens_par_queue.job (id text)`;

/** Changes the tables of 0.3.0 to those of 0.2.0, which are the same but for the version, a name and three checks. */
const DOWNGRADE_TO_0_2_0 = `${DOWNGRADE_TO_0_3_0};
  drop table queens_par.tables;
  alter table queens_par.worker rename last_failure to refusal`;

/** The largest values in a ledger file, and the smallest ones. */
const LARGEST = { count: 2 ** 53 - 1, work: 2 ** 53 - 1, milliseconds: 999_999_999_999.999, ended: 10 ** 15 - 1 };
const SMALLEST = { count: 0, work: 0, milliseconds: 0, ended: 0 };

const plan = planBitmask(20, 1);

function write(name: string, values: typeof LARGEST): string {
  const ledger = ledgerText(
    plan,
    plan.subproblems.map(({ id }) => ({ id, ...values })),
  );
  writeFileSync(path(name), ledger);
  return path(name);
}

const start = (url: string, file: string, run: string) =>
  cluster.run(url, 'start', '20', '--from', file, '--run', run, '--quiet');

test('a run takes over the largest and the smallest values of a ledger file, and adds them up', async () => {
  const url = await createTables();
  const total = plan.subproblems.reduce((sum, { weight }) => sum + BigInt(weight) * BigInt(LARGEST.count), 0n);
  expect(await start(url, write('largest', LARGEST), 'largest')).toMatchObject({ stdout: String(total) });
  expect(await start(url, write('smallest', SMALLEST), 'smallest')).toMatchObject({ stdout: '0' });
  const { stdout } = await cluster.run(url, 'status', 'run:largest');
  expect(stdout).toMatch(/finished: [\d,]+ solutions.*\n {2}100%, 10 of 10 subproblems\n/);
});

test('a run in conflict has no total, even with the largest counts', async () => {
  const url = await createTables();
  await start(url, write('largest', LARGEST), 'run');
  const { stderr, exitCode } = await start(url, write('smallest', SMALLEST), 'run');
  expect(stderr).toMatch(/run run has no total: subproblem 0 was counted as 9007199254740991 by .* and as 0 by /);
  expect(exitCode).toBe(1);
  expect((await cluster.run(url, 'status')).stdout).toMatch(/^run:run: 20 queens, bitmask, conflict\n/);
  await expect(query(url, 'update queens_par.run set total = 5')).rejects.toThrow('check constraint');
});

test.each([
  ['0.3.0', DOWNGRADE_TO_0_3_0],
  ['0.3.0 without the row with their version', `${DOWNGRADE_TO_0_3_0}; truncate queens_par.tables`],
])('start upgrades the tables of %s, keeps their runs, and says so', async (_, sql) => {
  const url = await createTables();
  await start(url, write('smallest', SMALLEST), 'old');
  await query(url, sql);
  const { stdout, stderr } = await start(url, write('largest', LARGEST), 'new');
  expect(stderr).toContain('queens-par: upgraded the tables of version 0.3.0; ');
  expect(stdout).toMatch(/^\d+$/);
  const { stdout: shown } = await cluster.run(url, 'status');
  expect(shown).toContain('run:old: 20 queens, bitmask, finished: 0 solutions');
  expect(shown).toContain('run:new: 20 queens, bitmask, finished');
  expect(await query(url, `select from pg_namespace where nspname = 'queens_par_queue'`)).toEqual([]);
  expect(await query(url, 'select version from queens_par.tables')).toEqual([{ version: 11 }]);
});

const MISSING = 'drop schema queens_par cascade';

test.each([
  ['there are no tables', 'status', 'No runs yet; start one with: queens-par cluster start 18', 0, MISSING],
  ['there are no tables', 'stop', 'there are no runs yet; start one with: .*', 2, MISSING],
  ['the tables are from 0.3.0', 'status', 'the tables are from version 0.3.0; .*', 2, DOWNGRADE_TO_0_3_0],
  ['the tables are from 0.3.0', 'export', 'the tables are from version 0.3.0; .*', 2, DOWNGRADE_TO_0_3_0],
] as const)('while %s, %s neither creates nor upgrades any', async (_, command, message, exitCode, sql) => {
  const url = await createTables(sql);
  const columns = () => query(url, `select * from information_schema.columns where table_schema like 'queens_par%'`);
  const before = await columns();
  const args = { status: ['status'], stop: ['stop', 'run'], export: ['export', 'run:run'] }[command];
  const end = await cluster.run(url, ...args);
  expect(`${end.stdout}${end.stderr}`).toMatch(new RegExp(`^(queens-par: )?${message}$`));
  expect(end.exitCode).toBe(exitCode);
  expect(await columns()).toEqual(before);
});

test('a worker waits until start has created or upgraded the tables', async () => {
  const url = await postgres.create();
  const worker = cluster.work(url);
  await worker.waitFor(
    'queens-par: waiting for a run: there are no runs yet; start one with: queens-par cluster start',
  );
  expect(await query(url, `select from pg_namespace where nspname like 'queens_par%'`)).toEqual([]);
  expect(await cluster.run(url, 'start', '8')).toMatchObject({ stdout: '92', exitCode: 0 });
});

test('after an upgrade, the owner of the tables owns the queue, and a login for monitoring can read', async () => {
  const url = await postgres.create();
  const name = new URL(url).pathname.slice(1);
  await query(
    url,
    `create role owner_of_queens login password 'secret'; alter database ${name} owner to owner_of_queens;
     create role member_of_queens login password 'secret' in role owner_of_queens;
     create role monitor login password 'secret'`,
  );
  const as = (login: string) => url.replace(/\/\/.*@/, `//${login}:secret@`);
  await cluster.run(as('owner_of_queens'), 'start', '8', '--detach');
  await query(
    url,
    `grant usage on schema queens_par to monitor; grant select on all tables in schema queens_par to monitor;
     ${DOWNGRADE_TO_0_3_0}; alter schema queens_par_queue owner to owner_of_queens;
     revoke select on queens_par.tables from monitor`,
  );
  expect((await cluster.run(as('member_of_queens'), 'start', '8', '--detach')).stderr).toMatch(/upgraded the tables/);
  expect((await cluster.run(as('monitor'), 'status')).stdout).toMatch(/^run:8-bitmask: /);
  await query(as('monitor'), 'select from queens_par.job');
  cluster.work(as('owner_of_queens'));
  expect(await cluster.run(as('owner_of_queens'), 'start', '8')).toMatchObject({ stdout: '92', exitCode: 0 });
});

test('tables of this version without the row with their version can be used, and start inserts the row', async () => {
  const url = await createTables('truncate queens_par.tables');
  expect(await cluster.run(url, 'status')).toMatchObject({ exitCode: 0 });
  expect(await start(url, write('smallest', SMALLEST), 'run')).toMatchObject({ stdout: '0' });
  expect(await query(url, 'select version from queens_par.tables')).toEqual([{ version: 11 }]);
});

test.each([
  ['of 0.2.0', DOWNGRADE_TO_0_2_0, /from version 0\.2\.0 or earlier\. Upgrade those of 0\.2\.0 with version 0\.4\.0/],
  [
    'of 0.2.0 with its comment',
    `${DOWNGRADE_TO_0_2_0}; comment on schema queens_par is 'queens-par cluster 9'`,
    /from version 0\.2\.0 or earlier\. /,
  ],
  [
    'older, with only its comment',
    `drop schema queens_par cascade; create schema queens_par;
    comment on schema queens_par is 'queens-par cluster 4'`,
    /from version 0\.2\.0 or earlier\. /,
  ],
  ['newer', 'update queens_par.tables set version = version + 1', /from another version of queens-par\. /],
])('tables of another version (%s) are refused with one line that advises to delete nothing', async (_, sql, line) => {
  const url = await createTables();
  await start(url, write('smallest', SMALLEST), 'run');
  await query(url, sql);
  const content = () => query(url, `select relname from pg_class where relnamespace = 'queens_par'::regnamespace`);
  const before = await content();
  for (const args of [['status'], ['start', '8']]) {
    const { stderr, exitCode } = await cluster.run(url, ...args);
    expect(stderr).toMatch(/^queens-par: this database contains tables .*$/);
    expect(stderr).toMatch(line);
    expect({ exitCode, drops: stderr.includes('drop') }).toEqual({ exitCode: 1, drops: false });
  }
  expect(await content()).toEqual(before);
});

test.each([
  ['no tables', 'create schema queens_par'],
  ['other tables', 'create schema queens_par; create table queens_par.run (id integer)'],
  ['other tables and a comment', "create schema queens_par; comment on schema queens_par is 'Ada, 1843'"],
])('the schema of another program with %s is left unchanged, and no advice deletes it', async (_, sql) => {
  const url = await postgres.create();
  await query(url, sql);
  const { stderr, exitCode } = await cluster.run(url, 'status');
  expect(stderr).toMatch(/^queens-par: the schema queens_par in this database was not created by queens-par\. .*$/);
  expect({ exitCode, drops: stderr.includes('drop') }).toEqual({ exitCode: 1, drops: false });
});

test('status tells that another program has locked the tables, and waits for it', async () => {
  const url = await createTables();
  const lock = await takeLock(url, 'lock table queens_par.run in access exclusive mode');
  const status = cluster.start(url, ['status']);
  await status.waitFor('queens-par: another connection has locked tables or rows in the database; waiting for it\n');
  await lock.release();
  expect(await status.end).toMatchObject({ stdout: expect.stringContaining('No runs yet'), exitCode: 0 });
});

test('a value that the tables refuse is explained without the name of a check', async () => {
  const url = await createTables('alter table queens_par.result add constraint odd check (count < 0)');
  const { stderr, exitCode } = await start(url, write('smallest', SMALLEST), 'run');
  expect(stderr).toMatch(/the tables of queens-par do not allow one of the values, so nothing was inserted$/);
  expect({ exitCode, named: stderr.includes('odd') }).toEqual({ exitCode: 1, named: false });
});
