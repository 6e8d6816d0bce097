import { expect, test } from 'vitest';
import { ask, postgresForTests } from '../cluster/postgres.js';
import { clusterProcesses, until } from '../cluster/processes.js';

const postgres = postgresForTests();
const cluster = clusterProcesses();

test('metrics show the queue, a pause, each worker and its refusals, and the latest runs only', async () => {
  const url = await postgres.create();
  await cluster.run(url, 'start', '11', '--algorithm', 'bitmask', '--detach');
  await ask(
    url,
    `insert into queens_par.run (name, n, algorithm, options, plan_hash, kernel, subproblems, cost, state)
     select 'old-' || i, 8, 'bitmask', '{}', '', '', 1, 1, 'finished' from generate_series(1, 12) i`,
  );
  const worker = cluster.work(url, 'kernel-slow');
  const server = cluster.start(url, ['status', '--metrics', '0']);
  await until(() => server.said().includes('/metrics'), 'it serves');
  const address = /http:\S+/.exec(server.said())?.[0] ?? '';
  const metrics = async () => (await fetch(address)).text();

  const finished = /^queens_par_worker_finished\{run="11-bitmask",worker="(.+)"\} [1-9]/m;
  await until(async () => finished.test(await metrics()), 'the worker has finished something');
  const name = finished.exec(await metrics())?.[1];
  const text = await metrics();
  expect(text).toContain(`\nqueens_par_worker_threads{worker="${name}"} 2\n`);
  expect(text).toContain(`\nqueens_par_worker_refuses{worker="${name}"} 0\n`);
  expect(text).toMatch(new RegExp(`^queens_par_worker_silent_seconds\\{worker="${name}"\\} \\d`, 'm'));
  expect(text).toMatch(/^queens_par_jobs_active \d+$/m);
  expect(text).toMatch(/^queens_par_jobs_waiting [1-9]\d*$/m);
  expect(text).toContain('\nqueens_par_queue_paused 0\n');
  expect(text.match(/^queens_par_finished\{run="old-\d+",n="8"\}/gm)).toHaveLength(10);

  await ask(url, `update queens_par.worker set refusal = 'another version'`);
  await ask(url, `insert into queens_par_queue.meta (queue, field, value) values ('queens-par', 'paused', '1')`);
  expect(await metrics()).toContain(`\nqueens_par_worker_refuses{worker="${name}"} 1\n`);
  expect(await metrics()).toContain('\nqueens_par_queue_paused 1\n');
  expect(await metrics()).toContain('\nqueens_par_warning{kind="held-back",login=""} 1\n');
  worker.kill('SIGKILL');
});
