import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Database } from '../../src/cluster/database.js';
import { type Counted, insertResults } from '../../src/cluster/results.js';
import { type ClusterRun, openRunOfPlan, readAgain, removeRun, removeWorker } from '../../src/cluster/runs.js';
import { installSchema } from '../../src/cluster/schema.js';
import { enrollWorker } from '../../src/cluster/workers.js';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { makeKernel } from '../../workers/kernels.js';
import { postgresForTests, query } from '../cluster/postgres.js';
import { pollUntil, request, updateOf } from './request.js';
import { startServer } from './served.js';

const postgres = postgresForTests();
const plan = planBitmask(8, 2);
const count = makeKernel({ kind: 'readable' });
const correct = plan.subproblems.map((subproblem, place): Counted => {
  return { place, subproblem, partial: count(subproblem) };
});

let database: Database;
let url = '';
let address = '';
beforeAll(async () => {
  url = await postgres.create();
  database = new Database(url);
  await installSchema(database);
  ({ address } = await startServer({ database }));
});
afterAll(() => database.close());

/** Adds a worker's results to a run. `isHere` is false if the worker has left the run. */
async function submit(run: ClusterRun, name: string, results: readonly Counted[], isHere = true): Promise<void> {
  const worker = { name, threads: 2, memory: 2 ** 28, lease: 30, kernel: 'any', isHere };
  await enrollWorker(database, worker);
  await insertResults(database, await readAgain(database, run), worker, results);
}

/** Returns copies of results with other counts, work or times. */
function changed(results: readonly Counted[], change: Partial<Counted['partial']>): Counted[] {
  return results.map(({ partial, ...rest }) => ({ ...rest, partial: { ...partial, ...change } }));
}

