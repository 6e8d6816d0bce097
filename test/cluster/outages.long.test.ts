import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { RunningProgram } from '../e2e/program.js';
import { has } from '../machine.js';
import { startPgBouncer } from './pgbouncer.js';
import { AUTHORITY, checkLedger, countFinished, query, takeLock, untilFinished, usePostgres } from './postgres.js';
import { until, useCluster } from './processes.js';
import { startProxy } from './proxy.js';

const postgres = usePostgres();
const cluster = useCluster();

const RUN = '10-bitmask';
const START = ['start', '10', '--algorithm', 'bitmask', '--depth', '3'];
const EXACT = { stdout: '724', exitCode: 0 };

async function untilWaiting(...processes: readonly RunningProgram[]): Promise<void> {
  for (const process of processes)
    await until(() => process.stderr().includes('retrying until it answers'), 'the process waits for the database');
}

test.each([[[]], [['--quiet']]])('start and work wait for a database that is down (flags: %j)', async (flags) => {
  const url = await postgres.create();
  postgres.kill();
  const coordinator = cluster.start(url, [...START, ...flags]);
  await untilWaiting(coordinator, cluster.work(url));
  await postgres.start();
  await until(() => coordinator.stderr().includes('the database is answering again'), 'the coordinator continues');
  expect(await coordinator.end).toMatchObject(EXACT);
  await checkLedger(url, RUN);
});

test('signals end processes that wait for the database', async () => {
  const nowhere = 'postgres://a:secret@localhost:1/q';
  const coordinator = cluster.start(nowhere, START);
  const worker = cluster.work(nowhere);
  await untilWaiting(coordinator, worker);
  expect(coordinator.stderr()).not.toContain('secret');
  coordinator.kill('SIGINT');
  expect((await coordinator.end).signal).toBe('SIGINT');
  worker.kill('SIGTERM');
  expect((await worker.end).exitCode).toBe(0);
});

test('a second Ctrl-C ends a worker that waits for the database, and says what is lost', async () => {
  const url = await postgres.create();
  let isDead = false;
  // The first results get no answer, so the worker still holds their job.
  const cuts = (sent: Buffer) => {
    isDead ||= sent.includes('insert into result');
    return false;
  };
  const dead = await startProxy(url, { cuts, swallows: () => isDead });
  const [, worker] = [cluster.start(dead, START), cluster.work(dead, 'kernel-slow')];
  await until(() => isDead, 'the worker submits results');
  worker.kill('SIGINT');
  await delay(500);
  worker.kill('SIGINT');
  const { stderr, exitCode } = await worker.end;
  expect(stderr).toMatch(/not returned: \d jobs? after \S+ of thread time; other workers get them after 2 seconds$/);
  expect(exitCode).toBe(130);
});

test('SIGTERM ends start and work although the network path to the database is dead', async () => {
  const url = await postgres.create();
  let isDead = false;
  const dead = await startProxy(url, { swallows: () => isDead });
  const processes = [cluster.start(dead, START), cluster.work(dead, 'kernel-slow')];
  await untilFinished(url, RUN);
  isDead = true;
  await delay(500); // statements are waiting for an answer
  for (const process of processes) process.kill('SIGTERM');
  const [coordinator, worker] = await Promise.all(processes.map(({ end }) => end));
  expect(coordinator?.stderr).toMatch(
    /terminated: \d+ of 182 subproblems .*; resume with: queens-par cluster start 10/,
  );
  expect(worker).toMatchObject({ exitCode: 0 });
});

test('a lock timeout, and connections that PostgreSQL closes when they are idle, do not end a run', async () => {
  const url = await postgres.create();
  const strict = `${url}?options=${encodeURIComponent('-c lock_timeout=50ms -c idle_session_timeout=500ms')}`;
  const worker = cluster.work(strict, 'kernel-slow');
  const coordinator = cluster.start(strict, START);
  await untilFinished(url, RUN);
  const lock = await takeLock(url, 'lock table queens_par.result in access exclusive mode');
  await until(() => worker.stderr().includes('has locked tables'), 'the worker waits');
  await lock.release();
  cluster.work(strict);
  expect(await coordinator.end).toMatchObject(EXACT);
  for (const { stderr } of [worker, coordinator]) expect(stderr()).not.toMatch(/idle|went back/);
  await checkLedger(url, RUN);
});

