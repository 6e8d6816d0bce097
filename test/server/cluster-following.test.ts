import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Database } from '../../src/cluster/database/database.js';
import { installSchema } from '../../src/cluster/database/schema.js';
import { forgetWorker, removeRun } from '../../src/cluster/ledger/end-run.js';
import { type Run, runOfPlan } from '../../src/cluster/ledger/runs.js';
import { WorkerDesk } from '../../src/cluster/ledger/worker-desk.js';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import type { PartialCount } from '../../src/plan/partial-count.js';
import type { Subproblem } from '../../src/plan/subproblem.js';
import type { RunSummary } from '../../src/runs/run-update.js';
import { makeKernel } from '../../workers/kernels.js';
import { ask, postgresForTests } from '../cluster/postgres.js';
import { events, request, until } from './request.js';
import { served } from './served.js';

const postgres = postgresForTests();
const plan = planBitmask(8, 2);
const count = makeKernel({});
const partials = [...plan.subproblems].map((subproblem): [Subproblem, PartialCount] => [subproblem, count(subproblem)]);

let database: Database;
let url = '';
let address = '';
beforeAll(async () => {
  url = await postgres.create();
  database = new Database(url);
  await installSchema(database);
  ({ address } = await served({ database }));
});
afterAll(() => database.close());

async function desk(name: string): Promise<WorkerDesk> {
  const enrolled = new WorkerDesk(database, 2, name);
  await enrolled.enroll();
  return enrolled;
}

const job = ({ id }: Run) => ({ run: id, planHash: plan.hash });

function follow(name: string) {
  const stop = new AbortController();
  return { stream: events(address, `cluster/${name}`, stop.signal), stop };
}

describe('a cluster run', () => {
  test('is listed, and followed to its answer as workers come and go', async () => {
    const run = await runOfPlan(database, 'live', plan);
    const one = await desk('one');
    await one.submit(job(run), new Map(partials.slice(0, 8)));
    const { runs } = JSON.parse((await request(address, '/api/runs')).body);
    expect(runs).toContainEqual({
      ...{ source: 'cluster', name: 'live', n: 8, algorithm: 'bitmask', state: 'counting' },
      ...{ subproblems: plan.subproblems.length, finished: 8 },
    });

    const { stream, stop } = follow('live');
    const first = await until(stream, () => true);
    expect(first).toMatchObject({ header: { n: 8 }, cellsSeen: 8, figures: { finished: 8, conflicts: 0 } });
    expect(first.workers).toMatchObject([{ name: 'one', note: '2 threads', finished: 8 }]);

    const other = await desk('other');
    await other.submit(job(run), new Map(partials.slice(8)));
    await one.leave();
    const last = await until(stream, ({ figures, workers }) => {
      return figures.state === 'finished' && workers.some(({ note }) => note === 'gone');
    });
    expect(last.figures).toMatchObject({ count: '92', agreement: 'agrees' });
    const { body } = await request(address, '/api/runs/cluster/live/cells/9');
    expect(JSON.parse(body).subproblems).toMatchObject([{ worker: 'other', count: partials[9]?.[1].count }]);
    expect(last.workers).toMatchObject([
      { name: 'other', note: '2 threads', finished: plan.subproblems.length - 8 },
      { name: 'one', note: 'gone', finished: 8 },
    ]);
    stop.abort();
  });

  test('has its times from the database, also for a reader that begins late', async () => {
    const run = await runOfPlan(database, 'timed', plan);
    const timed = new Map(partials.map(([subproblem, partial]) => [subproblem, { ...partial, milliseconds: 30_000 }]));
    await (await desk('one')).submit(job(run), timed);
    await ask(
      url,
      `update queens_par.run set begun = now() - interval '100 seconds', ended = now(), state = 'finished' where id = $1`,
      [run.id],
    );
    const { stream, stop } = follow('timed');
    const { header, figures, history } = await until(stream, () => true);
    stop.abort();
    const work = partials.reduce((sum, [, partial]) => sum + partial.work, 0);
    expect(header?.clock).toBe('run');
    expect(figures).toMatchObject({ state: 'finished', work, threadSeconds: 30 * partials.length });
    expect(figures.seconds).toBeCloseTo(100, 0);
    expect(figures.busy).toBeCloseTo((30 * partials.length) / 100, 1);
    const { interval = 0, rates = [] } = history ?? {};
    const doneBefore = (seconds: number) => rates.slice(0, seconds / interval).reduce((sum, rate) => sum + rate, 0);
    expect(doneBefore(69)).toBe(0); // they took the last 30 seconds
    expect(doneBefore(200) * interval).toBeGreaterThan(0.9 * work);
  });

  test('with a conflict says so and why, and has no answer', async () => {
    const run = await runOfPlan(database, 'torn', plan);
    const { stream, stop } = follow('torn');
    await until(stream, () => true);
    await (await desk('honest')).submit(job(run), new Map(partials));
    const [subproblem, partial] = partials[3] ?? [];
    if (!subproblem || !partial) throw new Error('the plan is too small');
    await (await desk('liar')).submit(job(run), new Map([[subproblem, { ...partial, count: partial.count + 1 }]]));
    const { figures } = await until(stream, (update) => update.figures.state === 'conflict');
    expect(figures).toMatchObject({ conflicts: 1 });
    expect(figures.problem).toMatch(/was counted twice: \d by honest and \d by liar/);
    await forgetWorker(database, run, 'liar');
    const { figures: mended } = await until(stream, (update) => update.figures.conflicts === 0);
    expect(mended).toMatchObject({ count: '92', agreement: 'agrees' });
    stop.abort();
  });

  test('is followed on when the database comes back, and until it is removed', async () => {
    const run = await runOfPlan(database, 'long', plan);
    await (await desk('one')).submit(job(run), new Map(partials.slice(0, 5)));
    const { stream, stop } = follow('long');
    await until(stream, ({ figures }) => figures.finished === 5);
    await postgres.killAndRestart(3000); // long enough for some looks to fail
    await (await desk('one')).submit(job(run), new Map(partials.slice(5, 9)));
    await until(stream, ({ figures }) => figures.state !== 'failed' && figures.finished === 9);
    await ask(url, 'delete from queens_par.result where run = $1', [run.id]);
    await ask(url, 'delete from queens_par.run where id = $1', [run.id]);
    const { figures } = await until(stream, (update) => update.figures.state === 'failed');
    expect(figures.problem).toBe('run long was removed');
    stop.abort();
  });

  test('is listed without what is finished where that takes long to count', async () => {
    const listed = async (name: string) => {
      const { runs }: { runs: RunSummary[] } = JSON.parse((await request(address, '/api/runs')).body);
      return runs.find((run) => run.name === name);
    };
    await runOfPlan(database, 'small', plan);
    expect(await listed('small')).toMatchObject({ finished: 0 });
    const vast = await runOfPlan(database, 'vast', plan);
    await ask(url, 'update queens_par.run set subproblems = 2000000 where id = $1', [vast.id]);
    expect(await listed('vast')).toMatchObject({ finished: 0 });
    expect(await listed('small')).not.toHaveProperty('finished');
    await ask(url, "update queens_par.run set state = 'finished' where id = $1", [vast.id]);
    expect(await listed('vast')).toMatchObject({ finished: 2_000_000 });
    expect(await listed('small')).toMatchObject({ finished: 0 });
  });

  test.each(['nothing', "x' or '1'='1", '../live', '%00'])('%s is none', async (name) => {
    await expect(until(follow(name).stream, () => true)).rejects.toThrow('no such run');
  });
});