describe('a cluster run', () => {
  test('is listed, and followed to its total while workers join and leave', async () => {
    const run = await openRunOfPlan(database, 'live', plan);
    await submit(run, 'one', correct.slice(0, 8));
    const { runs } = JSON.parse((await request(address, '/api/runs')).body);
    expect(runs).toContainEqual({
      ...{ source: 'cluster', name: 'live', n: 8, algorithm: 'bitmask', state: 'counting' },
      ...{ subproblems: plan.subproblems.length, finished: 8 },
    });

    const route = 'cluster/live';
    const first = await pollUntil(address, route, () => true);
    expect(first).toMatchObject({ figures: { n: 8, finished: 8 } });
    expect(first.workers).toMatchObject([{ name: 'one', note: '2 threads', finished: 8 }]);

    await submit(run, 'other', correct.slice(8));
    await submit(run, 'one', [], false);
    const last = await pollUntil(address, route, ({ figures, workers }) => {
      return figures.state === 'finished' && workers.some(({ note }) => note === 'gone');
    });
    expect(last.figures).toMatchObject({ count: '92', agreement: 'agrees' });
    expect(last.workers).toMatchObject([
      { name: 'other', note: '2 threads', finished: plan.subproblems.length - 8 },
      { name: 'one', note: 'gone', finished: 8 },
    ]);
  });

  test('is being counted, in the list and in its panel, however old its latest result is', async () => {
    const run = await openRunOfPlan(database, 'silent', plan);
    await submit(run, 'one', correct.slice(0, 3));
    await query(url, `update queens_par.run set begun = now() - interval '1 hour' where id = $1`, [run.id]);
    await query(url, `update queens_par.result set entered = now() - interval '50 minutes' where run = $1`, [run.id]);
    const { figures } = await pollUntil(address, 'cluster/silent', () => true);
    expect(figures.state).toBe('counting');
    const { runs } = JSON.parse((await request(address, '/api/runs')).body);
    expect(runs).toContainEqual(expect.objectContaining({ name: 'silent', state: 'counting' }));
  });

  test('has the times from the database, even if the reader starts after the run has ended', async () => {
    const run = await openRunOfPlan(database, 'timed', plan);
    await submit(run, 'one', changed(correct, { milliseconds: 30_000 }));
    await query(
      url,
      `update queens_par.run set begun = now() - interval '100 seconds', ended = now(), state = 'finished' where id = $1`,
      [run.id],
    );
    const route = 'cluster/timed';
    const { header, figures, history } = await pollUntil(address, route, () => true);
    const work = correct.reduce((sum, { partial }) => sum + partial.work, 0);
    expect(header.clock).toBe('run');
    expect(figures).toMatchObject({ state: 'finished', work, threadSeconds: 30 * correct.length });
    expect(figures.seconds).toBeCloseTo(100, 0);
    const { interval, rates } = history;
    const doneBefore = (seconds: number) => rates.slice(0, seconds / interval).reduce((sum, rate) => sum + rate, 0);
    expect(doneBefore(69)).toBe(0); // the subproblems took the last 30 seconds
    expect(doneBefore(200) * interval).toBeGreaterThan(0.9 * work);
  });

  test('with a conflict has a problem, and no total until the conflict is removed', async () => {
    const run = await openRunOfPlan(database, 'torn', plan);
    const route = 'cluster/torn';
    await pollUntil(address, route, () => true);
    await submit(run, 'honest', correct);
    await submit(run, 'liar', changed(correct.slice(3, 4), { count: 77 }));
    const { figures } = await pollUntil(address, route, (update) => update.figures.state === 'conflict');
    expect(figures.count).toBeUndefined();
    expect(figures.problem).toMatch(/was counted as \d by honest and as 77 by liar/);
    await removeWorker(database, await readAgain(database, run), 'liar');
    const { figures: repaired } = await pollUntil(address, route, (update) => update.figures.state !== 'conflict');
    expect(repaired).toMatchObject({ count: '92', agreement: 'agrees' });
  });

  test('is followed even after a restart of the database, until the run is removed', async () => {
    const run = await openRunOfPlan(database, 'long', plan);
    await submit(run, 'one', correct.slice(0, 5));
    const route = 'cluster/long';
    await pollUntil(address, route, ({ figures }) => figures.finished === 5);
    await postgres.killAndRestart(3000); // some polls fail in 3 s
    await submit(run, 'one', correct.slice(5, 9));
    await pollUntil(address, route, ({ figures }) => figures.state !== 'failed' && figures.finished === 9);
    await query(url, 'delete from queens_par.result where run = $1', [run.id]);
    await query(url, 'delete from queens_par.run where id = $1', [run.id]);
    await expect(updateOf(address, route)).rejects.toThrow('There is no such run');
  });

  test.each(['nothing', "x' or '1'='1", '../live', '%00'])('named %s does not exist', async (name) => {
    await expect(updateOf(address, `cluster/${name}`)).rejects.toThrow('no such run');
  });
});

describe.concurrent('a ledger that changes', () => {
  test('loses the results of a removed worker, and has no conflict when they are counted again', async () => {
    const run = await openRunOfPlan(database, 'forgotten', plan);
    const route = 'cluster/forgotten';
    await pollUntil(address, route, () => true);
    await submit(run, 'hasty', changed(correct, { count: 0 }));
    await pollUntil(address, route, ({ figures }) => figures.count === '0' && figures.agreement === 'differs');
    await removeWorker(database, await readAgain(database, run), 'hasty');
    await submit(run, 'slow', correct.slice(0, 9)); // before the next poll
    const { figures } = await pollUntil(address, route, ({ figures: { finished, state } }) => {
      return finished === 9 && state === 'stopped';
    });
    expect(figures.count).toBeUndefined();
    await removeWorker(database, await readAgain(database, run), 'slow');
    await pollUntil(address, route, (update) => update.figures.finished === 0);
    await submit(run, 'slow', correct);
    const { figures: last } = await pollUntil(address, route, (update) => update.figures.count !== undefined);
    expect(last).toMatchObject({ count: '92' });
  });

  test('is replaced by the ledger of a new run with the same name', async () => {
    const run = await openRunOfPlan(database, 'again', plan);
    await submit(run, 'one', correct);
    const route = 'cluster/again';
    await pollUntil(address, route, ({ figures }) => figures.count === '92');
    await removeRun(database, run);
    await openRunOfPlan(database, 'again', planBitmask(6, 1));
    const { figures } = await pollUntil(address, route, ({ figures }) => figures.n === 6);
    expect(figures).toMatchObject({ finished: 0 });
    expect(figures.count).toBeUndefined();
  });
});
