import type { Job } from 'bullmq';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database } from '../../../src/cluster/connection/database.js';
import type { ClusterJob } from '../../../src/cluster/tables/jobs.js';
import { registerWorker } from '../../../src/cluster/tables/registration.js';
import { endRun, openRun, refreshRun } from '../../../src/cluster/tables/runs.js';
import { installSchema } from '../../../src/cluster/tables/schema.js';
import { countJob, type WorkerSetup } from '../../../src/cluster/work/count-job.js';
import { consumeJobs, type JobHandler, openQueue } from '../../../src/cluster/work/queue.js';
import { RunningSubproblems } from '../../../src/cluster/work/running.js';
import type { Executor } from '../../../src/core/executors/executor.js';
import { planBitmask } from '../../../src/core/plan/bitmask-plan.js';
import type { Subproblem } from '../../../src/core/plan/subproblem.js';
import { compileKernel, kernelVersion } from '../../../src/node/threads/compile-kernel.js';
import { createInlineExecutor } from '../../../src/node/threads/start-threads.js';
import { query, usePostgres } from '../postgres.js';
import { until } from '../processes.js';

const postgres = usePostgres();
let url: string;
let database: Database;
beforeAll(async () => {
  url = await postgres.create();
  database = new Database(url);
  await installSchema(database);
});
afterAll(() => database.close());

/** Makes the parts of a worker that counts in this thread. */
function workerParts(name = 'ada', kernels = kernelVersion()): WorkerSetup {
  const worker = { name, threads: 1, memory: 2 ** 28, lease: 30, kernels, isRunning: true };
  const pool = createInlineExecutor(compileKernel('bitmask', 'fast'));
  const running = new RunningSubproblems();
  return { database, worker, pool, running, plans: new Map(), signal: new AbortController().signal, log() {} };
}

/** Starts a run, and returns it with its only job, which this number of workers did not finish. */
async function jobOf(n: number, stalledCounter = 0) {
  const plan = planBitmask(n, 1);
  const run = await openRun(database, plan, undefined, `run-${n}`);
  const job = {
    data: { run: run.id, first: 0, end: plan.subproblems.length },
    stalledCounter,
    async updateData(data: ClusterJob) {
      job.data = data;
    },
  } as Job<ClusterJob>; // the fields that countJob uses
  return { run, job };
}

/** Makes a pool that counts wrongly, or not at all. */
function faultyPool(run: Executor['run']): Executor {
  return { threads: 1, run, async close() {} };
}

test('a job is counted after 20 workers died counting it, and the 21st death fails its run', async () => {
  const [tough, deadly] = [await jobOf(8, 20), await jobOf(9, 21)];
  for (const { job } of [tough, deadly]) expect(await countJob(workerParts(), job)).toBe('finished');
  expect(await refreshRun(database, tough.run)).toMatchObject({ state: 'finished', total: '92' });
  const reason = 'more than 20 workers died counting the job at index 0 of the plan';
  expect(await refreshRun(database, deadly.run)).toMatchObject({ state: 'failed', reason });
});

test('a run fails if three workers get impossible counts from a job, but not if one does so three times', async () => {
  const { run, job } = await jobOf(14);
  const miscounting = faultyPool(async (subproblems, finished) => {
    for (const subproblem of subproblems)
      await finished(subproblem, { id: subproblem.id, count: 2 ** 52, work: 1, milliseconds: 1, ended: 0 });
  });
  async function miscount(name: string): Promise<string> {
    expect(await countJob({ ...workerParts(name), pool: miscounting }, job)).toBe('failed');
    return (await refreshRun(database, run)).state;
  }
  const states: string[] = [];
  for (const name of ['ada', 'ada', 'ada', 'bob', 'eve']) states.push(await miscount(name));
  expect(states).toEqual(['counting', 'counting', 'counting', 'counting', 'failed']);
});

test('a run fails once all running workers with its kernels have refused its plan', async () => {
  const { run, job } = await jobOf(15);
  const [ada, bob, old] = [workerParts('ada'), workerParts('bob'), workerParts('old', '0.0.1+1')];
  for (const { worker } of [ada, bob, old]) await registerWorker(database, worker);
  await query(url, `update queens_par.run set options = '{"depth": 2}' where id = $1`, [run.id]);
  const refuse = async (setup: WorkerSetup) => {
    expect(await countJob(setup, job)).toBe('refused');
    return refreshRun(database, run);
  };
  expect(await refuse(ada)).toMatchObject({ state: 'counting' });
  expect(await refuse(old)).toMatchObject({ state: 'counting' });
  expect(await refuse(bob)).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/^run run-15: its plan has hash .* builds a different plan .* \(on ada, bob\)$/),
  });
  await registerWorker(database, { ...bob.worker, isRunning: false });
});

