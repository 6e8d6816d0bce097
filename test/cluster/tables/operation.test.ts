/** What the status of a run says about its jobs, its threads, and lost thread time. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Database } from '../../../src/cluster/connection/database.js';
import { importResults, insertResults } from '../../../src/cluster/tables/insertion.js';
import type { Operation } from '../../../src/cluster/tables/operation.js';
import { type Registration, registerWorker } from '../../../src/cluster/tables/registration.js';
import { type ClusterRun, openRun, refreshRun } from '../../../src/cluster/tables/runs.js';
import { readStatus } from '../../../src/cluster/tables/status.js';
import { addJobs, releaseSilent, returnJob, sendHeartbeat, takeJobs } from '../../../src/cluster/work/queue.js';
import { Results } from '../../../src/core/results/results.js';
import { kernelVersion } from '../../../src/node/threads/compile-kernel.js';
import { createKernel } from '../../../workers/kernels.js';
import { planBitmask } from '../../core/plan/plans.js';
import { query, usePostgres } from '../postgres.js';

const postgres = usePostgres();
let url: string;
let database: Database;
beforeAll(async () => {
  url = await postgres.createTables();
  database = new Database(url);
});
beforeEach(async () => {
  await query(url, 'delete from queens_par.run');
  await query(url, 'delete from queens_par.worker');
  for (const worker of [ada, bob]) await registerWorker(database, worker);
});
afterAll(() => database.close());

function workerNamed(host: string): Registration {
  const name = `${host}-4711-3f9a12`;
  return { name, threads: 2, memory: 2 ** 28, lease: 30, kernels: kernelVersion(), isRunning: true };
}
const [ada, bob] = [workerNamed('ada'), workerNamed('bob')];

/** Starts a run, whose jobs have several subproblems each, and adds its jobs. */
async function startRun(n: number): Promise<ClusterRun> {
  const run = await openRun(database, planBitmask(n, 2), undefined, `run-${n}`);
  await addJobs(database, run, { has: () => false });
  return run;
}

async function statusOf(run: ClusterRun) {
  const { operation, ...status } = await readStatus(database, await refreshRun(database, run));
  return { ...status, operation: operation as Operation };
}

/** Moves the time when jobs were taken into the past. */
async function passMinutes(minutes: number): Promise<void> {
  await query(url, "update queens_par.job set taken = taken - $1 * interval '1 minute'", [minutes]);
}

test('threads belong to the run that they count, and the other run waits for it', async () => {
  const long = await startRun(16);
  const [job] = await takeJobs(database, ada, [], 1);
  const short = await startRun(12);
  await takeJobs(database, bob, [], 2);
  await passMinutes(2);
  expect(await statusOf(long)).toMatchObject({
    threads: 1,
    operation: {
      waitsFor: 'run-12',
      idleThreads: 1,
      jobs: [{ worker: ada.name, index: job?.first, seconds: expect.closeTo(120, -1) }],
    },
  });
  expect(await statusOf(short)).toMatchObject({ threads: 2, operation: { waitsFor: null, idleThreads: 1 } });
  const { operation } = await statusOf(short);
  const [all] = await query<{ jobs: number }>(
    url,
    'select count(*)::integer as jobs from queens_par.job where run = $1',
    [short.id],
  );
  expect(operation.waitingJobs).toBe((all?.jobs ?? 0) - 2);
  expect(operation.secondsSinceCoordinator).toBeLessThan(60);
  expect(operation.tableBytes).toBeGreaterThan(10_000);
});

test('a worker that holds more jobs than it has threads is submitting the earlier ones', async () => {
  const run = await startRun(16);
  await takeJobs(database, ada, [], 2);
  await passMinutes(1);
  await takeJobs(database, ada, [], 1);
  const { threads, operation } = await statusOf(run);
  expect(threads).toBe(2);
  expect(operation.jobs.map(({ seconds }) => Math.round(seconds / 60))).toEqual([1, 0]);
});

test('jobs of a silent worker count as such, and when they are released, their time is lost', async () => {
  const run = await startRun(16);
  const jobs = await takeJobs(database, ada, [], 2);
  await passMinutes(10);
  await query(url, `update queens_par.worker set last_seen = now() - interval '40 seconds' where name = $1`, [
    ada.name,
  ]);
  expect(await statusOf(run)).toMatchObject({ threads: 0, operation: { silentJobs: 2, lostSeconds: 0, jobs: [] } });
  await releaseSilent(database);
  const { operation } = await statusOf(run);
  expect(operation.silentJobs).toBe(0);
  expect(operation.lostSeconds).toBeCloseTo(2 * (600 - 40), -1);
  await sendHeartbeat(database, ada, jobs.slice(1)); // it comes back, and only one job is lost
  expect((await statusOf(run)).operation.lostSeconds).toBeCloseTo(600 - 40, -1);
});

test.each([
  ['stops', (worker: Registration) => sendHeartbeat(database, { ...worker, isRunning: false }, [])],
  [
    'fails',
    (worker: Registration, job: { run: number; first: number; end: number }) => returnJob(database, worker, job),
  ],
])('the time of a job whose worker %s is lost', async (_, release) => {
  const run = await startRun(16);
  const [job] = await takeJobs(database, ada, [], 1);
  await passMinutes(5);
  await release(ada, job ?? { run: 0, first: 0, end: 0 });
  expect((await statusOf(run)).operation.lostSeconds).toBeCloseTo(300, -1);
});

test('results of the last day are counted, and those counted twice, but not those imported again', async () => {
  const run = await startRun(8);
  const results = new Results(run.plan);
  const kernel = createKernel({ kind: 'reference' });
  const partials = run.plan.subproblems.map((subproblem) => ({ ...kernel(subproblem), milliseconds: 3000 }));
  partials.forEach((partial, i) => {
    results.add(i < 3 ? { ...partial, ended: Date.now() - 2 * 86_400_000 } : { ...partial, ended: Date.now() });
  });
  for (let times = 0; times < 2; times++) await importResults(database, run, results, 'old.ledger');
  const { operation } = await statusOf(run);
  expect(operation).toMatchObject({ countedTwice: 0, lostSeconds: 0, lastDay: { finished: partials.length - 3 } });
  expect(operation.lastDay.fraction).toBeLessThan(1);
  const two = partials.slice(0, 2).map((partial, index) => [index, partial] as const);
  for (let times = 0; times < 2; times++) await insertResults(database, run, ada, two);
  expect((await statusOf(run)).operation).toMatchObject({ countedTwice: 4, lostSeconds: 12 });
});
