/** What a run needs vanishes and comes back: the name of the database's host, the server, its tables. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../../src/cluster/postgres/own-database.js';
import type { RunningProgram } from '../e2e/program.js';
import { has, MOUNTING, POSTGRES } from '../machine.js';
import { temporaryFolder } from '../node/ledger/folder.js';
import { checkLedger, countFinished, query, untilFinished, usePostgres } from './postgres.js';
import { until, useCluster } from './processes.js';
import { startProxy } from './proxy.js';

const postgres = usePostgres();
const cluster = useCluster();
const path = temporaryFolder();

/** 182 subproblems. The slow worker would need half a minute for them. */
const RUN = '10-bitmask';
const START = ['start', '10', '--algorithm', 'bitmask', '--depth', '3'];
const WORK = ['work', '--threads', '1', '--lease', '2'];
const WAITS = 'retrying until it answers';

/** Starts a coordinator and a slow worker. @param within words of a command that runs another one. */
function startBoth(
  url: string,
  within: readonly string[] = [],
): readonly [coordinator: RunningProgram, worker: RunningProgram] {
  return [cluster.start(url, START, undefined, within), cluster.start(url, WORK, 'kernel-slow', within)];
}

async function untilWaiting(processes: readonly RunningProgram[], reason = ''): Promise<void> {
  for (const process of processes) {
    const waits = () => process.stderr().includes(reason) && process.stderr().includes(WAITS);
    await until(waits, `the process waits, because: ${reason}`);
  }
}

/** Starts a fast worker, and checks that both processes have survived, and that the total is right. */
async function expectExactEnd(
  url: string,
  [coordinator, worker]: readonly [RunningProgram, RunningProgram],
): Promise<void> {
  cluster.work(url);
  const { stdout, stderr, exitCode } = await coordinator.end;
  expect({ stdout, exitCode }, stderr).toEqual({ stdout: '724', exitCode: 0 });
  worker.kill('SIGTERM');
  const { exitCode: code, stderr: log } = await worker.end;
  expect(code, log).toBe(0);
  for (const text of [stderr, log]) expect(text).not.toContain('    at ');
  await checkLedger(url, RUN);
}

/** Ends all other connections to a database. */
async function disconnectAll(url: string): Promise<void> {
  await query(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );
}

test.runIf(has('unshare'))('the name of the host vanishes for ten seconds, but the server stays', async () => {
  const hosts = path('hosts');
  /** Each process has a name space of its own, with our file in index of /etc/hosts. */
  const within = [...MOUNTING, 'sh', '-c', 'mount --bind "$0" /etc/hosts && exec "$@"', hosts];
  const setName = (exists: boolean) =>
    writeFileSync(hosts, `127.0.0.1 localhost${exists ? '\n127.0.0.1 database.test' : ''}\n`);
  setName(true);
  const url = await postgres.create();
  const processes = startBoth(url.replace('@localhost', '@database.test'), within);
  await untilFinished(url, RUN);
  setName(false);
  await disconnectAll(url);
  await untilWaiting(processes);
  await delay(10_000);
  setName(true);
  await expectExactEnd(url, processes);
  const waits = processes.map((process) => process.stderr().split(WAITS).length - 1);
  expect(Math.max(...waits)).toBeLessThanOrEqual(3); // not each retry
});

test('a worker that is terminated during an outage submits its results once the database is back', async () => {
  const url = await postgres.create();
  let isDown = false;
  const processes = startBoth(await startProxy(url, { cuts: () => isDown }));
  await untilFinished(url, RUN);
  isDown = true;
  await untilWaiting(processes);
  await delay(2000); // the subproblems that were being counted are finished
  const [coordinator, worker] = processes;
  coordinator.kill('SIGTERM');
  worker.kill('SIGTERM');
  isDown = false; // the worker tries for four seconds
  expect((await worker.end).exitCode).toBe(0);
  expect((await coordinator.end).stderr).toMatch(/terminated: (\d+) of 182/);
  const [, before] = /terminated: (\d+) of 182/.exec(coordinator.stderr()) ?? [];
  expect(await countFinished(url, RUN)).toBeGreaterThan(Number(before));
  expect(worker.stderr()).not.toMatch(/^queens-par: terminated/m);
});

test('a standby that takes over is named and waited for', async () => {
  const url = await postgres.create();
  const [coordinator, worker] = startBoth(url);
  await untilFinished(url, RUN);
  const name = new URL(url).pathname.slice(1);
  await query(url, `alter database ${name} set default_transaction_read_only = on`);
  await disconnectAll(url);
  await untilWaiting([worker], 'it is a standby');
  await query(url.replace(name, 'postgres'), `alter database ${name} reset default_transaction_read_only`);
  await disconnectAll(url);
  await expectExactEnd(url, [coordinator, worker]);
});

describe.runIf(has('pg_restore'))('a server from Debian, which has pg_restore', () => {
  const folder = path('server');
  let url: string;

  function run(program: string, ...args: string[]): void {
    const bin = join(POSTGRES, readdirSync(POSTGRES).at(-1) ?? '', 'bin');
    const asOwner =
      process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];
    const [command = '', ...words] = [...asOwner, join(bin, program), ...args];
    execFileSync(command, words, { cwd: '/', stdio: 'ignore' });
  }

  beforeAll(async () => {
    mkdirSync(folder);
    chmodSync(path(''), 0o755); // if root runs the tests, the server runs as the user postgres
    if (process.getuid?.() === 0) execFileSync('chown', ['postgres', folder]);
    const port = await findFreePort(0);
    run('initdb', '--pgdata', join(folder, 'data'), '--username=ada', '--auth=trust', '--no-sync');
    const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`;
    run('pg_ctl', 'start', '-w', '-D', join(folder, 'data'), '-l', join(folder, 'log'), '-o', settings);
    url = `postgres://ada:secret@127.0.0.1:${port}/postgres`;
  });
  afterAll(() => run('pg_ctl', 'stop', '-m', 'fast', '-D', join(folder, 'data')));

  /**
   * Restores a backup, without a transaction. Its statements may collide with the run's, so it may need several tries.
   */
  async function untilRestored(backup: string): Promise<void> {
    await expect
      .poll(() => run('pg_restore', '--clean', '--if-exists', '-d', url, backup), { timeout: 60_000 })
      .toBeUndefined();
  }

  test('a backup is restored twice while a run is being counted', async () => {
    const processes = startBoth(url);
    await untilFinished(url, RUN);
    const backup = join(folder, 'backup');
    run('pg_dump', '-Fc', '-f', backup, url);
    for (let times = 0; times < 2; times++) {
      await delay(1000);
      await untilRestored(backup);
    }
    await expectExactEnd(url, processes);
  });
});
