import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ask, checkLedger, finishedOf, postgresForTests } from './postgres.js';
import { clusterProcesses, until } from './processes.js';
import { startProxy, startServerThatAnswers } from './proxy.js';

const postgres = postgresForTests();
const cluster = clusterProcesses();

const RUN = '10-bitmask';
const START = ['start', '10', '--algorithm', 'bitmask', '--depth', '3'];
const EXACT = { stdout: '724', exitCode: 0 };

describe('a database that is away at the start', () => {
  test.each([[[]], [['--quiet']]])('is waited for by start and work, with %j', async (flags) => {
    const url = await postgres.create();
    postgres.kill();
    const coordinator = cluster.start(url, [...START, ...flags]);
    const worker = cluster.work(url);
    for (const process of [coordinator, worker])
      await until(() => process.said().includes('trying again until it answers'), 'it says that it waits');
    await postgres.start();
    await until(() => coordinator.said().includes('the database answers again'), 'it says that it goes on');
    expect(await coordinator.end).toMatchObject(EXACT);
    await checkLedger(url, RUN);
  });

  test('is waited for until a signal', async () => {
    const nowhere = 'postgres://a:secret@localhost:1/q';
    const coordinator = cluster.start(nowhere, START);
    const worker = cluster.work(nowhere);
    for (const process of [coordinator, worker])
      await until(() => process.said().includes('trying again until it answers'), 'it waits');
    expect(coordinator.said()).not.toContain('secret');
    coordinator.kill('SIGINT');
    expect((await coordinator.end).signal).toBe('SIGINT');
    worker.kill('SIGTERM');
    expect((await worker.end).exitCode).toBe(0);
  });
});

test('a database that is away for twelve seconds is waited for, with one line', async () => {
  const url = await postgres.create();
  const worker = cluster.work(url, 'kernel-slow');
  const coordinator = cluster.start(url, START);
  await until(async () => (await finishedOf(url, RUN)) > 0, 'something is finished');
  await postgres.killAndRestart(12_000);
  expect(await coordinator.end).toMatchObject(EXACT);
  for (const process of [worker, coordinator]) {
    expect(process.said().match(/trying again/g)?.length).toBeLessThanOrEqual(3); // not for each attempt
    expect(process.said()).not.toContain('    at ');
  }
  await checkLedger(url, RUN);
});

/** Makes a table's writes fail as on a full disk. @param writes such as `insert on queens_par.result`. */
async function fillDisk(url: string, writes: string): Promise<void> {
  await ask(
    url,
    `create function full_disk() returns trigger language plpgsql as $$
       begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
     create trigger full_disk before ${writes} execute function full_disk()`,
  );
}

test('a disk that is full: the worker keeps its results until there is room', async () => {
  const url = await postgres.create();
  await cluster.run(url, 'status');
  await fillDisk(url, 'insert on queens_par.result');
  const worker = cluster.work(url);
  const coordinator = cluster.start(url, START);
  await until(() => worker.said().includes('has no disk space left'), 'the worker says so');
  await delay(1000);
  expect(await finishedOf(url, RUN)).toBe(0);
  await ask(url, 'drop trigger full_disk on queens_par.result');
  expect(await coordinator.end).toMatchObject(EXACT);
  await checkLedger(url, RUN);
});

test('a queue whose disk is full is waited for, too', async () => {
  const url = await postgres.create();
  await cluster.run(url, 'status');
  await fillDisk(url, 'insert or update on bullmq.job');
  cluster.work(url);
  const coordinator = cluster.start(url, START);
  await until(() => coordinator.said().includes('has no disk space left'), 'the coordinator says so');
  await ask(url, 'drop trigger full_disk on bullmq.job');
  expect(await coordinator.end).toMatchObject(EXACT);
});

