import { describe, expect, test } from 'vitest';
import { jsonSchemas } from '../../src/commands/json-schemas.js';
import { A000170 } from '../vectors/a000170.js';
import { expectWholeLedger, finishedOf } from './ledger-of.js';
import { ask, postgresForTests } from './postgres.js';
import { clusterProcesses, until } from './processes.js';

const postgres = postgresForTests();
const cluster = clusterProcesses();

/** A count of 182 subproblems. */
const START = ['start', '10', '--algorithm', 'bitmask', '--depth', '3'];

describe('two workers and a coordinator', () => {
  test('count n = 12 and 13 by both algorithms', async () => {
    const url = await postgres.create();
    cluster.work(url);
    cluster.work(url);
    for (const [n, algorithm, ...depth] of [
      [12, 'bitmask', '--depth', '3'],
      [13, 'bitmask', '--depth', '4'],
      [12, 'meet'],
      [13, 'meet'],
    ] as const) {
      const count = await cluster.run(url, 'start', String(n), '--algorithm', algorithm, ...depth);
      expect(count).toMatchObject({ stdout: String(A000170[n]), exitCode: 0 });
      expect(count.stderr).toMatch(/agrees with A000170\.$/);
      await expectWholeLedger(url, `${n}-${algorithm}`);
    }
    await until(async () => (await jobsIn(url)) === 0, 'the queue is empty');
  });

  test('share the work', async () => {
    const url = await postgres.create();
    const workers = [cluster.work(url, 'kernel-slow'), cluster.work(url, 'kernel-slow')];
    await cluster.run(url, 'start', '6'); // the first run, which they may come to at different times
    await until(() => workers.every((worker) => worker.said().includes('counts with')), 'both are here');
    expect(await cluster.run(url, ...START)).toMatchObject({ stdout: '724' });
    const shares = await ask(
      url,
      `select worker from queens_par.ledger where run = '10-bitmask' group by worker having count(*) > 20`,
    );
    expect(shares).toHaveLength(2);
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

test('two coordinators of one run both print the total, a third takes over, and nothing is fed twice', async () => {
  const url = await postgres.create();
  await cluster.run(url, 'status'); // makes the tables
  await ask(
    url,
    `create table public.fed (place integer);
     create function keep() returns trigger language plpgsql as $$ begin
       insert into public.fed select jsonb_array_elements(new.data -> 'subproblems')::integer;
       return null;
     end $$;
     create trigger keep after insert on queens_par_queue.job for each row execute function keep()`,
  );
  const first = cluster.start(url, START);
  await until(async () => (await jobsIn(url)) > 0, 'it feeds');
  first.kill('SIGKILL');
  await first.end;
  const runs = [1, 2].map(() => cluster.run(url, ...START));
  cluster.start(url, ['work', '--threads', '2'], 'kernel-slow'); // its lease is not over before the test is
  expect(await Promise.all(runs)).toMatchObject([{ stdout: '724' }, { stdout: '724' }]);
  const [fed] = await ask(url, 'select count(*)::integer as all, count(distinct place)::integer as places from fed');
  expect(fed).toEqual({ all: 182, places: 182 });
});

test('a large plan does not go into the queue as a whole', async () => {
  const url = await postgres.create();
  const coordinator = cluster.start(url, ['start', '13', '--algorithm', 'bitmask', '--depth', '6']);
  await until(() => coordinator.said().includes('no worker is here yet'), 'it waits for workers');
  const [plan] = await ask(url, 'select subproblems from queens_par.run');
  expect(plan?.subproblems).toBeGreaterThan(50_000);
  expect(await jobsIn(url)).toBeLessThanOrEqual(20 * 8);
  cluster.work(url);
  expect(await coordinator.end).toMatchObject({ stdout: '73712', exitCode: 0 });
  await expectWholeLedger(url, '13-bitmask');
});

test('--detach leaves the work to the workers; the total is asked for later', async () => {
  const url = await postgres.create();
  const detached = await cluster.run(url, ...START, '--detach');
  const jobs = await jobsIn(url);
  expect(detached).toMatchObject({ stdout: '', exitCode: 0 });
  expect(detached.stderr).toMatch(/^Run 10-bitmask: \d+ subproblems in the queue; queens-par cluster start 10/);
  expect((await cluster.run(url, ...START, '--detach')).stderr).toBe(detached.stderr);
  expect(await jobsIn(url)).toBe(jobs); // what is in the queue is not put in again
  const worker = cluster.work(url);
  await until(async () => (await finishedOf(url, '10-bitmask')) === planned(detached.stderr), 'all is counted');
  worker.kill('SIGTERM');
  await worker.end;
  expect((await cluster.run(url, ...START, '--detach')).stderr).toMatch(/^Run 10-bitmask is complete/);
  expect(await cluster.run(url, ...START)).toMatchObject({ stdout: '724', exitCode: 0 });
});

test('a finished run gives its total at once, without any worker', async () => {
  const url = await postgres.create();
  const worker = cluster.work(url);
  await cluster.run(url, 'start', '10');
  worker.kill('SIGKILL');
  await worker.end;
  const { stdout, stderr } = await cluster.run(url, 'start', '10', '--json');
  expect(jsonSchemas.count.parse(JSON.parse(stdout))).toMatchObject({ n: 10, count: '724', agreement: 'agrees' });
  expect(stderr).toContain('subproblems counted before');
});

function planned(text: string): number {
  return Number(/(\d+) subproblems/.exec(text)?.[1]);
}

async function jobsIn(url: string): Promise<number> {
  const [row] = await ask<{ jobs: number }>(url, 'select count(*)::integer as jobs from queens_par_queue.job');
  return row?.jobs ?? 0;
}
