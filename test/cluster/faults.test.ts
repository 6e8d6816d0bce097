import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ask, checkLedger, finishedOf, jobsIn, postgresForTests } from './postgres.js';
import { clusterProcesses, type Running, until } from './processes.js';

const postgres = postgresForTests();
const cluster = clusterProcesses();

/** 268 subproblems of 25 ms and more: with two workers of two threads, some two seconds. */
const RUN = '11-bitmask';
const START = ['start', '11', '--algorithm', 'bitmask', '--depth', '3'];
const SOLUTIONS = '2680';

/** Begins the run with two slow workers, and waits until it is under way. */
async function underWay() {
  const url = await postgres.create();
  const workers = [cluster.work(url, 'kernel-slow'), cluster.work(url, 'kernel-slow')];
  const coordinator = cluster.start(url, START);
  await until(async () => (await finishedOf(url, RUN)) > 0, 'something is finished');
  return { url, workers, coordinator };
}

async function expectExact(url: string, coordinator: Running) {
  const { stdout, stderr, exitCode } = await coordinator.end;
  expect({ stdout, exitCode }, stderr).toEqual({ stdout: SOLUTIONS, exitCode: 0 });
  expect(stderr).not.toContain('    at ');
  await checkLedger(url, RUN);
}

describe('the total is exact after kill -9', () => {
  test('of a worker, whose jobs another one takes over', async () => {
    const { url, workers, coordinator } = await underWay();
    await delay(randomInt(1000));
    workers[0]?.kill('SIGKILL');
    await expectExact(url, coordinator);
  });

  test('of the coordinator, twice', async () => {
    let { url, coordinator } = await underWay();
    for (let death = 0; death < 2; death++) {
      await delay(randomInt(400));
      coordinator.kill('SIGKILL');
      await coordinator.end;
      coordinator = cluster.start(url, START);
    }
    await expectExact(url, coordinator);
  });

  test('of PostgreSQL', async () => {
    const { url, coordinator } = await underWay();
    await delay(randomInt(500));
    await postgres.killAndRestart();
    await expectExact(url, coordinator);
  });

  test('of everything at once', async () => {
    const { url, workers, coordinator } = await underWay();
    await delay(randomInt(500));
    for (const process of [...workers, coordinator]) process.kill('SIGKILL');
    await Promise.all([...workers, coordinator].map(({ end }) => end));
    await postgres.killAndRestart(0);
    expect(await finishedOf(url, RUN)).toBeGreaterThan(0);
    cluster.work(url);
    await expectExact(url, cluster.start(url, START));
  });
});

test('a worker that is frozen past its lease and wakes changes nothing', async () => {
  const { url, workers, coordinator } = await underWay();
  workers[0]?.kill('SIGSTOP');
  await expectExact(url, coordinator);
  const sums = 'select count(*) as rows, sum(count) as sum, max(entered) as last from queens_par.ledger';
  const before = await ask(url, sums);
  const isAwake = 'select from queens_par.worker where name like $1 and seen > $2';
  const [wakes] = await ask<{ at: string }>(url, 'select now()::text as at');
  workers[0]?.kill('SIGCONT');
  await until(async () => (await ask(url, isAwake, [`%-${workers[0]?.pid}`, wakes?.at])).length > 0, 'it is awake');
  await delay(1000); // it submits what it holds
  expect(await ask(url, sums)).toEqual(before);
  workers[0]?.kill('SIGTERM');
  expect(await workers[0]?.end).toMatchObject({ exitCode: 0 });
});

test('two coordinators of one run both print the exact total', async () => {
  const { url, coordinator } = await underWay();
  const second = cluster.start(url, START);
  await expectExact(url, coordinator);
  await expectExact(url, second);
});

test('a queue that is emptied by hand is filled again', async () => {
  const { url, coordinator } = await underWay();
  await ask(url, 'lock table bullmq.job; delete from bullmq.job'); // without the lock it might deadlock with a worker
  await expectExact(url, coordinator);
});

