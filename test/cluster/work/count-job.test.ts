import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Database } from '../../../src/cluster/connection/database.js';
import { registerWorker } from '../../../src/cluster/tables/registration.js';
import { type ClusterRun, endRun, openRun, refreshRun } from '../../../src/cluster/tables/runs.js';
import { countJob, FailingRuns, type WorkerSetup } from '../../../src/cluster/work/count-job.js';
import type { TakenJob } from '../../../src/cluster/work/queue.js';
import { createSubmitter } from '../../../src/cluster/work/submitter.js';
import { Abandoned, type Executor } from '../../../src/core/executors/executor.js';
import type { Subproblem } from '../../../src/core/plan/subproblem.js';
import { compileKernel, kernelVersion } from '../../../src/node/threads/compile-kernel.js';
import { createInlineExecutor } from '../../../src/node/threads/start-threads.js';
import { planBitmask } from '../../core/plan/plans.js';
import { query, useSharedServer } from '../postgres.js';

const postgres = useSharedServer();
let url: string;
let database: Database;
beforeAll(async () => {
  url = await postgres.createTables();
  database = new Database(url);
});
afterAll(() => database.close());

/** Makes the parts of a worker that counts in this thread. */
function workerParts(name = 'ada', pool: Executor = createInlineExecutor(compileKernel('bitmask', 'fast'))) {
  const worker = { name, threads: 1, memory: 2 ** 28, lease: 30, kernels: kernelVersion(), isRunning: true };
  const { signal } = new AbortController();
  const submit = createSubmitter(database, worker, signal);
  const logged: string[] = [];
  const log = (message: string) => void logged.push(message);
  const parts = { database, worker, pool, submit, failing: new FailingRuns() };
  return { ...parts, plans: new Map(), signal, log, logged } satisfies WorkerSetup & { logged: string[] };
}

/** Starts a run, and returns it with its only job. */
async function jobOf(n: number, deadlyHosts: readonly string[] = []): Promise<{ run: ClusterRun; job: TakenJob }> {
  const plan = planBitmask(n, 1);
  const run = await openRun(database, plan, undefined, `run-${n}`);
  const end = plan.subproblems.length;
  return { run, job: { run: run.id, first: 0, end, deadlyHosts, finished: [], runRow: run } };
}

/** Puts a job into the queue, as held by a worker. */
async function hold({ run, first, end }: TakenJob, worker: string): Promise<void> {
  await query(
    url,
    `insert into queens_par.job (run, first, "end", cost, holder)
     select $1, $2, $3, 1, id from queens_par.worker where name = $4
     on conflict (run, first) do update set holder = excluded.holder`,
    [run, first, end, worker],
  );
}

const count = (setup: WorkerSetup, job: TakenJob, signal = setup.signal) => countJob(setup, job, signal, () => {});

/** Makes a pool that counts wrongly, or not at all. */
function faultyPool(run: Executor['run']): Executor {
  return { threads: 1, run, async close() {} };
}

const miscounting = faultyPool(async (subproblems, finished) => {
  for (const subproblem of subproblems)
    await finished(subproblem, { id: subproblem.id, count: 2 ** 52, work: 1, milliseconds: 1, ended: 0 });
});

test('a job is counted after workers on four hosts died soon after taking it, but a fifth fails its run', async () => {
  const hosts = ['ada', 'bob', 'eve', 'joe', 'sue'];
  const [tough, deadly] = [await jobOf(8, hosts.slice(1)), await jobOf(9, hosts)];
  await registerWorker(database, workerParts().worker);
  await hold(deadly.job, 'ada');
  for (const { job } of [tough, deadly]) await count(workerParts(), job);
  expect(await refreshRun(database, tough.run)).toMatchObject({ state: 'finished', total: '92' });
  expect(await refreshRun(database, deadly.run)).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('ada, bob, eve, joe, sue died within ten minutes after taking the job at index 0'),
  });
  expect(await query(url, 'select from queens_par.job where run = $1', [deadly.run.id])).toEqual([]); // starts anew
});

test('a run fails if three workers fail to count a job, but not if one does so again and again', async () => {
  const { run, job } = await jobOf(14);
  const states: string[] = [];
  for (const name of ['ada', 'ada', 'ada', 'ada', 'bob', 'eve']) {
    const setup = workerParts(name, miscounting);
    await registerWorker(database, setup.worker);
    await hold(job, name);
    await count(setup, job);
    states.push((await refreshRun(database, run)).state);
  }
  expect(states).toEqual(['counting', 'counting', 'counting', 'counting', 'counting', 'failed']);
  expect((await refreshRun(database, run)).reason).toMatch(/reported \d+ solutions.* \(on eve, bob, ada\)$/);
});

test('a run does not fail while a running worker can count it', async () => {
  const { run, job } = await jobOf(12);
  await registerWorker(database, { ...workerParts('able').worker });
  for (const name of ['ada', 'bob', 'eve']) {
    const setup = workerParts(name, miscounting);
    await registerWorker(database, setup.worker);
    await hold(job, name);
    await count(setup, job);
  }
  expect(await refreshRun(database, run)).toMatchObject({ state: 'counting' });
  await registerWorker(database, { ...workerParts('able').worker, isRunning: false });
});

