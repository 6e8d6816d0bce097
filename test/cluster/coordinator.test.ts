import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { countRun } from '../../src/cluster/count-run.js';
import { Database } from '../../src/cluster/database/database.js';
import { installSchema } from '../../src/cluster/database/schema.js';
import { finishRun, latestEntry } from '../../src/cluster/ledger/end-run.js';
import { openRun, type Run } from '../../src/cluster/ledger/runs.js';
import { WorkerDesk } from '../../src/cluster/ledger/worker-desk.js';
import { feedOnce } from '../../src/cluster/queue/feeder.js';
import { FeederLock } from '../../src/cluster/queue/feeder-lock.js';
import { type JobQueue, openQueue } from '../../src/cluster/queue/queue.js';
import { expectWholeLedger, finishedOf } from './ledger-of.js';
import { ask, postgresForTests } from './postgres.js';
import { clusterProcesses, until } from './processes.js';

const postgres = postgresForTests();
const cluster = clusterProcesses();

/** Tells how many rows each answer had. */
class CountingDatabase extends Database {
  readonly answers: number[] = [];

  override async query<Row extends Record<string, unknown>>(text: string, values: readonly unknown[] = []) {
    const rows = await super.query<Row>(text, values);
    this.answers.push(rows.length);
    return rows;
  }
}

let url: string;
let database: CountingDatabase;
let queue: JobQueue;

beforeAll(async () => {
  url = await postgres.create();
  database = new CountingDatabase(url, { connections: 4 });
  await installSchema(database);
  queue = await openQueue(database);
});

afterAll(async () => {
  await queue.close();
  await database.close();
});

describe('a coordinator', () => {
  test('counts again what the ledger has lost since it was read, and sums what stands there then', async () => {
    const run = await begin('lost');
    await submit('one', run, 1, 0, -1);
    const coordinator = coordinate(run);
    await until(() => coordinator.finished() === run.plan.subproblems.length - 1, 'all but one are known');
    await ask(url, 'delete from queens_par.result where run = $1', [run.id]);
    await submit('other', run, 0, 100);
    await until(() => coordinator.said().includes('they are counted again'), 'it finds out');
    expect(await stateOf(run)).toEqual({ state: 'counting', total: null });
    await until(async () => (await jobsOf(run)) > 1, 'it feeds them again');
    await submit('other', run, 0, 0, 100);
    const { result } = await coordinator.end;
    expect(result).toMatchObject({ count: 0n, agreement: 'differs' });
    expect(await stateOf(run)).toEqual({ state: 'finished', total: '0' });
  });

  test('enters no total of counts that were replaced while it summed them', async () => {
    const run = await begin('replaced');
    await submit('one', run, 1);
    const latest = await latestEntry(database, run);
    await ask(url, 'delete from queens_par.result where run = $1', [run.id]);
    await submit('other', run, 0);
    expect(await finishRun(database, run, 1n, latest)).toBe(false);
    expect(await stateOf(run)).toEqual({ state: 'counting', total: null });
    expect(await finishRun(database, run, 0n, await latestEntry(database, run))).toBe(true);
    expect(await stateOf(run)).toEqual({ state: 'finished', total: '0' });
  });

  test('feeds without the lock when its holder feeds nothing, but not while there are jobs', async () => {
    const run = await begin('silent');
    const frozen = new FeederLock(database, run);
    onTestFinished(() => frozen.release());
    expect(await frozen.tryToTake()).toBe(true);
    await feedOnce(queue, database, run, run.plan.subproblems);
    const coordinator = coordinate(run, 50);
    await delay(2000);
    expect(coordinator.said()).not.toContain('fallen silent');
    await ask(url, `delete from queens_par_queue.job where name = $1`, [run.name]);
    await until(async () => (await jobsOf(run)) > 0, 'it feeds');
    expect(coordinator.said()).toContain('the process that feeds this run has fallen silent; this one feeds it now');
    await submit('one', run, 0);
    await coordinator.end;
  });

  test('has the server look after a connection that may hold the lock', async () => {
    const run = await begin('vanished');
    const holder = new FeederLock(database, run);
    onTestFinished(() => holder.release());
    await holder.tryToTake();
    const other = new Database(url, { connections: 1 });
    onTestFinished(() => other.close());
    expect(await new FeederLock(other, run).tryToTake()).toBe(false);
    const settings = ['idle', 'interval', 'count'].map((name) => other.query(`show tcp_keepalives_${name}`));
    expect((await Promise.all(settings)).map(([row]) => Object.values(row ?? {}))).toEqual([['10'], ['5'], ['3']]);
  });

  test('reads no result of a resumed run twice, before it sums them', async () => {
    const run = await begin('resumed');
    await submit('one', run, 0, 0, -1);
    await ask(url, `update queens_par.result set entered = entered - interval '1 hour' where run = $1`, [run.id]);
    database.answers.splice(0);
    const coordinator = coordinate(run);
    await until(async () => (await jobsOf(run)) > 0, 'it feeds the last one');
    await submit('one', run, 0, -1);
    await coordinator.end;
    const all = run.plan.subproblems.length;
    expect(database.answers.filter((rows) => rows > 1)).toEqual([all - 1, all]);
  });

  test('sets aside what cannot be right, says so, and has it counted again', async () => {
    const run = await begin('odd');
    const coordinator = coordinate(run, 0);
    await until(async () => (await jobsOf(run)) > 0, 'it waits');
    await submit('one', run, 0, 0, 1);
    await ask(
      url,
      `insert into queens_par.result (run, subproblem, algorithm, count, work, cost, milliseconds, worker, entered)
       select $1, subproblem, 'bitmask', 9e18, 1, 1, 1, (select id from queens_par.worker where name = 'one'), now() - interval '1 hour'
         from unnest($2::text[]) as subproblem`,
      [run.id, ['99.99', run.plan.subproblems.at(1)?.id]],
    );
    await until(() => coordinator.said().includes('larger than is possible'), 'both are found');
    expect(coordinator.said()).toContain(
      'run odd: results were set aside that were handed in by one: 99.99: the plan has no such subproblem',
    );
    await submit('other', run, 0);
    expect((await coordinator.end).result.count).toBe(0n);
    expect(await ask(url, 'select count(*)::integer as rows from queens_par.set_aside_result')).toEqual([{ rows: 2 }]);
  });
});