describe.concurrent('a ledger that is not what was read', () => {
  test('gives the answer though a row came later than its time', async () => {
    const run = await runOfPlan(database, 'late', plan);
    const other = await runOfPlan(database, 'other', plan);
    const { stream, stop } = follow('late');
    await until(stream, () => true);
    const one = await desk('one');
    await one.submit(job(other), new Map(partials));
    await one.submit(job(run), new Map(partials.slice(1)));
    await until(stream, ({ figures }) => figures.finished === partials.length - 1);
    await ask(
      url,
      `insert into queens_par.result
              (run, subproblem, algorithm, count, work, cost, milliseconds, worker, entered)
       select $1, subproblem, algorithm, count, work, cost, milliseconds, worker, now() - interval '1 hour'
         from queens_par.result where run = $2 on conflict do nothing`,
      [run.id, other.id],
    );
    const { figures } = await until(stream, (update) => update.figures.state === 'finished');
    expect(figures).toMatchObject({ count: '92', agreement: 'agrees' });
    stop.abort();
  });

  test('lacks what was forgotten of it, and has no conflict when that is counted again', async () => {
    const run = await runOfPlan(database, 'forgotten', plan);
    const { stream, stop } = follow('forgotten');
    await until(stream, () => true);
    const wrong = new Map(partials.map(([subproblem, partial]) => [subproblem, { ...partial, count: 0 }]));
    await (await desk('hasty')).submit(job(run), wrong);
    await until(stream, ({ figures }) => figures.count === '0' && figures.agreement === 'differs');
    await forgetWorker(database, run, 'hasty');
    await (await desk('slow')).submit(job(run), new Map(partials.slice(0, 9))); // before anybody looked
    const { figures } = await until(
      stream,
      (update) => update.figures.finished === 9 && update.figures.state === 'stopped',
    );
    expect(figures).toMatchObject({ conflicts: 0 });
    expect(figures.count).toBeUndefined();

    await forgetWorker(database, run, 'slow');
    await until(stream, (update) => update.figures.finished === 0);
    await (await desk('slow')).submit(job(run), new Map(partials));
    const { figures: last } = await until(stream, (update) => update.figures.count !== undefined);
    expect(last).toMatchObject({ count: '92', conflicts: 0 });
    stop.abort();
  });

  test('is that of another run when its name was given again', async () => {
    const run = await runOfPlan(database, 'again', plan);
    await (await desk('one')).submit(job(run), new Map(partials));
    const { stream, stop } = follow('again');
    await until(stream, ({ figures }) => figures.count === '92');
    await removeRun(database, run);
    await runOfPlan(database, 'again', planBitmask(6, 1));
    const { figures } = await until(stream, ({ header }) => header?.n === 6);
    expect(figures).toMatchObject({ finished: 0, conflicts: 0 });
    expect(figures.count).toBeUndefined();
    stop.abort();
  });

  test('has failed with a count that cannot be right, until that is forgotten', async () => {
    const run = await runOfPlan(database, 'impossible', plan);
    const { stream, stop } = follow('impossible');
    await until(stream, () => true);
    const [subproblem, partial] = partials[0] ?? [];
    if (!subproblem || !partial) throw new Error('the plan is empty');
    await (await desk('one')).submit(job(run), new Map([[subproblem, { ...partial, count: 1e9 }]]));
    const { figures } = await until(stream, (update) => update.figures.state === 'failed');
    expect(figures.problem).toMatch(/reported 1000000000 solutions/);
    await forgetWorker(database, run, 'one');
    const { figures: mended } = await until(stream, (update) => update.figures.state === 'stopped');
    expect(mended).toMatchObject({ finished: 0, problem: 'results were forgotten' });
    stop.abort();
  });
});
