import type { QueryResultRow } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database, type Queryable } from '../../../src/cluster/connection/database.js';
import { type IndexedResult, insertResults } from '../../../src/cluster/tables/insertion.js';
import { hasLiveWorker, type Registration, registerWorker } from '../../../src/cluster/tables/registration.js';
import { finishRun, RunResults } from '../../../src/cluster/tables/results.js';
import { type ClusterRun, openRun, refreshRun, removeWorker, reopenRun } from '../../../src/cluster/tables/runs.js';
import { installSchema } from '../../../src/cluster/tables/schema.js';
import { readStatus } from '../../../src/cluster/tables/status.js';
import { sendHeartbeat } from '../../../src/cluster/work/queue.js';
import type { PartialCount } from '../../../src/core/plan/partial-count.js';
import { ResultsGoneError } from '../../../src/core/results/results.js';
import { createKernel } from '../../../workers/kernels.js';
import { planBitmask } from '../../core/plan/plans.js';
import { query, takeLock, useSharedServer } from '../postgres.js';

const postgres = useSharedServer();
const plan = planBitmask(8, 2);
const count = createKernel({ kind: 'reference' });
const right = plan.subproblems.map((subproblem, index): IndexedResult => [index, count(subproblem)]);

let url: string;
let database: Database;
let runs = 0;
beforeAll(async () => {
  url = await postgres.create();
  database = new Database(url);
  await Promise.all([installSchema(database), installSchema(database), installSchema(database)]);
});
afterAll(() => database.close());

async function newRun() {
  return openRun(database, plan, undefined, `run-${++runs}`);
}

function workerNamed(name: string): Registration {
  return { name, threads: 1, memory: 2 ** 28, lease: 30, kernels: 'any', isRunning: true };
}

async function submit(run: ClusterRun, name: string, results: readonly IndexedResult[]): Promise<number> {
  return insertResults(database, run, workerNamed(name), results);
}

async function readAll(results: RunResults): Promise<PartialCount[]> {
  const all: PartialCount[] = [];
  for await (const batch of results.read()) {
    expect(batch).not.toEqual([]); // the coordinator takes a batch for news
    all.push(...batch);
  }
  return all;
}

/** Returns a statement that inserts results for a range of indexes, of a worker that has registered before. */
function insertion({ id }: ClusterRun, first: number, last: number): string {
  return `insert into queens_par.result (run, index, count, work, cost, milliseconds, ended, worker)
    select ${id}, index, 0, 1, 1, 1, now(), (select min(id) from queens_par.worker)
    from generate_series(${first}, ${last}) index`;
}

/** Returns a copy of a result with some fields of its partial count changed. */
function changed([index, partial]: IndexedResult, change: Partial<PartialCount>): IndexedResult {
  return [index, { ...partial, ...change }];
}
function oneTooMany(result: IndexedResult): IndexedResult {
  return changed(result, { count: result[1].count + 1 });
}

test('the status of a run gives times in seconds', async () => {
  const run = await newRun();
  const soon = Date.now() + 60_000; // so that no time has passed since the last result
  const results = right.slice(1).map((result) => changed(result, { milliseconds: 2000, ended: soon }));
  await submit(run, 'ada', results);
  const status = await readStatus(database, await refreshRun(database, run));
  const seconds = 2 * results.length;
  const left = plan.subproblems[0]?.cost ?? Number.NaN;
  expect(status.threadSeconds).toBe(seconds);
  expect(status.secondsLeft).toBeUndefined(); // no thread counts the job
  const hold = `insert into job (run, first, "end", cost, holder, taken)
    select $1, 0, 1, $2, id, now() from worker where name = 'ada'`;
  await database.query(hold, [run.id, left]);
  const counted = await readStatus(database, await refreshRun(database, run));
  expect((counted.secondsLeft ?? 0) / ((left * seconds) / (plan.cost - left))).toBeCloseTo(1, 1);
  const fresh = await newRun();
  await database.query(hold, [fresh.id, left]);
  const assumed = await readStatus(database, await refreshRun(database, fresh)); // before the first result
  expect(assumed).toMatchObject({ threads: 1, isAssumed: true, workPerSecond: undefined });
  expect((assumed.secondsLeft ?? 0) / (plan.cost / 1000)).toBeCloseTo(1, 0);
  await database.query("update worker set last_seen = now() - interval '1 hour'");
  const { workers } = await readStatus(database, await refreshRun(database, run));
  expect(Math.floor((workers?.[0]?.secondsSinceSeen ?? 0) / 3600)).toBe(1);
  expect(await hasLiveWorker(database, 'any')).toBe(false);
  await registerWorker(database, workerNamed('ada'));
  expect(await hasLiveWorker(database, 'any')).toBe(true);
  await database.query('delete from job');
});