test.each([
  ['worker', 'queens_par.result', 'insert'],
  ['coordinator', 'queens_par.job', 'insert'],
] as const)('the %s waits while the disk is too full to write to %s', async (name, table, writes) => {
  const url = await postgres.createTables();
  await query(
    url,
    `create function full_disk() returns trigger language plpgsql as $$
       begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
     create trigger full_disk before ${writes} on ${table} execute function full_disk()`,
  );
  const processes = { worker: cluster.work(url), coordinator: cluster.start(url, START) };
  await until(() => processes[name].stderr().includes('No space left on device'), `the ${name} reports the full disk`);
  await delay(1000);
  expect(await countFinished(url, RUN)).toBe(0);
  await query(url, `drop trigger full_disk on ${table}`);
  expect(await processes.coordinator.end).toMatchObject(EXACT);
  await checkLedger(url, RUN);
});

test.each([
  'with chosen as',
  'delete from job',
  'insert into result',
  'commit',
  'insert into job',
  'pg_snapshot',
  'update worker',
])('start and work reconnect if the connection is cut when they send %s', async (statement) => {
  const url = await postgres.create();
  let cuts = 0;
  const broken = await startProxy(url, {
    cuts(sent) {
      if (!sent.includes(statement) || cuts === 3) return false;
      cuts++;
      return true;
    },
  });
  const worker = cluster.work(broken);
  const { stdout, stderr, exitCode } = await cluster.run(broken, ...START);
  expect({ stdout, exitCode }, stderr).toEqual(EXACT);
  await until(() => cuts > 0, 'a connection is cut'); // a heartbeat can come after the last job
  worker.kill('SIGTERM');
  const end = await worker.end;
  expect(end.exitCode, end.stderr).toBe(0);
  for (const text of [stderr, end.stderr]) expect(text).not.toContain('    at ');
  await checkLedger(url, RUN);
});

test('a run behind a pooler, which may change connections between transactions, is exact', async () => {
  const url = await postgres.createTables();
  // The server sends its process id in the message BackendKeyData. A pooler sends another id.
  const start = Buffer.from([0x4b, 0, 0, 0, 12]);
  const pooler = await startProxy(url, {
    answer(received) {
      const offset = received.indexOf(start);
      if (offset >= 0) received.writeInt32BE(received.readInt32BE(offset + 5) ^ 1, offset + 5);
      return received;
    },
  });
  cluster.work(pooler);
  expect(await cluster.run(pooler, ...START)).toMatchObject(EXACT);
  await checkLedger(url, RUN);
});

test.runIf(has('pgbouncer'))('workers share the few connections of PgBouncer in transaction mode', async () => {
  const url = await postgres.create();
  const pooler = await startPgBouncer(url, 3);
  const processes = [
    cluster.start(pooler, START),
    ...Array.from({ length: 5 }, () => cluster.work(pooler, 'kernel-slow')),
  ];
  await untilFinished(url, RUN, 20);
  processes[1]?.kill('SIGKILL');
  await query(url, `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'queens-par'`);
  await untilFinished(url, RUN, 40);
  const [seen] = await query<{ connections: number }>(
    url,
    `select count(*)::integer as connections from pg_stat_activity where application_name = 'queens-par'`,
  );
  expect(seen?.connections).toBeLessThanOrEqual(3);
  expect(await processes[0]?.end).toMatchObject(EXACT);
  // The settings of a transaction do not reach the other users of the connections.
  expect(await query(pooler, 'show row_security')).toEqual([{ row_security: 'on' }]);
  await checkLedger(url, RUN);
});

