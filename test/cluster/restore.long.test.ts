import { beforeAll, expect, test } from 'vitest';
import { checkLedger, countFinished, postgresForTests, query } from './postgres.js';
import { clusterProcesses, until } from './processes.js';

const postgres = postgresForTests();
const cluster = clusterProcesses();

/** 268 subproblems, each of at least 25 ms. */
const RUN = '11-bitmask';
const START = ['start', '11', '--algorithm', 'bitmask', '--depth', '3'];
const EXACT = { stdout: '2680', exitCode: 0 };

let url: string;
beforeAll(async () => {
  url = await postgres.create();
});

test('a run goes on after the database was replaced by a copy from an hour ago', async () => {
  const coordinator = cluster.start(url, START);
  const worker = cluster.work(url, 'kernel-slow');
  await until(async () => (await countFinished(url, RUN)) >= 60, 'some subproblems are finished');
  await postgres.backUp();
  await until(async () => (await countFinished(url, RUN)) >= 130, 'more subproblems are finished');
  await query(url, 'create table other (); drop table other'); // more transactions than the copy will soon have
  await postgres.restore();
  const { stdout, stderr, exitCode } = await coordinator.end;
  expect({ stdout, exitCode }, stderr).toEqual(EXACT);
  expect(stderr).toMatch(/results of run 11-bitmask were lost or removed; counting them again/);
  await checkLedger(url, RUN);
  worker.kill('SIGTERM');
  expect((await worker.end).exitCode).toBe(0);
});

test('a worker that the copy does not know, or whose number is taken there, gets its own results', async () => {
  await postgres.backUp();
  const fast = cluster.work(url);
  await until(() => fast.stderr().includes('counts with'), 'the first worker has enrolled');
  const slow = cluster.work(url, 'kernel-slow');
  await until(() => slow.stderr().includes('counts with'), 'the second worker has enrolled');
  await postgres.restore();
  const isSlow = (name: string) => name.includes(`-${slow.pid}-`);
  // The second worker gets the first one's number.
  const [, name] = /queens-par: (\S+) counts/.exec(slow.stderr()) ?? [];
  await query(
    url,
    `insert into queens_par.worker (name, threads, memory, lease, kernel) values ($1, 2, 0, 2, 'any')
     on conflict (name) do nothing`,
    [name],
  );
  expect(await cluster.run(url, ...START, '--run', 'credited')).toMatchObject(EXACT);
  const times = await query<{ worker: string; least: number; most: number }>(
    url,
    `select worker, min(milliseconds) as least, max(milliseconds) as most from queens_par.ledger
      where run = 'credited' group by worker`,
  );
  expect(times.some(({ worker }) => !isSlow(worker))).toBe(true);
  for (const { worker, least, most } of times) {
    if (isSlow(worker)) expect(least).toBeGreaterThan(20);
    else expect(most).toBeLessThan(20);
  }
});