test('a run has no total until all its subproblems are finished', async () => {
  const run = await newRun();
  expect(await submit(run, 'ada', right.slice(1))).toBe(right.length - 1);
  expect(await finishRun(database, run)).toBeUndefined();
  expect(await submit(run, 'bob', right.slice(0, 2))).toBe(1);
  expect(await finishRun(database, run)).toMatchObject({ count: 92n });
  expect(await refreshRun(database, run)).toMatchObject({ state: 'finished', total: '92', conflict: null });
});

test('a finished run that lacks results is reopened, but a complete or stopped one is not', async () => {
  const run = await newRun();
  await submit(run, 'ada', right);
  await finishRun(database, run);
  const state = async () => (await refreshRun(database, run)).state;
  for (const again of [() => reopenRun(database, run), () => openRun(database, plan, undefined, run.name)]) {
    await again();
    expect(await state()).toBe('finished');
    await query(url, 'delete from queens_par.result where run = $1 and index = 3', [run.id]);
    await again();
    expect(await refreshRun(database, run)).toMatchObject({ state: 'counting', total: null });
    await submit(run, 'bob', right);
    await finishRun(database, run);
  }
  await query(url, `update queens_par.run set state = 'stopped' where id = $1`, [run.id]);
  await reopenRun(database, run);
  expect(await state()).toBe('stopped');
});

test("start gives results from another server's dump transaction ids of this server", async () => {
  const run = await openRun(database, plan, undefined, 'dumped');
  await submit(run, 'ada', right.slice(0, 5));
  await query(url, `update queens_par.result set transaction = '1000000000000' where run = $1`, [run.id]);
  await openRun(database, plan, undefined, 'dumped');
  const later = `select from queens_par.result where transaction > pg_snapshot_xmax(pg_current_snapshot())`;
  expect(await query(url, later)).toEqual([]);
  const reader = new RunResults(database, run);
  expect(await readAll(reader)).toHaveLength(5);
});

test('results are not read if a run with another plan replaces theirs between two statements', async () => {
  const run = await newRun();
  await submit(run, 'ada', right.slice(0, 5));
  /** Replaces the run after its row was read, as the restore of an older copy of the database does. */
  const restored: Queryable = {
    async query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]) {
      const rows = await database.query<Row>(text, values);
      await query(url, `update queens_par.run set plan_hash = 'another' where id = $1`, [run.id]);
      return rows;
    },
  };
  expect(await readAll(new RunResults(restored, run))).toEqual([]);
  await expect(readAll(new RunResults(database, run))).rejects.toThrow('the database was restored from an older copy');
});

test('results are credited to the worker with the name of their sender, even if it must register again', async () => {
  const run = await newRun();
  await submit(run, 'ann', right.slice(0, 1));
  await query(url, `update queens_par.worker set name = 'another' where name = 'ann'`);
  await submit(run, 'ann', right.slice(1, 3));
  const workers = await query<{ worker: string }>(
    url,
    `select worker from queens_par.ledger where run = $1 order by index`,
    [run.name],
  );
  expect(workers.map(({ worker }) => worker)).toEqual(['another', 'ann', 'ann']);
});