test('a coordinator that sleeps while a wrong worker is dropped wakes up to the right total', async () => {
  const url = await postgres.create();
  const start = ['start', '8', '--algorithm', 'bitmask'];
  const wrong = cluster.work(url, 'kernel-slow-miscounts');
  const coordinator = cluster.start(url, start);
  await until(async () => (await finishedOf(url, '8-bitmask')) > 0, 'something is counted wrong');
  wrong.kill('SIGTERM');
  await wrong.end;
  await delay(1500); // it looks every second
  coordinator.kill('SIGSTOP');
  const [worker] = await ask<{ name: string }>(url, 'select name from queens_par.worker');
  await cluster.run(url, 'stop', '8-bitmask');
  await cluster.run(url, 'remove', '8-bitmask', '--worker', worker?.name ?? '');
  await cluster.run(url, ...start, '--detach');
  cluster.work(url);
  await until(async () => (await finishedOf(url, '8-bitmask')) === 21, 'all is counted again');
  coordinator.kill('SIGCONT');
  expect(await coordinator.end).toMatchObject({ stdout: '92', exitCode: 0 });
  await expectWholeLedger(url, '8-bitmask');
  const [run] = await ask(url, 'select state, total::text from queens_par.run');
  expect(run).toEqual({ state: 'finished', total: '92' });
});

/** A run of 182 subproblems. */
function begin(name: string): Promise<Run> {
  return openRun(database, { name, n: 10, options: { algorithm: 'bitmask', depth: 3 } });
}

/** Counts a run in this process, and listens. */
function coordinate(run: Run, patience?: number) {
  const notes: string[] = [];
  let finished = 0;
  const onProgress = (progress: { finished: number }) => {
    finished = progress.finished;
  };
  const note = (message: string) => notes.push(message);
  const end = countRun({ database, queue, run, note, patience }, { onProgress });
  end.catch(() => {}); // the caller is told
  return { end, finished: () => finished, said: () => notes.join('\n') };
}

/** Hands in some of a run as a worker would: the same count for each. */
async function submit(worker: string, run: Run, count: number, from = 0, to?: number): Promise<void> {
  const desk = new WorkerDesk(database, 1, worker);
  await desk.enroll();
  const some = [...run.plan.subproblems].slice(from, to);
  const found = some.map((subproblem) => [subproblem, { id: subproblem.id, count, work: 1, milliseconds: 1 }] as const);
  await desk.submit({ run: run.id, planHash: run.plan.hash }, new Map(found));
}

async function jobsOf(run: Run): Promise<number> {
  const [row] = await ask<{ jobs: number }>(
    url,
    'select count(*)::integer as jobs from queens_par_queue.job where name = $1',
    [run.name],
  );
  return row?.jobs ?? 0;
}

async function stateOf(run: Run) {
  const [row] = await ask(url, 'select state, total::text from queens_par.run where id = $1', [run.id]);
  return row;
}
