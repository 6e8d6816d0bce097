import { describe, expect, test } from 'vitest';
import { A000170 } from '../vectors/a000170.js';
import { expectWholeLedger, finishedOf } from './ledger-of.js';
import { ask, postgresForTests } from './postgres.js';
import { clusterProcesses, until } from './processes.js';

const postgres = postgresForTests();
const cluster = clusterProcesses();

describe('two workers and a coordinator', () => {
  test.each([
    [12, 'bitmask', '3'],
    [13, 'bitmask', '4'],
    [12, 'meet', undefined],
    [13, 'meet', undefined],
  ])('count n = %i by %s', async (n, algorithm, depth) => {
    const url = await postgres.create();
    cluster.work(url);
    cluster.work(url);
    const deep = depth ? ['--depth', depth] : [];
    const { stdout, stderr, exitCode } = await cluster.run(url, 'start', String(n), '--algorithm', algorithm, ...deep);
    expect({ stdout, exitCode }).toEqual({ stdout: String(A000170[n]), exitCode: 0 });
    expect(stderr).toMatch(/agrees with A000170\.$/);
    await expectWholeLedger(url, `${n}-${algorithm}`);
    const [queue] = await ask(url, 'select count(*)::integer as jobs from queens_par_queue.job');
    await until(async () => queue?.jobs === 0 || (await jobsIn(url)) === 0, 'the queue is empty');
  });

  test('share the work', async () => {
    const url = await postgres.create();
    cluster.work(url, 'kernel-slow');
    cluster.work(url, 'kernel-slow');
    const { stdout } = await cluster.run(url, 'start', '12', '--algorithm', 'bitmask', '--depth', '3');
    expect(stdout).toBe('14200');
    const workers = await ask(url, 'select worker from queens_par.ledger group by worker having count(*) > 50');
    expect(workers).toHaveLength(2);
  });
});

test('two runs at once in one database do not disturb each other', async () => {
  const url = await postgres.create();
  cluster.work(url);
  cluster.work(url);
  const runs = [
    cluster.run(url, 'start', '13', '--algorithm', 'bitmask', '--depth', '3'),
    cluster.run(url, 'start', '14', '--algorithm', 'meet'),
    cluster.run(url, 'start', '11', '--algorithm', 'bitmask', '--run', 'another'),
  ];
  expect(await Promise.all(runs)).toMatchObject([{ stdout: '73712' }, { stdout: '365596' }, { stdout: '2680' }]);
  for (const run of ['13-bitmask', '14-meet', 'another']) await expectWholeLedger(url, run);
});

test('two coordinators of one run both print the total, and no job is fed twice', async () => {
  const url = await postgres.create();
  cluster.work(url, 'kernel-slow');
  const runs = [1, 2].map(() => cluster.run(url, 'start', '12', '--algorithm', 'bitmask', '--depth', '3'));
  expect(await Promise.all(runs)).toMatchObject([{ stdout: '14200' }, { stdout: '14200' }]);
  const [retried] = await ask(url, 'select retries from queens_par.run');
  expect(retried).toEqual({ retries: 0 });
});

test('--detach leaves the work to the workers; the total is asked for later', async () => {
  const url = await postgres.create();
  const start = ['start', '12', '--algorithm', 'bitmask', '--depth', '3'];
  const detached = await cluster.run(url, ...start, '--detach');
  expect(detached).toMatchObject({ stdout: '', exitCode: 0 });
  expect(detached.stderr).toMatch(/^Run 12-bitmask: \d+ subproblems in the queue; queens-par cluster start 12/);
  const worker = cluster.work(url);
  await until(async () => (await finishedOf(url, '12-bitmask')) === planned(detached.stderr), 'all is counted');
  worker.kill('SIGTERM');
  await worker.end;
  expect((await cluster.run(url, ...start, '--detach')).stderr).toMatch(/^Run 12-bitmask is complete/);
  expect(await cluster.run(url, ...start)).toMatchObject({ stdout: '14200', exitCode: 0 });
});

test('a finished run gives its total at once, without any worker', async () => {
  const url = await postgres.create();
  const worker = cluster.work(url);
  await cluster.run(url, 'start', '10');
  worker.kill('SIGKILL');
  await worker.end;
  const { stdout, stderr } = await cluster.run(url, 'start', '10', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ schema: 'queens-par/count/1', n: 10, count: '724', agreement: 'agrees' });
  expect(stderr).toContain('from before');
});

function planned(text: string): number {
  return Number(/(\d+) subproblems/.exec(text)?.[1]);
}

async function jobsIn(url: string): Promise<number> {
  const [row] = await ask<{ jobs: number }>(url, 'select count(*)::integer as jobs from queens_par_queue.job');
  return row?.jobs ?? 0;
}