test('a worker may register several times at once', async () => {
  await Promise.all(Array.from({ length: 8 }, () => registerWorker(database, workerNamed('busy'))));
  expect(await query(url, `select from queens_par.worker where name = 'busy'`)).toHaveLength(1);
});

test('heartbeats use up no numbers', async () => {
  const next = () => query(url, `select last_value from queens_par.worker_id_seq`);
  await registerWorker(database, workerNamed('ada'));
  const before = await next();
  for (let beat = 0; beat < 3; beat++) await sendHeartbeat(database, workerNamed('ada'), []);
  expect(await next()).toEqual(before);
});

test('after the last result a run is shown as finished, before its total is known', async () => {
  const run = await newRun();
  await submit(run, 'ada', right);
  const row = await refreshRun(database, run);
  expect(row).toMatchObject({ state: 'counting', total: null });
  expect(await readStatus(database, row)).toMatchObject({ state: 'finished', threads: 0 });
});

test.each(['counting', 'finished'])(
  'a second, different count of a subproblem is a conflict, and the run has no total (state before: %s)',
  async (state) => {
    const run = await newRun();
    await submit(run, 'ada', right);
    if (state === 'finished') await finishRun(database, run);
    await submit(run, 'eve', right.map(oneTooMany).slice(3, 5));
    await submit(run, 'eve', right.map(oneTooMany).slice(2, 3)); // a run keeps its first conflict
    const [index, partial] = right[3] as IndexedResult;
    expect(await refreshRun(database, run)).toMatchObject({
      state: 'conflict',
      total: null,
      conflict: {
        subproblem: partial.id,
        index,
        worker: 'ada',
        secondWorker: 'eve',
        count: String(partial.count),
        secondCount: String(partial.count + 1),
      },
    });
    expect(await finishRun(database, run)).toBeUndefined();
    await removeWorker(database, await refreshRun(database, run), 'eve');
    expect(await finishRun(database, run)).toMatchObject({ count: 92n });
  },
);

test('two workers that submit different counts at the same time cause a conflict', async () => {
  for (let round = 0; round < 10; round++) {
    const run = await newRun();
    await Promise.all([submit(run, 'ada', right), submit(run, 'eve', [oneTooMany(right[7] as IndexedResult)])]);
    expect(await refreshRun(database, run)).toMatchObject({ state: 'conflict' });
  }
});

test('results from another version and results for a removed run are not inserted', async () => {
  const run = await newRun();
  const worker = workerNamed('ada');
  expect(await insertResults(database, { ...run, kernels: 'other' }, worker, right)).toBe(0);
  expect(await insertResults(database, { ...run, plan: planBitmask(8, 3) }, worker, right)).toBe(0);
  await query(url, 'delete from queens_par.run where id = $1', [run.id]);
  expect(await insertResults(database, run, worker, right)).toBe(0);
});

test('removeWorker removes only the results of the named worker, and readers must start again', async () => {
  const run = await newRun();
  await submit(run, 'ada', right.slice(0, 5));
  await submit(run, 'bob', right.slice(5));
  const reader = new RunResults(database, run);
  expect(await readAll(reader)).toHaveLength(right.length);
  expect(await removeWorker(database, await refreshRun(database, run), 'ada')).toBe(5);
  expect(await refreshRun(database, run)).toMatchObject({ state: 'stopped' });
  await expect(readAll(reader)).rejects.toThrow(ResultsGoneError);
  expect(await readAll(new RunResults(database, run))).toHaveLength(right.length - 5);
  await expect(removeWorker(database, await refreshRun(database, run), 'unknown')).rejects.toThrow(
    /^no worker named unknown counted for run/,
  );
});

