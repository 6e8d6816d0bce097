import { expect, test } from 'vitest';
import { checkLedger, countFinished, postgresForTests, query } from './postgres.js';
import { clusterProcesses, until } from './processes.js';

const postgres = postgresForTests();
const cluster = clusterProcesses();

/** 268 subproblems, each of at least 25 ms. */
const RUN = '11-bitmask';
const START = ['start', '11', '--algorithm', 'bitmask', '--depth', '3'];
const EXACT = { stdout: '2680', exitCode: 0 };

test('a run goes on after the database was replaced by a copy from an hour ago', async () => {
  const url = await postgres.create();
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