test('a worker that gets SIGTERM submits its results, gives its jobs back, and is gone', async () => {
  const { url, workers, coordinator } = await underWay();
  workers[1]?.kill('SIGKILL');
  await workers[1]?.end;
  workers[0]?.kill('SIGTERM');
  expect(await workers[0]?.end).toMatchObject({ exitCode: 0 });
  const [counts] = await ask<{ active: number; gone: number }>(
    url,
    `select count(*) filter (where state = 'active')::integer as active,
            (select count(*)::integer from queens_par.worker where gone) as gone from bullmq.job`,
  );
  expect(counts).toMatchObject({ gone: 1 });
  expect(counts?.active).toBeLessThanOrEqual(2); // those of the worker that was killed
  cluster.work(url);
  await expectExact(url, coordinator);
});

test('Ctrl-C: the coordinator says how to go on, and the work goes on without it', async () => {
  const url = await postgres.create();
  const coordinator = cluster.start(url, START);
  await until(async () => (await jobsIn(url)) > 0, 'jobs are in the queue');
  coordinator.kill('SIGINT');
  const { stderr, signal } = await coordinator.end;
  expect(stderr).toMatch(/interrupted: 0 of \d+ subproblems .*; resume with: queens-par cluster start 11 /);
  expect(signal).toBe('SIGINT');
  cluster.work(url);
  await until(async () => (await finishedOf(url, RUN)) === 268, 'a worker has counted them');
  const { stdout, stderr: closing } = await cluster.run(url, ...START);
  expect(stdout).toBe(SOLUTIONS);
  expect(closing).toMatch(/(\d+) of \1 subproblems from before/);
});

test('a worker of another version refuses the jobs and leaves them to others', async () => {
  const url = await postgres.create();
  const coordinator = cluster.start(url, START);
  await until(async () => (await jobsIn(url)) > 0, 'jobs are in the queue');
  const [run] = await ask<{ kernel: string }>(url, 'select kernel from queens_par.run');
  await ask(url, `update queens_par.run set kernel = '9.9.9+other'`);
  const jobs = await jobsIn(url);
  const worker = cluster.work(url);
  await until(() => worker.said().includes('job refused'), 'jobs are refused');
  expect((await cluster.run(url, 'status')).stdout).toContain(
    'refused a job: run 11-bitmask is counted with kernel 9.9.9',
  );
  expect(await jobsIn(url)).toBe(jobs);
  const other = await cluster.run(url, ...START);
  expect(other.stderr).toMatch(
    /is being counted with kernel 9\.9\.9\+other, but this version has \S+; stop it first: /,
  );
  expect(other.exitCode).toBe(2);
  await ask(url, 'update queens_par.run set kernel = $1', [run?.kernel]);
  await expectExact(url, coordinator);
});

test('a subproblem that takes down every thread ends the run, which can be started again', async () => {
  const url = await postgres.create();
  const bad = cluster.work(url, 'worker-exits-always');
  const failed = await cluster.run(url, ...START);
  expect(failed).toMatchObject({ stdout: '', exitCode: 1 });
  expect(failed.stderr).toMatch(/run 11-bitmask has failed: subproblem \S+ of n = 11 failed 3 times, last with: /);
  bad.kill('SIGKILL');
  await bad.end;
  cluster.work(url);
  await expectExact(url, cluster.start(url, START));
});

test('results that the database cannot take end the run with the reason', async () => {
  const url = await postgres.create();
  await cluster.run(url, 'status');
  await ask(url, 'alter table queens_par.result add constraint full_moon check (count < 0)');
  cluster.work(url);
  const failed = await cluster.run(url, ...START);
  expect(failed).toMatchObject({ stdout: '', exitCode: 1 });
  expect(failed.stderr).toMatch(/violates check constraint "full_moon"/);
});

test('a wrong count is a conflict or a total that differs, and never passes for right', async () => {
  const url = await postgres.create();
  cluster.work(url, 'kernel-miscounts');
  const { stdout, stderr, exitCode } = await cluster.run(url, ...START);
  expect(exitCode).toBe(1);
  expect(stdout).not.toBe(SOLUTIONS);
  expect(stderr).toMatch(/DIFFERS FROM A000170.*\n.*cluster audit 11-bitmask --sample 100% finds it/s);
});