describe('a connection that is cut by a proxy', () => {
  test.each(['migration', 'LISTEN ', 'move_to_active', 'insert into result', 'commit', 'add_jobs_bulk', 'pg_snapshot'])(
    'at %s is opened again',
    async (query) => {
      const url = await postgres.create();
      let cuts = 0;
      const broken = await startProxy(url, {
        cuts(sent) {
          if (!sent.includes(query) || cuts === 3) return false;
          cuts++;
          return true;
        },
      });
      await cluster.run(url, 'status');
      const worker = cluster.work(broken);
      const { stdout, stderr, exitCode } = await cluster.run(broken, ...START);
      expect({ stdout, exitCode }, stderr).toEqual(EXACT);
      await until(() => cuts > 0, 'a connection is cut'); // a worker listens as soon as it has no job
      worker.kill('SIGTERM');
      const end = await worker.end;
      expect(end.exitCode, end.stderr).toBe(0);
      for (const text of [stderr, end.stderr]) expect(text).not.toContain('    at ');
      await checkLedger(url, RUN);
    },
  );
});

describe('a connection pooler is refused by start, work and status alike', () => {
  async function expectRefusal(url: string): Promise<void> {
    for (const command of [START, ['work', '--threads', '1'], ['status']]) {
      const { stderr, exitCode } = await cluster.run(url, ...command);
      expect(stderr).toMatch(
        /^queens-par: localhost:\d+\/queens_\d+ is a connection pooler like PgBouncer; give the address of PostgreSQL itself in the URL$/,
      );
      expect(exitCode).toBe(2);
    }
  }

  test('if it refuses the settings at the start of a connection', async () => {
    const fields = ['SFATAL', 'C08P01', 'Munsupported startup parameter: options', ''].join('\0');
    const length = Buffer.alloc(4);
    length.writeInt32BE(4 + fields.length + 1);
    const answer = Buffer.concat([Buffer.from('E'), length, Buffer.from(`${fields}\0`)]);
    await expectRefusal(await startServerThatAnswers(await postgres.create(), answer));
  });

  test('if it shares the connections of the server', async () => {
    // BackendKeyData: the number of the server's process, which a pooler replaces by one of its own.
    const start = Buffer.from([0x4b, 0, 0, 0, 12]);
    const pooler = await startProxy(await postgres.create(), {
      answer(received) {
        const at = received.indexOf(start);
        if (at >= 0) received.writeInt32BE(received.readInt32BE(at + 5) ^ 1, at + 5);
        return received;
      },
    });
    await expectRefusal(pooler);
  });
});

describe('a database that cannot be used is refused in one line, without the password', () => {
  test.each<[what: string, change: (url: string) => string, line: RegExp, exitCode: number]>([
    [
      'nobody there',
      () => 'postgres://a:secret@localhost:1/q',
      /^queens-par: localhost:1\/q refuses connections: is P/,
      1,
    ],
    [
      'a wrong password',
      (url) => url.replace(new URL(url).password, 'secret'),
      /^queens-par: \S+ refuses the login: password authentication failed for user "queens_par"$/,
      2,
    ],
    [
      'no such database',
      (url) => url.replace(/\w+$/, 'elsewhere'),
      /^queens-par: \S+: database "elsewhere" does not/,
      2,
    ],
    ['no URL', () => 'not a url: secret', /^queens-par: QUEENS_PAR_DATABASE_URL must contain a URL like postgres:/, 2],
    ['nothing', () => '', /^queens-par: name the database: QUEENS_PAR_DATABASE_URL=.*; --local needs no server/, 2],
  ])('%s', async (_, change, line, exitCode) => {
    const url = change(await postgres.create());
    // start waits for a server that is away
    for (const command of exitCode === 1 ? [['status']] : [START, ['status']]) {
      const run = await cluster.run(url, ...command);
      expect(run.stderr).toMatch(line);
      expect(run.stderr).not.toContain('secret');
      expect(run).toMatchObject({ stdout: '', exitCode });
    }
  });

  test('TLS: an unknown authority and a wrong name are refused, and the right ones count', async () => {
    const url = await postgres.create();
    const unknown = await cluster.run(`${url}?sslmode=verify-full`, 'status');
    expect(unknown.stderr).toMatch(
      /has a certificate that cannot be trusted \(.*\); set its authority with sslrootcert=FILE/,
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
    expect(await cluster.run(right, ...START)).toMatchObject(EXACT);
  });
});
