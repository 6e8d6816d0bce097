import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Database } from '../../src/cluster/connection/database.js';
import { OperationalError } from '../../src/core/errors/errors.js';
import type { RunningProgram } from '../e2e/program.js';
import { checkLedger, countFinished, countJobs, query, untilFinished, untilQueued, usePostgres } from './postgres.js';
import { until, useCluster } from './processes.js';

const postgres = usePostgres();
const cluster = useCluster();

/** 268 subproblems. Two slow workers with two threads each would need 13 seconds for them. */
const RUN = '11-bitmask';
const START = ['start', '11', '--algorithm', 'bitmask', '--depth', '3'];
const SOLUTIONS = '2680';

/** Starts the run with two slow workers, and waits for the first result and until both workers are counting. */
async function startRun() {
  const url = await postgres.createTables();
  const workers = [cluster.work(url, 'kernel-slow'), cluster.work(url, 'kernel-slow')];
  const coordinator = cluster.start(url, START);
  await untilFinished(url, RUN);
  for (const { waitFor } of workers) await waitFor('is counting on');
  return { url, workers, coordinator };
}

/** Starts a fast worker, and checks the total. */
async function expectExact(url: string, coordinator: RunningProgram) {
  cluster.work(url);
  const { stdout, stderr, exitCode } = await coordinator.end;
  expect({ stdout, exitCode }, stderr).toEqual({ stdout: SOLUTIONS, exitCode: 0 });
  expect(stderr).not.toContain('    at ');
  await checkLedger(url, RUN);
}

test('a run survives a process that is frozen in a transaction with locks', async () => {
  const { url, coordinator } = await startRun();
  const frozen = new Database(url);
  const transaction = frozen.transaction(async ({ query }) => {
    await query('select from run for update');
    await coordinator.end;
  });
  await Promise.all([expectExact(url, coordinator), expect(transaction).rejects.toThrow(OperationalError)]);
  await frozen.close();
});

test('two coordinators of one run both print the exact total', async () => {
  const { url, coordinator } = await startRun();
  const second = cluster.start(url, START);
  await expectExact(url, coordinator);
  await expectExact(url, second);
});

test.each([
  // The lock prevents a deadlock.
  ['adds deleted jobs to the queue again', 'lock table queens_par.job; delete from queens_par.job'],
])('the coordinator %s', async (_, fault) => {
  const { url, coordinator } = await startRun();
  await query(url, fault);
  await expectExact(url, coordinator);
});

test('a worker submits its results and returns its jobs after SIGTERM', async () => {
  const { url, workers, coordinator } = await startRun();
  workers[1]?.kill('SIGKILL');
  await workers[1]?.end;
  workers[0]?.kill('SIGTERM');
  expect(await workers[0]?.end).toMatchObject({ exitCode: 0 });
  const [counts] = await query<{ active: number; stopped: number }>(
    url,
    `select count(holder)::integer as active,
            (select count(*)::integer from queens_par.worker where stopped) as stopped from queens_par.job`,
  );
  expect(counts).toMatchObject({ stopped: 1 });
  expect(counts?.active).toBeLessThanOrEqual(2); // jobs of the killed worker
  expect(await query(url, `select from queens_par.job where deadly_hosts <> '{}'`)).toEqual([]);
  expect(workers[0]?.stderr()).toMatch(/^queens-par: not finished: \d jobs? after \S+ of thread time$/m);
  await expectExact(url, coordinator);
});

test('an interrupted coordinator prints the command to resume, and workers finish the run without it', async () => {
  const url = await postgres.create();
  const coordinator = cluster.start(url, START);
  await untilQueued(url, RUN);
  coordinator.kill('SIGINT');
  const { stderr, signal } = await coordinator.end;
  expect(stderr).toMatch(/interrupted: 0 of \d+ subproblems .*; resume with: queens-par cluster start 11 /);
  expect(signal).toBe('SIGINT');
  cluster.work(url);
  await untilFinished(url, RUN, 268);
  const { stdout, stderr: closing } = await cluster.run(url, ...START);
  expect(stdout).toBe(SOLUTIONS);
  expect(closing).toMatch(/(\d+) of \1 subproblems counted earlier/);
});

test('workers leave a run with the kernels of another version alone, and start refuses it', async () => {
  const url = await postgres.create();
  const coordinator = cluster.start(url, START);
  await untilQueued(url, RUN);
  const [run] = await query<{ kernels: string }>(url, 'select kernels from queens_par.run');
  await query(url, `update queens_par.run set kernels = '9.9.9+other'`);
  const jobs = await countJobs(url, RUN);
  cluster.work(url);
  await delay(2000);
  expect(await countJobs(url, RUN)).toBe(jobs);
  expect(await countFinished(url, RUN)).toBe(0);
  const other = await cluster.run(url, ...START);
  expect(other.stderr).toMatch(
    /is being counted with kernels 9\.9\.9\+other, but this version has \S+; stop it first with: /,
  );
  expect(other.exitCode).toBe(2);
  await query(url, 'update queens_par.run set kernels = $1', [run?.kernels]);
  await expectExact(url, coordinator);
});

test('a worker whose results are refused says why, and counts them once they are allowed', async () => {
  const url = await postgres.createTables();
  await query(url, 'alter table queens_par.result add constraint full_moon check (count < 0)');
  const coordinator = cluster.start(url, START);
  const refused = cluster.work(url);
  await refused.waitFor(/run 11-bitmask fails on this machine, .* do not allow one of the values/);
  expect((await cluster.run(url, 'status')).stdout).toMatch(/returned a job to the queue: .*do not allow one/);
  await query(url, 'alter table queens_par.result drop constraint full_moon');
  await expectExact(url, coordinator);
});

test('a worker whose clock jumps ahead counts on', async () => {
  const url = await postgres.create();
  const coordinator = cluster.start(url, START);
  const worker = cluster.work(url, 'clock-jumps');
  expect(await coordinator.end).toMatchObject({ stdout: SOLUTIONS, exitCode: 0 });
  worker.kill('SIGTERM');
  expect((await worker.end).exitCode).toBe(0);
});

test('start reports a total that differs from A000170 if a worker miscounts', async () => {
  const url = await postgres.create();
  cluster.work(url, 'kernel-miscounts-later');
  const { stdout, stderr, exitCode } = await cluster.run(url, ...START);
  expect(exitCode).toBe(1);
  expect(stdout).not.toBe(SOLUTIONS);
  expect(stderr).toMatch(/DIFFERS FROM A000170.*\n.*find it with: queens-par audit run:11-bitmask --sample 100%/s);
});

test('a run continues after the database is replaced with an hour-old copy', async () => {
  const url = await postgres.create();
  const coordinator = cluster.start(url, START);
  const worker = cluster.work(url, 'kernel-slow');
  await untilFinished(url, RUN, 5);
  await postgres.backUp();
  await untilFinished(url, RUN, 20);
  await query(url, 'create table other (); drop table other'); // more transactions than the copy will soon have
  worker.kill('SIGSTOP'); // it could count all lost results again before the coordinator notices the loss
  await postgres.restore();
  await until(() => coordinator.stderr().includes('lost or removed; recounting'), 'the loss is noticed');
  worker.kill('SIGCONT');
  await expectExact(url, coordinator);
  worker.kill('SIGTERM');
  expect((await worker.end).exitCode).toBe(0);
});
