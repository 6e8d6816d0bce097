/** Databases that are not ours alone, or that are not as this version of the program has made them. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Database } from '../../../src/cluster/connection/database.js';
import { type IndexedResult, insertResults } from '../../../src/cluster/tables/insertion.js';
import { registerWorker } from '../../../src/cluster/tables/registration.js';
import { finishRun } from '../../../src/cluster/tables/results.js';
import { findRun, openRun } from '../../../src/cluster/tables/runs.js';
import { installSchema } from '../../../src/cluster/tables/schema.js';
import { addJobs } from '../../../src/cluster/work/queue.js';
import { createKernel } from '../../../workers/kernels.js';
import { planBitmask } from '../../core/plan/plans.js';
import { query, useSharedServer } from '../postgres.js';

const postgres = useSharedServer();
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
  await addJobs(database, run, { has: () => false });
  return (await query(url, 'select from queens_par.job where run = $1', [run.id])).length;
}

test('numbers and times do not depend on the settings of the role or the database', async () => {
  const name = new URL(url).pathname.slice(1);
  await query(url, `alter database ${name} set extra_float_digits = -15`);
  await installSchema(database);
  const run = await openRun(database, plan, undefined, 'exact');
  expect((await findRun(database, 'exact')).cost).toBe(plan.cost);
  await registerWorker(database, worker);
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
  expect(await fillQueue('another')).toBe(plan.subproblems.length);
  await registerWorker(database, { ...worker, name: 'another' });
});

test('a statement without an answer fails after 30 seconds', async () => {
  await database.query('select'); // connects
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const outcome = database.query('select pg_sleep(3600)').catch(({ message }) => message);
    await new Promise((resolve) => setImmediate(resolve)); // now it is sent
    await vi.advanceTimersByTimeAsync(30_000);
    vi.useRealTimers();
    expect(await Promise.race([outcome, new Promise((resolve) => setTimeout(resolve, 5000))])).toMatch(
      /did not answer a statement within 30 seconds/,
    );
  } finally {
    vi.useRealTimers();
  }
});