test('finishRun returns no total if results are removed while it adds them up', async () => {
  const run = await newRun();
  await submit(run, 'ada', right);
  // as removeWorker does
  const lock = await takeLock(url, `select from queens_par.run where id = ${run.id} for update`);
  const finishing = finishRun(database, run); // reads all results, and waits for the lock
  await lock.untilWaitedFor();
  await lock.client.query('delete from queens_par.result where run = $1', [run.id]);
  await lock.client.query('update queens_par.run set removals = removals + 1 where id = $1', [run.id]);
  await lock.release();
  expect(await finishing).toBeUndefined();
  expect(await refreshRun(database, run)).toMatchObject({ state: 'counting', total: null });
});

test('finishRun refuses impossible counts and unknown subproblems', async () => {
  const run = await newRun();
  await submit(run, 'ada', right);
  await query(url, 'update queens_par.result set count = 1e15 where run = $1 and index = 4', [run.id]);
  await expect(finishRun(database, run)).rejects.toThrow(/can have at most \d+/);
  await query(url, 'update queens_par.result set index = 100000 where run = $1 and index = 4', [run.id]);
  await expect(finishRun(database, run)).rejects.toThrow(/index 100000/);
});

test('a reader returns each result once, even if a transaction is committed late', async () => {
  const run = await newRun();
  const reader = new RunResults(database, run);
  await submit(run, 'ada', right.slice(0, 3));
  const slow = await takeLock(url, insertion(run, 3, 3));
  await submit(run, 'bob', right.slice(4, 6));
  const placesOf = (results: PartialCount[]) =>
    results.map(({ id }) => plan.subproblems.findIndex((one) => one.id === id));
  expect(placesOf(await readAll(reader))).toEqual([0, 1, 2, 4, 5]);
  expect(await readAll(reader)).toEqual([]);
  await slow.release();
  expect(placesOf(await readAll(reader))).toEqual([3]);
  expect(reader.size).toBe(6);
  expect([reader.has(3), reader.has(6)]).toEqual([true, false]);
});

test('a transaction that stays open, even of another program, does not make a reader fetch results again', async () => {
  const run = await newRun();
  const other = await takeLock(url, 'create table other_program ()');
  await submit(run, 'ada', right);
  let rows = 0;
  const counting: Queryable = {
    async query(text, values) {
      const answer = await database.query<never>(text, values);
      if (text.includes('from result')) rows += answer.length;
      return answer;
    },
  };
  const reader = new RunResults(counting, run);
  expect(await readAll(reader)).toHaveLength(right.length);
  for (let look = 0; look < 3; look++) expect(await readAll(reader)).toEqual([]);
  expect(rows).toBe(right.length);
  await other.client.query('rollback');
  await other.client.end();
});

test('a reader finds a result whose transaction ended between two pages of the reader', async () => {
  const plan = planBitmask(13, 4);
  const run = await openRun(database, plan, undefined, 'pages');
  await submit(run, 'ada', []);
  const slow = await takeLock(url, insertion(run, 0, 0));
  await query(url, insertion(run, 1, 1500));
  const reader = new RunResults(database, run);
  let pages = 0;
  for await (const _ of reader.read()) {
    if (++pages === 1) await slow.release();
  }
  expect([pages, reader.size]).toEqual([2, 1500]);
  expect((await readAll(reader)).map(({ id }) => id)).toEqual([plan.subproblems[0]?.id]);
});

test('results are inserted, read and added up in several pages, and from five transactions', async () => {
  const plan = planBitmask(15, 4);
  const run = await openRun(database, plan, undefined, 'large');
  const partial = { count: 0, work: 1, milliseconds: 1, ended: 0 };
  const results = plan.subproblems.map(({ id }, index): IndexedResult => [index, { id, ...partial }]);
  expect(await submit(run, 'ada', results)).toBe(plan.subproblems.length);
  await query(url, `update queens_par.result set transaction = (7 + index % 5)::text::xid8 where run = $1`, [run.id]);
  const reader = new RunResults(database, run);
  expect(await readAll(reader)).toHaveLength(plan.subproblems.length);
  expect(await readAll(reader)).toEqual([]);
  expect(await finishRun(database, run)).toMatchObject({ count: 0n });
});
