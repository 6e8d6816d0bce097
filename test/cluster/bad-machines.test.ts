import { expect, test } from 'vitest';
import { has } from '../machine.js';
import { checkLedger, countFinished, query, untilFinished, untilQueued, useSharedServer } from './postgres.js';
import { until, useCluster } from './processes.js';

const postgres = useSharedServer();
const cluster = useCluster();

const RUN = '10-bitmask';
const START = ['start', '10', '--algorithm', 'bitmask', '--depth', '2'];
const EXACT = { stdout: '724', exitCode: 0 };

/** Starts a worker with one thread and a fault. */
function badWorker(url: string, fault: string) {
  return cluster.start(url, ['work', '--threads', '1', '--lease', '2'], fault);
}

const badMachines: [fault: string, preload: string, message: RegExp][] = [
  ['miscounts', 'kernel-miscounts', /^queens-par: this machine cannot count: .* found \d+ solutions instead of 92$/m],
  ['cannot run threads', 'worker-exits-always', /^queens-par: this machine cannot count: .*$/m],
];
if (has('x64')) badMachines.push(['has no SIMD', '--no-enable-sse4-1', /^queens-par: .* cannot count: .*SIMD.*$/]);

test.each(badMachines)('a worker on a machine that %s leaves before it takes a job', async (_, fault, message) => {
  const url = await postgres.create();
  const coordinator = cluster.start(url, START);
  await untilQueued(url, RUN);
  const bad = await badWorker(url, fault).end;
  expect(bad.stderr).toMatch(message);
  expect(bad.exitCode).toBe(1);
  expect(await countFinished(url, RUN)).toBe(0);
  cluster.work(url);
  expect(await coordinator.end).toMatchObject(EXACT);
});

test('a worker with impossible counts leaves the jobs to another one', async () => {
  const url = await postgres.create();
  const coordinator = cluster.start(url, START);
  const bad = badWorker(url, 'kernel-overflows-later');
  await bad.waitFor(/run 10-bitmask fails on this machine, .*: subproblem \S+ reported \d+ solutions.*at most/);
  // A returned job waits behind the others, so no worker gets it again and again.
  const returned = () => query(url, 'select from queens_par.job where setbacks > 0');
  await until(async () => (await returned()).length > 1, 'the worker has tried two jobs');
  expect((await cluster.run(url, 'status')).stdout).toMatch(/counting\n[\s\S]*returned a job to the queue: subproblem/);
  cluster.work(url);
  expect(await coordinator.end).toMatchObject(EXACT);
  await checkLedger(url, RUN);
  bad.kill('SIGTERM');
  expect(await bad.end).toMatchObject({ exitCode: 0 });
});

test('a run fails if a count is impossible on three workers, and its error names them', async () => {
  const url = await postgres.create();
  for (let worker = 0; worker < 3; worker++) badWorker(url, 'kernel-overflows-later');
  const { stdout, stderr, exitCode } = await cluster.run(url, 'start', '9', '--algorithm', 'bitmask', '--depth', '0');
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
  expect(stderr).toMatch(/run 9-bitmask has failed: .*at most \d+ \(on \S+, \S+, \S+\)/);
});

test('a run survives kill -9 of a worker and of its coordinator', async () => {
  const url = await postgres.create();
  const worker = cluster.work(url, 'kernel-slow');
  const coordinator = cluster.start(url, START);
  await untilFinished(url, RUN);
  for (const process of [worker, coordinator]) process.kill('SIGKILL');
  cluster.work(url);
  expect(await cluster.run(url, ...START)).toMatchObject(EXACT);
  await checkLedger(url, RUN);
});
