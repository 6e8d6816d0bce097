/** Databases that are not ours alone, or that are not as this version of the program has made them. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Database } from '../../../src/cluster/connection/database.js';
import { registerWorker } from '../../../src/cluster/tables/registration.js';
import { finishRun, type IndexedResult, insertResults } from '../../../src/cluster/tables/results.js';
import { findRun, openRun } from '../../../src/cluster/tables/runs.js';
import { installSchema } from '../../../src/cluster/tables/schema.js';
import { openQueue } from '../../../src/cluster/work/queue.js';
import { planBitmask } from '../../../src/core/plan/bitmask-plan.js';
import { createKernel } from '../../../workers/kernels.js';
import { query, usePostgres } from '../postgres.js';

const postgres = usePostgres();
const plan = planBitmask(6, 1);
const count = createKernel({ kind: 'reference' });
const results = plan.subproblems.map((subproblem, index): IndexedResult => [index, count(subproblem)]);
const worker = { name: 'ada', threads: 1, memory: 2 ** 28, lease: 30, kernels: 'any', isRunning: true };

let url: string;
let database: Database;
beforeEach(async () => {
  url = await postgres.create();
  database = new Database(url);
});
afterEach(() => database.close());

/** Starts a run and puts its jobs into the queue. @returns the number of jobs there. */
async function fillQueue(name: string): Promise<number> {
  const run = await openRun(database, plan, undefined, name);
  const queue = await openQueue(database);
  await queue.add(run, { has: () => false });
  await queue.close();
  return (await query(url, `select from queens_par_queue.job where id like $1`, [`${run.id}-%`])).length;
}

test('tables of other programs with BullMQ are neither used nor changed, even those of a later version', async () => {
  await query(url, 'create schema bullmq; create table bullmq.migration (version integer, min_client_version integer)');
  await query(url, 'insert into bullmq.migration values (99, 99)');
  await installSchema(database);
  expect(await fillQueue('a')).toBe(plan.subproblems.length);
  expect(await query(url, `select from pg_tables where schemaname = 'bullmq'`)).toHaveLength(1);
});

test('a dropped queue is created again when jobs are added', async () => {
  await installSchema(database);
  const run = await openRun(database, plan, undefined, 'begun');
  await insertResults(database, run, worker, results.slice(0, 2));
  const queue = await openQueue(database);
  await query(url, 'drop schema queens_par_queue cascade');
  await queue.add(run, { has: () => false });
  await queue.close();
  const jobs = `select from queens_par_queue.job where id like '${run.id}-%'`;
  expect(await query(url, jobs)).toHaveLength(plan.subproblems.length);
  await insertResults(database, run, worker, results.slice(2));
  expect(await finishRun(database, run)).toMatchObject({ count: 4n });
});

test('numbers and times do not depend on the settings of the role or the database', async () => {
  const name = new URL(url).pathname.slice(1);
  await query(url, `alter database ${name} set extra_float_digits = -15`);
  await installSchema(database);
  const run = await openRun(database, plan, undefined, 'exact');
  expect((await findRun(database, 'exact')).cost).toBe(plan.cost);
  const before = Date.now();
  const time = await registerWorker(database, worker);
  expect(Math.abs(time - before)).toBeLessThan(600_000);
  expect(await fillQueue('exact')).toBe(plan.subproblems.length);
  await insertResults(database, run, worker, results);
  expect(await finishRun(database, run)).toMatchObject({ count: 4n });
});

test('sequences that lag behind their tables, as on a promoted replica, do no harm', async () => {
  await installSchema(database);
  const names = Array.from({ length: 20 }, (_, i) => `run-${i}`);
  for (const name of names) await registerWorker(database, { ...worker, name });
  for (const name of names.slice(0, 5)) await fillQueue(name);
  await query(url, 'alter table queens_par.run alter id restart; alter table queens_par.worker alter id restart');
  await query(
    url,
    'alter sequence queens_par_queue.event_seq restart; alter sequence queens_par_queue.job_seq restart',
  );
  expect(await fillQueue('another')).toBe(plan.subproblems.length);
  expect(await registerWorker(database, { ...worker, name: 'another' })).toBeGreaterThan(0);
});

test('a statement without an answer fails after 30 seconds', async () => {
  await database.query('select'); // connects
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const outcome = database.query('select pg_sleep(3600)').catch(({ message }) => message);
    await new Promise((resolve) => setImmediate(resolve)); // now it is sent
    await vi.advanceTimersByTimeAsync(30_000);
    vi.useRealTimers();
    expect(await Promise.race([outcome, new Promise((resolve) => setTimeout(resolve, 5000))])).toMatch(/timeout/);
  } finally {
    vi.useRealTimers();
  }
});
