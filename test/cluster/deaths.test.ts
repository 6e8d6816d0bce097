import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { expectWholeLedger, finishedOf } from './ledger-of.js';
import { ask, postgresForTests } from './postgres.js';
import { clusterProcesses, until } from './processes.js';

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

async function expectExact(
  url: string,
  coordinator: { end: Promise<{ stdout: string; exitCode: number | undefined }> },
) {
  expect(await coordinator.end).toMatchObject({ stdout: SOLUTIONS, exitCode: 0 });
  await expectWholeLedger(url, RUN);
}

describe('kill -9', () => {
  test('of a worker, whose jobs another one takes over', async () => {
    const { url, workers, coordinator } = await underWay();
    await delay(randomInt(1000));
    workers[0]?.kill('SIGKILL');
    await expectExact(url, coordinator);
  });

  test('of the coordinator, twice: it goes on from the ledger', async () => {
    let { url, coordinator } = await underWay();
    for (let death = 0; death < 2; death++) {
      await delay(randomInt(400));
      coordinator.kill('SIGKILL');
      await coordinator.end;
      coordinator = cluster.start(url, START);
      await delay(200);
    }
    await expectExact(url, coordinator);
  });

  test('of PostgreSQL itself: everybody waits until it is back', async () => {
    const { url, coordinator } = await underWay();
    await delay(randomInt(500));
    await postgres.killAndRestart();
    await expectExact(url, coordinator);
  });

  test('of everything at once: the next coordinator and worker go on', async () => {
    const { url, workers, coordinator } = await underWay();
    await delay(randomInt(500));
    for (const process of [...workers, coordinator]) process.kill('SIGKILL');
    await Promise.all([...workers, coordinator].map(({ end }) => end));
    await postgres.killAndRestart(0);
    const before = await finishedOf(url, RUN);
    expect(before).toBeGreaterThan(0);
    cluster.work(url);
    await expectExact(url, cluster.start(url, START));
  });
});

test('a worker that is frozen past its lease and wakes changes nothing', async () => {
  const { url, workers, coordinator } = await underWay();
  workers[0]?.kill('SIGSTOP');
  await expectExact(url, coordinator);
  const [before] = await ask(
    url,
    'select count(*) as rows, sum(count) as sum, max(entered) as last from queens_par.ledger',
  );
  workers[0]?.kill('SIGCONT');
  const awake = workers[0];
  // It hands in what it holds, which takes it a moment, and is then of use again.
  await until(
    async () => (await ask(url, `select from queens_par.worker where seen > now() - interval '1 second'`)).length > 0,
    'it is awake',
  );
  await delay(1000);
  const [after] = await ask(
    url,
    'select count(*) as rows, sum(count) as sum, max(entered) as last from queens_par.ledger',
  );
  expect(after).toEqual(before);
  awake?.kill('SIGTERM');
  expect(await awake?.end).toMatchObject({ exitCode: 0 });
});

test('SIGTERM: a worker hands in what is finished, gives back the rest, and is gone', async () => {
  const { url, workers, coordinator } = await underWay();
  workers[1]?.kill('SIGKILL');
  workers[0]?.kill('SIGTERM');
  expect(await workers[0]?.end).toMatchObject({ exitCode: 0 });
  const [counts] = await ask(
    url,
    `select count(*) filter (where state = 'active')::integer as active,
            count(*) filter (where state = 'waiting')::integer as waiting from queens_par_queue.job`,
  );
  expect(counts?.waiting).toBeGreaterThan(0);
  expect(counts?.active).toBeLessThanOrEqual(2); // those of the other one, that was killed
  cluster.work(url);
  await expectExact(url, coordinator);
});

test('Ctrl-C: the coordinator says how to go on, and the work goes on without it', async () => {
  const { url, coordinator } = await underWay();
  coordinator.kill('SIGINT');
  const { stderr, signal } = await coordinator.end;
  expect(stderr).toMatch(/interrupted: \d+ of \d+ subproblems .*; go on with: queens-par cluster start 11 /);
  expect(signal).toBe('SIGINT');
  await expectExact(url, cluster.start(url, START));
});