test('while commits wait for a missing standby, processes say so once and open no more connections', async () => {
  const url = await postgres.create();
  const processes = [cluster.work(url, 'kernel-slow'), cluster.start(url, START)] as const;
  await untilFinished(url, RUN);
  const setStandby = async (name: string) => {
    await query(url, `alter system set synchronous_standby_names = '${name}'`);
    await query(url, 'select pg_reload_conf()');
  };
  await setStandby('nowhere');
  await processes[0].waitFor(/commits in the database wait for a synchronous standby/);
  const connections = () =>
    query(url, `select from pg_stat_activity where application_name = 'queens-par' and datname = current_database()`);
  for (let looks = 0; looks < 40; looks++) {
    // Each process has two, and for a moment one that is being ended.
    expect((await connections()).length).toBeLessThanOrEqual(6);
    await delay(1000);
  }
  await setStandby('');
  expect(await processes[1].end).toMatchObject(EXACT);
  for (const { stderr } of processes) {
    expect(stderr().match(/synchronous standby/g)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(stderr()).not.toContain('has locked');
  }
  await checkLedger(url, RUN);
});

test.each<[fault: string, change: (url: string) => string, exitCode: number, message: string]>([
  ['a closed port', () => 'postgres://a:secret@localhost:1/q', 1, 'could not reach localhost:1/q: connection refused'],
  ['no password', (url) => url.replace(`:${new URL(url).password}`, ''), 2, 'requires a password. Add it to the URL'],
  ['a wrong password', (url) => url.replace(new URL(url).password, 'secret'), 2, 'password authentication failed'],
  ['an unknown database', (url) => url.replace(/\w+$/, 'elsewhere'), 2, 'database "elsewhere" does not'],
  ['a missing file', (url) => `${url}?sslrootcert=/no/such.pem`, 2, 'ENOENT: no such file or directory, open'],
  ['a missing socket', () => 'postgres://a:secret@/q?host=/nowhere', 1, 'could not reach /nowhere/q: no such file'],
])('the error for %s has one line and does not contain the password', async (_, change, exitCode, message) => {
  const url = change(await postgres.create());
  // `start` would wait for a server that is down
  for (const command of exitCode === 1 ? [['status']] : [START, ['status']]) {
    const run = await cluster.run(url, ...command);
    expect(run.stderr).toMatch(/^queens-par: .*$/);
    expect(run.stderr).toContain(message);
    expect(run.stderr).not.toContain('secret');
    expect(run).toMatchObject({ stdout: '', exitCode });
  }
});

test('errors for a login without rights have exit code 2', async () => {
  const url = await postgres.create();
  await cluster.run(url, ...START, '--detach');
  await query(url, `create role guest login password 'secret'`);
  const guest = url.replace(/\/\/.*@/, '//guest:secret@');
  const refused = await cluster.run(guest, 'status');
  expect(refused).toMatchObject({ stderr: expect.stringMatching(/Use a login with access to the sch/), exitCode: 2 });
  const empty = new URL(await postgres.create()).pathname;
  const useless = await cluster.run(guest.replace(/\/\w+$/, empty), ...START);
  expect(useless).toMatchObject({ stderr: expect.stringMatching(/Use a login that may create schemas/), exitCode: 2 });
});

test('sslmode=verify-full requires a certificate from a known authority for the right host name', async () => {
  const url = await postgres.create();
  const unknown = await cluster.run(`${url}?sslmode=verify-full`, 'status');
  expect(unknown.stderr).toMatch(/ has an untrusted certificate \(.*\)\. Add sslrootcert=FILE to the URL$/);
  expect(unknown.exitCode).toBe(2);
  const right = `${url}?sslmode=verify-full&sslrootcert=${AUTHORITY}`;
  const misnamed = await cluster.run(right.replace('@localhost', '@127.0.0.1'), 'status');
  expect(misnamed.stderr).toMatch(/does not match certificate's altnames/);
  cluster.work(right);
  expect(await cluster.run(right, ...START)).toMatchObject(EXACT);
});
