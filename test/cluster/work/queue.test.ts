import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Database } from '../../../src/cluster/connection/database.js';
import { openRun } from '../../../src/cluster/tables/runs.js';
import { installSchema } from '../../../src/cluster/tables/schema.js';
import { consumeJobs, type JobHandler, type JobQueue, openQueue } from '../../../src/cluster/work/queue.js';
import { planBitmask } from '../../../src/core/plan/bitmask-plan.js';
import { query, usePostgres } from '../postgres.js';

const postgres = usePostgres();
const unfinished = { has: () => false };
let url: string;
let database: Database;
let queue: JobQueue;
beforeAll(async () => {
  url = await postgres.create();
  database = new Database(url);
  await installSchema(database);
  queue = await openQueue(database);
});
beforeEach(() => query(url, 'delete from queens_par_queue.job'));
afterAll(async () => {
  await queue.close();
  await database.close();
});

/** Returns the ids of the jobs in the order in which workers take them. */
async function readOrder(): Promise<string[]> {
  const rows = await query<{ id: string }>(url, 'select id from queens_par_queue.job order by priority, seq');
  return rows.map(({ id }) => id);
}

test('workers take the jobs of a short run before those of a long one that was started earlier', async () => {
  const long = await openRun(database, planBitmask(16, 2));
  const short = await openRun(database, planBitmask(8, 2));
  await queue.add(long, unfinished);
  const jobs = await queue.add(short, unfinished);
  const taken: number[] = [];
  const stop = new AbortController();
  const count: JobHandler['count'] = async ({ data }) => {
    taken.push(data.run);
    if (taken.length === jobs + 2) stop.abort();
  };
  await consumeJobs(database, { concurrency: 1, lease: 30, count, onError() {} }, stop.signal);
  expect(taken.slice(0, jobs + 2)).toEqual([...Array(jobs).fill(short.id), long.id, long.id]);
});

test('only jobs that are gone from the queue are added again, with the same priority', async () => {
  const run = await openRun(database, planBitmask(13, 2));
  const jobs = await queue.add(run, unfinished);
  const order = await readOrder();
  expect(order).toHaveLength(jobs);
  await query(url, `update queens_par_queue.job set state = 'active' where id = $1`, [order[0]]);
  await query(url, 'delete from queens_par_queue.job where id = any($1)', [[order[1], order[2]]]);
  const lastIndex = run.plan.subproblems.length - 1;
  const isNotLast = { has: (index: number) => index === lastIndex };
  expect(await queue.add(run, isNotLast)).toBe(jobs - 1);
  expect(await readOrder()).toEqual([order[0], ...order.slice(3), order[1], order[2]]);
  expect(await query(url, 'select distinct priority from queens_par_queue.job')).toHaveLength(1);
});

test('a run without unfinished subproblems adds no job', async () => {
  const run = await openRun(database, planBitmask(6, 1));
  expect(await queue.add(run, { has: () => true })).toBe(0);
  const empty = await openRun(database, planBitmask(2, 0));
  expect(await queue.add(empty, unfinished)).toBe(empty.plan.subproblems.length);
});
