/** One job takes as long as a test wants, and the others a few times 100 ms. No thread may wait for the long one. */
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { RunningProgram } from '../e2e/program.js';
import { temporaryFolder } from '../node/ledger/folder.js';
import { checkLedger, countFinished, query, untilFinished, usePostgres } from './postgres.js';
import { until, useCluster } from './processes.js';
import { startProxy } from './proxy.js';

const postgres = usePostgres();
const cluster = useCluster();
const path = temporaryFolder();

const RUN = '11-bitmask';
const START = ['start', '11', '--algorithm', 'bitmask', '--depth', '2'];

let tests = 0;

/** Starts a worker whose first subproblem ends only when `release` is called. */
function workUnevenly(url: string, threads: number): { worker: RunningProgram; release: () => void } {
  const file = path(`release-${++tests}`);
  const within = ['env', `UNEVEN_RELEASE=${file}`];
  const args = ['work', '--threads', String(threads), '--lease', '2'];
  return { worker: cluster.start(url, args, 'kernel-uneven', within), release: () => writeFileSync(file, '') };
}

/** Ends all other connections to a database. */
async function disconnect(url: string): Promise<void> {
  await query(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );
}

/** Waits until ten more subproblems are finished. */
async function untilMoreAreFinished(url: string): Promise<void> {
  await untilFinished(url, RUN, (await countFinished(url, RUN)) + 10);
}

/** Lets the long job end, and checks the total. Each subproblem was counted once: no other worker took a job. */
async function expectExact(url: string, coordinator: RunningProgram, release: () => void): Promise<void> {
  expect(await query(url, 'select from queens_par.job where holder is not null')).not.toEqual([]);
  release();
  expect(await coordinator.end).toMatchObject({ stdout: '2680', exitCode: 0 });
  await checkLedger(url, RUN);
}

test.each([1, 2])('after its connections are cut (times: %i), a worker takes jobs beside a long one', async (times) => {
  const url = await postgres.create();
  const coordinator = cluster.start(url, START);
  const { worker, release } = workUnevenly(url, 2);
  for (let cut = 0; cut < times; cut++) {
    await untilMoreAreFinished(url);
    await disconnect(url);
  }
  await untilMoreAreFinished(url);
  await expectExact(url, coordinator, release);
  expect(worker.stderr()).not.toContain('fails on this machine');
});

test.each(['with chosen as', 'insert into result', 'delete from job', 'commit'])(
  'after its connection is cut twice when it sends %s, a worker takes jobs beside a long one',
  async (statement) => {
    const url = await postgres.create();
    const coordinator = cluster.start(url, START);
    let cuts = 0;
    const proxy = await startProxy(url, {
      cuts: (sent) => sent.includes(statement) && cuts < 2 && ++cuts > 0,
    });
    const { release } = workUnevenly(proxy, 2);
    await until(() => cuts === 2, 'the connection was cut twice');
    await untilMoreAreFinished(url);
    await expectExact(url, coordinator, release);
  },
);

test('after a restart of the database, a worker takes jobs beside a long one', async () => {
  const url = await postgres.create();
  const coordinator = cluster.start(url, START);
  const { release } = workUnevenly(url, 2);
  await untilMoreAreFinished(url);
  await postgres.killAndRestart();
  await untilMoreAreFinished(url);
  await expectExact(url, coordinator, release);
});

test.each([[['stop']], [['stop', 'remove']]])(
  'after %j, the only thread of a worker counts another run',
  async (commands) => {
    const url = await postgres.create();
    const coordinator = cluster.start(url, START);
    const { worker } = workUnevenly(url, 1);
    const held = 'select from queens_par.job where holder is not null';
    await until(async () => (await query(url, held).catch(() => [])).length > 0, 'the worker has a job');
    await cluster.run(url, 'start', '9', '--algorithm', 'bitmask', '--detach');
    expect(await query(url, held)).toHaveLength(1); // it holds no second job
    for (const command of commands) expect(await cluster.run(url, command, RUN)).toMatchObject({ exitCode: 0 });
    expect(await cluster.run(url, 'start', '9')).toMatchObject({ stdout: '352', exitCode: 0 });
    expect(
      worker.stderr().match(/run 11-bitmask was stopped or removed: abandoned 1 job after \S+ of thread time/g),
    ).toHaveLength(1);
    expect((await coordinator.end).stdout).toBe('');
  },
);

test('a short run of another version does not keep a worker from a long run', async () => {
  const url = await postgres.createTables();
  await cluster.run(url, 'start', '9', '--algorithm', 'bitmask', '--detach');
  await query(url, `update queens_par.run set kernels = '0.3.0+other'`);
  const worker = cluster.work(url);
  expect(await cluster.run(url, 'start', '13', '--algorithm', 'bitmask')).toMatchObject({
    stdout: '73712',
    exitCode: 0,
  });
  worker.kill('SIGTERM');
  expect((await worker.end).stderr).not.toMatch(/9-bitmask|kernels/); // it says nothing of the run that it leaves alone
});

test('a short run that fails on one machine does not keep its worker from a long run', async () => {
  const url = await postgres.create();
  await cluster.run(url, 'start', '9', '--algorithm', 'bitmask', '--detach');
  const worker = cluster.work(url, 'kernel-overflows-at-nine');
  expect(await cluster.run(url, 'start', '13', '--algorithm', 'bitmask')).toMatchObject({
    stdout: '73712',
    exitCode: 0,
  });
  expect(worker.stderr().match(/run 9-bitmask fails on this machine/g)).toHaveLength(1);
  cluster.work(url);
  expect(await cluster.run(url, 'start', '9')).toMatchObject({ stdout: '352', exitCode: 0 });
});