test('a worker logs one line for the failures of a run, and leaves the run to others for a while', async () => {
  const { run, job } = await jobOf(11);
  const setup = workerParts('ada', miscounting);
  await registerWorker(database, setup.worker);
  for (let times = 0; times < 3; times++) await count(setup, job);
  expect(setup.logged).toEqual([
    expect.stringMatching(/^run run-11 fails on this machine, .*: subproblem \S+ reported/),
  ]);
  expect(setup.failing.paused).toEqual([run.id]);
  await count({ ...setup, pool: workerParts().pool }, job);
  expect([...setup.failing.keys()]).toEqual([]);
});

test('a run fails once all running workers with its kernels have refused its plan', async () => {
  const { run, job } = await jobOf(15);
  await query(url, 'update queens_par.worker set stopped = true');
  const [ada, bob] = [workerParts('ada'), workerParts('bob')];
  for (const { worker } of [ada, bob, { worker: { ...ada.worker, name: 'old', kernels: '0.0.1+1' } }])
    await registerWorker(database, worker);
  const changed = { ...job, runRow: { ...run, options: { depth: 2 } } };
  await count(ada, changed);
  expect(await refreshRun(database, run)).toMatchObject({ state: 'counting' });
  await count(bob, changed);
  expect(await refreshRun(database, run)).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/^run run-15: its plan has hash .* builds a different plan .* \(on bob, ada\)$/),
  });
});

test('a failed run can be stopped', async () => {
  const { run, job } = await jobOf(16, ['a', 'b', 'c', 'd', 'e']);
  await count(workerParts(), job);
  expect(await refreshRun(database, run)).toMatchObject({ state: 'failed' });
  await endRun(database, run.id, 'stopped');
  expect(await refreshRun(database, run)).toMatchObject({ state: 'stopped', reason: null });
});

test.each([
  ['stops', undefined],
  ['abandons the job', new Abandoned()],
])('a worker that %s submits its finished results, and the next one counts only the others', async (_, reason) => {
  const { run, job } = await jobOf(13);
  await query(url, 'delete from queens_par.result where run = $1', [run.id]);
  const stop = new AbortController();
  const stopping = faultyPool(async ([first, second], finished, signal) => {
    for (const subproblem of [first, second] as Subproblem[])
      await finished(subproblem, { id: subproblem.id, count: 1, work: 1, milliseconds: 1, ended: 0 });
    stop.abort(reason);
    signal?.throwIfAborted();
  });
  const setup = workerParts('ada', stopping);
  await count(setup, job, stop.signal);
  expect([...setup.failing.keys()]).toEqual([]);
  expect(await query(url, 'select from queens_par.result where run = $1', [run.id])).toHaveLength(2);
  let left: string[] = [];
  const next = faultyPool(async (subproblems) => {
    left = Array.from(subproblems, ({ id }) => id);
  });
  await count(workerParts('ada', next), { ...job, finished: [0, 1] });
  expect(left).toEqual(run.plan.subproblems.slice(2).map(({ id }) => id));
});

test('a worker submits the results of a long job before the job ends, so its death does not lose them', async () => {
  const { run, job } = await jobOf(18);
  const read = () => query(url, 'select index from queens_par.result where run = $1', [run.id]);
  const slow = faultyPool(async ([first, second, third], finished) => {
    for (const subproblem of [first, second, third] as Subproblem[]) {
      if (subproblem === second) await delay(1_000);
      await finished(subproblem, { id: subproblem.id, count: 1, work: 1, milliseconds: 1, ended: 0 });
    }
    await vi.waitFor(async () => expect(await read()).toHaveLength(2), { timeout: 60_000 });
  });
  await count(workerParts('ada', slow), job);
  expect(await read()).toHaveLength(3);
});

test('a run counted with other kernels is not resumed, but a stopped one gets these', async () => {
  const { run } = await jobOf(17);
  const setKernels = (state: string) =>
    query(url, `update queens_par.run set kernels = '0.0.1+1', state = $2 where id = $1`, [run.id, state]);
  await setKernels('counting');
  await expect(openRun(database, run.plan, undefined, run.name)).rejects.toThrow(/^run run-17 is being counted with/);
  await setKernels('stopped');
  expect(await openRun(database, run.plan, undefined, run.name)).toMatchObject({ kernels: kernelVersion() });
});

test('a worker keeps the plans of at most four runs, and builds a plan once for jobs that start together', async () => {
  const parts = workerParts();
  const kept: number[] = [];
  for (const n of [4, 5, 6, 7, 10, 18]) {
    const { job } = await jobOf(n);
    const none = { ...parts, pool: faultyPool(async () => {}) };
    await Promise.all([count(none, job), count(none, job)]);
    kept.push(parts.plans.size);
  }
  expect(kept).toEqual([1, 2, 3, 4, 1, 2]);
});
