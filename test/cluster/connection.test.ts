import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../ledger/folder.js';
import { expectWholeLedger, finishedOf } from './ledger-of.js';
import { ask, postgresForTests } from './postgres.js';
import { clusterProcesses, until } from './processes.js';

const postgres = postgresForTests();
const cluster = clusterProcesses();
const path = temporaryFolder();

const START = ['start', '10', '--algorithm', 'bitmask'];

describe('a database that cannot be used: one line, without the password', () => {
  const passwordOf = (url: string) => new URL(url).password;

  test.each<[what: string, change: (url: string) => string, line: RegExp, exitCode: number]>([
    [
      'nobody there',
      () => 'postgres://a:secret@localhost:1/q',
      /^queens-par: localhost:1\/q refuses connections: is PostgreSQL running there\?$/,
      1,
    ],
    [
      'no such host',
      () => 'postgres://a:secret@nowhere.invalid/q',
      /^queens-par: nowhere\.invalid:5432\/q(: there is no such host|.*EAI_AGAIN.*)$/,
      2,
    ],
    [
      'a wrong password',
      (url) => url.replace(passwordOf(url), 'secret'),
      /^queens-par: \S+ does not let us in: password authentication failed for user "owner"$/,
      2,
    ],
    [
      'no such database',
      (url) => url.replace(/\w+$/, 'elsewhere'),
      /^queens-par: \S+: database "elsewhere" does not exist; create it first$/,
      2,
    ],
    [
      'no URL at all',
      () => 'not a url: secret',
      /^queens-par: QUEENS_PAR_DATABASE_URL must hold a URL like postgres:\/\/user:password@host:5432\/name$/,
      2,
    ],
    [
      'nothing',
      () => '',
      /^queens-par: say where the database is: QUEENS_PAR_DATABASE_URL=.*; --local tries it out/,
      2,
    ],
  ])('%s', async (_, change, line, exitCode) => {
    const url = change(await postgres.create());
    for (const command of exitCode === 1 ? [['status']] : [START, ['status']]) {
      // start waits for a server that is away
      const run = await cluster.run(url, ...command);
      expect(run.stderr).toMatch(line);
      expect(run.stderr).not.toContain('secret');
      expect(run.stdout).toBe('');
      if (!run.stderr.includes('EAI_AGAIN')) expect(run.exitCode).toBe(exitCode);
    }
  });

  test("TLS: an authority that is not known, a name that is not the server's, and one that is right", async () => {
    const url = await postgres.create();
    const unknown = await cluster.run(`${url}?sslmode=verify-full`, 'status');
    expect(unknown.stderr).toMatch(
      /has a certificate that cannot be trusted \(.*\); name its authority as sslrootcert=FILE/,
    );
    expect(unknown.exitCode).toBe(2);
    const stranger = `${url}?sslmode=verify-full&sslrootcert=${postgres.certificate('stranger')}`;
    expect((await cluster.run(stranger, 'status')).exitCode).toBe(2);
    const right = `${url}?sslmode=verify-full&sslrootcert=${postgres.certificate('authority')}`;
    const misnamed = await cluster.run(right.replace('@localhost', '@127.0.0.1'), 'status');
    expect(misnamed.stderr).toMatch(/certificate that cannot be trusted/);

    const required = await cluster.run(right.replace('verify-full', 'require'), 'status');
    expect(required).toMatchObject({ stderr: '', exitCode: 0 });

    cluster.work(right);
    expect(await cluster.run(right, ...START)).toMatchObject({ stdout: '724', exitCode: 0 });
  });
});

test('the URL may stand in a file', async () => {
  const file = path('url');
  writeFileSync(file, `${await postgres.create()}\n`);
  expect((await cluster.run('', 'status', '--database-file', file)).stdout).toContain('No runs yet');
  expect((await cluster.run('', 'status', '--database-file', path('none'))).stderr).toMatch(
    /^queens-par: \S+none cannot be read: no such file or directory/,
  );
});

test('a worker waits for a database that is not there yet, and for a first run in it', async () => {
  const nowhere = cluster.work('postgres://a:secret@localhost:1/q');
  await until(() => nowhere.said().includes('trying again until it answers'), 'it says that it waits');
  nowhere.kill('SIGTERM');
  expect(await nowhere.end).toMatchObject({ exitCode: 0 });

  const url = await postgres.create();
  const worker = cluster.work(url);
  await until(() => worker.said().includes('holds no run yet'), 'it says that it waits');
  expect(await cluster.run(url, ...START)).toMatchObject({ stdout: '724', exitCode: 0 });
});

test('a database that has no room for results: the worker keeps them, and hands them in when there is room', async () => {
  const url = await postgres.create();
  await cluster.run(url, 'status');
  await ask(
    url,
    `create function full_disk() returns trigger language plpgsql as $$
       begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
     create trigger full_disk before insert on queens_par.result execute function full_disk()`,
  );
  const worker = cluster.work(url);
  const coordinator = cluster.start(url, START);
  await until(() => worker.said().includes('has no room left'), 'the worker says so');
  await delay(1000);
  expect(await finishedOf(url, '10-bitmask')).toBe(0);
  await ask(url, 'drop trigger full_disk on queens_par.result');
  expect(await coordinator.end).toMatchObject({ stdout: '724', exitCode: 0 });
  expect(worker.said()).toContain('the database answers again');
  await expectWholeLedger(url, '10-bitmask');
});
