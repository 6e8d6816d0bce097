import { expect, test } from 'vitest';
import { checkLedger, postgresForTests, query, untilFinished } from './postgres.js';
import { clusterProcesses, until } from './processes.js';

const postgres = postgresForTests();
const cluster = clusterProcesses();

/** 268 subproblems. The slow worker would need half a minute for them. */
const RUN = '11-bitmask';
const START = ['start', '11', '--algorithm', 'bitmask', '--depth', '3'];
const EXACT = { stdout: '2680', exitCode: 0 };

test('a run goes on after the database was replaced by a copy from an hour ago', async () => {
  const url = await postgres.create();
  const coordinator = cluster.start(url, START);
  const worker = cluster.work(url, 'kernel-slow');
  await untilFinished(url, RUN, 5);
  await postgres.backUp();
  await untilFinished(url, RUN, 20);
  await query(url, 'create table other (); drop table other'); // more transactions than the copy will soon have
  worker.kill('SIGSTOP'); // it could count all lost results again before the coordinator notices the loss
  await postgres.restore();
  await until(
    () => coordinator.stderr().includes('results of run 11-bitmask were lost or removed'),
    'the loss is noticed',
  );
  worker.kill('SIGCONT');
  cluster.work(url);
  const { stdout, stderr, exitCode } = await coordinator.end;
  expect({ stdout, exitCode }, stderr).toEqual(EXACT);
  await checkLedger(url, RUN);
  worker.kill('SIGTERM');
  expect((await worker.end).exitCode).toBe(0);
});
