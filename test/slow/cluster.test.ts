import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { expectWholeLedger, finishedOf } from '../cluster/ledger-of.js';
import { ask, postgresForTests } from '../cluster/postgres.js';
import { clusterProcesses, type Running, until } from '../cluster/processes.js';

const postgres = postgresForTests();
const cluster = clusterProcesses();

test('a minute of deaths of every kind, at random moments, leaves an exact total', async () => {
  const url = await postgres.create();
  const start = ['start', '13', '--algorithm', 'bitmask', '--depth', '5'];
  const workers = [1, 2, 3].map(() => cluster.work(url, 'kernel-slow'));
  let coordinator = cluster.start(url, start);
  await until(async () => (await finishedOf(url, '13-bitmask')) > 0, 'something is finished');

  async function killWorker(signal: NodeJS.Signals): Promise<void> {
    const victim = randomInt(workers.length);
    workers[victim]?.kill(signal);
    await workers[victim]?.end;
    workers[victim] = cluster.work(url, 'kernel-slow');
  }
  async function freeze(worker: Running | undefined): Promise<void> {
    worker?.kill('SIGSTOP');
    await delay(randomInt(6000));
    worker?.kill('SIGCONT');
  }
  const misfortunes = [
    () => killWorker('SIGKILL'),
    () => killWorker('SIGKILL'),
    () => killWorker('SIGTERM'),
    () => freeze(workers[randomInt(workers.length)]),
    async () => {
      coordinator.kill('SIGKILL');
      await coordinator.end;
      coordinator = cluster.start(url, start);
    },
    () => postgres.killAndRestart(randomInt(3000)),
  ];
  for (const begun = performance.now(); performance.now() - begun < 60_000; ) {
    const misfortune = misfortunes[randomInt(misfortunes.length)];
    await misfortune?.();
    await delay(randomInt(2000));
  }
  expect(await coordinator.end).toMatchObject({ stdout: '73712', exitCode: 0 });
  await expectWholeLedger(url, '13-bitmask');
});

test('a queue that is emptied is filled again with what the ledger lacks', async () => {
  const url = await postgres.create();
  cluster.work(url, 'kernel-slow');
  const coordinator = cluster.start(url, ['start', '12', '--algorithm', 'bitmask', '--depth', '3']);
  await until(async () => (await finishedOf(url, '12-bitmask')) > 0, 'something is finished');
  await ask(url, 'delete from queens_par_queue.job');
  expect(await coordinator.end).toMatchObject({ stdout: '14200', exitCode: 0 });
  await expectWholeLedger(url, '12-bitmask');
});

test('a subproblem that takes down every thread ends the run, which can be started again', async () => {
  const url = await postgres.create();
  const start = ['start', '9', '--algorithm', 'bitmask'];
  const bad = cluster.work(url, 'worker-exits-always');
  const failed = await cluster.run(url, ...start);
  expect(failed).toMatchObject({ stdout: '', exitCode: 1 });
  expect(failed.stderr).toMatch(
    /run 9-bitmask has failed: \S+ reports: subproblem \S+ of n = 9 failed 3 times, last with: /,
  );
  bad.kill('SIGKILL');
  await bad.end;
  cluster.work(url);
  expect(await cluster.run(url, ...start)).toMatchObject({ stdout: '352', exitCode: 0 });
});