test('a failed run can be stopped', async () => {
  const { run, job } = await jobOf(16, 21);
  await countJob(workerParts(), job);
  expect(await refreshRun(database, run)).toMatchObject({ state: 'failed' });
  await endRun(database, run.id, 'stopped');
  expect(await refreshRun(database, run)).toMatchObject({ state: 'stopped', reason: null });
});

test('a worker that stops submits its finished results, and the next one counts only the others', async () => {
  const { run, job } = await jobOf(13);
  const stop = new AbortController();
  const parts = workerParts();
  const stopping = faultyPool(async ([first, second], finished, signal) => {
    for (const subproblem of [first, second] as Subproblem[])
      await finished(subproblem, { id: subproblem.id, count: 1, work: 1, milliseconds: 1, ended: 0 });
    stop.abort();
    signal?.throwIfAborted();
  });
  expect(await countJob({ ...parts, pool: stopping, signal: stop.signal }, job)).toBe('stopped');
  let left: string[] = [];
  const next = faultyPool(async (subproblems) => {
    left = Array.from(subproblems, ({ id }) => id);
  });
  expect(await countJob({ ...parts, pool: next }, job)).toBe('finished');
  expect(left).toEqual(run.plan.subproblems.slice(2).map(({ id }) => id));
});

test('a run counted with other kernels is neither resumed nor counted, but a stopped one gets these', async () => {
  const { run, job } = await jobOf(17);
  const setKernels = (state: string) =>
    query(url, `update queens_par.run set kernels = '0.0.1+1', state = $2 where id = $1`, [run.id, state]);
  await setKernels('counting');
  await expect(openRun(database, run.plan, undefined, run.name)).rejects.toThrow(/^run run-17 is being counted with/);
  expect(await countJob(workerParts(), job)).toBe('refused');
  await setKernels('stopped');
  expect(await openRun(database, run.plan, undefined, run.name)).toMatchObject({ kernels: kernelVersion() });
});

test('a worker keeps the plans of at most four runs', async () => {
  const parts = workerParts();
  const kept: number[] = [];
  for (const n of [4, 5, 6, 7, 10, 11]) {
    await countJob(parts, (await jobOf(n)).job);
    kept.push(parts.plans.size);
  }
  expect(kept).toEqual([1, 2, 3, 4, 1, 2]);
});

test('adding jobs releases the locks of a wrong clock, but none within the lease or of another queue', async () => {
  const { run } = await jobOf(12);
  const queue = await openQueue(database);
  const nothing = { has: () => false };
  await queue.add(run, nothing);
  const after = (time: string) => `(1000 * extract(epoch from clock_timestamp() + interval '${time}'))::bigint`;
  const later = after('10 minutes');
  await query(url, `update queens_par_queue.job set state = 'active', locked_until_ms = ${later}`);
  await query(url, `update queens_par_queue.job set locked_until_ms = ${after('25 seconds')} where id = '${run.id}-0'`);
  await query(
    url,
    `insert into queens_par_queue.meta (queue, field, value)
     values ('queens-par', 'stalled-check', ${later}), ('other', 'stalled-check', ${later});
     insert into queens_par_queue.job (queue, id, seq, name, state, added_at_ms, locked_until_ms)
     values ('other', '1', 1, 'mail', 'active', 0, ${later})`,
  );
  await queue.add(run, nothing);
  await queue.close();
  const locked = await query(url, `select id from queens_par_queue.job where locked_until_ms > ${after('0')}`);
  expect(locked).toEqual(expect.arrayContaining([{ id: `${run.id}-0` }, { id: '1' }]));
  expect(locked).toHaveLength(2);
  const isDue = `field = 'stalled-check' and value::bigint <= ${after('0')}`;
  expect(await query(url, `select queue from queens_par_queue.meta where ${isDue}`)).toEqual([{ queue: 'queens-par' }]);
});

test('a job is taken again however many workers have left it', async () => {
  const { run } = await jobOf(12);
  const queue = await openQueue(database);
  await queue.add(run, { has: () => false });
  await queue.close();
  await query(
    url,
    `delete from queens_par_queue.job where id <> '${run.id}-0';
     update queens_par_queue.job set state = 'active', stalled_marked = true, stalled_count = 7, locked_until_ms = 1`,
  );
  const taken: number[] = [];
  const stop = new AbortController();
  const count: JobHandler['count'] = async ({ stalledCounter }) => void taken.push(stalledCounter);
  const taking = consumeJobs(database, { concurrency: 1, lease: 2, count, onError() {} }, stop.signal);
  await until(async () => (await query(url, 'select from queens_par_queue.job')).length === 0, 'the job is gone');
  stop.abort();
  await taking;
  expect(taken).toEqual([8]);
});
