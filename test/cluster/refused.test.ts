import { expect, test } from 'vitest';
import { expectWholeLedger, finishedOf } from './ledger-of.js';
import { ask, postgresForTests } from './postgres.js';
import { clusterProcesses, until } from './processes.js';

const postgres = postgresForTests();
const cluster = clusterProcesses();

const START = ['start', '10', '--algorithm', 'bitmask'];
const RUN = '10-bitmask';

test('results that the ledger refuses are told of, and their jobs are left to others', async () => {
  const url = await postgres.create();
  await cluster.run(url, ...START, '--detach');
  const jobs = await jobsOf(url);
  await ask(url, `update queens_par.run set kernel = '9.9.9+other'`);
  const worker = cluster.work(url);
  await until(() => worker.said().includes('job refused'), 'results are refused');
  expect(worker.said()).toMatch(
    /job refused: \S+: run 10-bitmask is of plan [0-9a-f]{64} and kernel 9\.9\.9\+other, not/,
  );
  await until(async () => (await cluster.run(url, 'status')).stdout.includes('refused a job'), 'the status says so');
  expect(await jobsOf(url)).toBe(jobs);
  expect(await standingOf(url)).toMatchObject({ state: 'counting' });
  expect(await finishedOf(url, RUN)).toBe(0);

  const start = await cluster.run(url, ...START);
  expect(start.stderr).toMatch(
    /^queens-par: run 10-bitmask is being counted with kernel 9\.9\.9\+other, and this version has \S+; stop it first: queens-par cluster stop 10-bitmask$/,
  );
  expect(start.exitCode).toBe(2);
  await cluster.run(url, 'stop', RUN);
  expect(await cluster.run(url, ...START)).toMatchObject({ stdout: '724', exitCode: 0 });
  await expectWholeLedger(url, RUN);
});

test('results that the database cannot take are told of, and the last failure ends the run', async () => {
  const url = await postgres.create();
  await cluster.run(url, ...START, '--detach');
  await ask(url, 'alter table queens_par.result add constraint full_moon check (count < 0)');
  await ask(url, 'update queens_par_queue.job set attempts_made = 4');
  const worker = cluster.work(url);
  const reason = /new row for relation "result" violates check constraint "full_moon"/;
  await until(async () => (await standingOf(url))?.state === 'failed', 'the run has ended');
  expect((await standingOf(url))?.reason).toMatch(reason);
  expect(worker.said()).toContain('a job of run 10-bitmask failed: ');
  expect(worker.said()).toMatch(reason);
});

test('a worker that rests after a refusal ends at once when it is told to', async () => {
  const url = await postgres.create();
  await cluster.run(url, ...START, '--detach');
  await ask(url, `update queens_par_queue.job set data = jsonb_set(data, '{kernel}', '"9.9.9+other"')`);
  const worker = cluster.work(url, 'pauses-last');
  await until(() => worker.said().includes('job refused'), 'a job is refused');
  worker.kill('SIGTERM');
  expect(await worker.end).toMatchObject({ exitCode: 0 });
});

async function standingOf(url: string) {
  const [row] = await ask<{ state: string; reason: string | null }>(url, 'select state, reason from queens_par.run');
  return row;
}

async function jobsOf(url: string): Promise<number> {
  const [row] = await ask<{ jobs: number }>(url, 'select count(*)::integer as jobs from queens_par_queue.job');
  return row?.jobs ?? 0;
}
