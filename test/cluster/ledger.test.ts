import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Database } from '../../src/cluster/database/database.js';
import { installSchema } from '../../src/cluster/database/schema.js';
import { finishRun } from '../../src/cluster/ledger/end-run.js';
import { countResults, loadResults, NewResults } from '../../src/cluster/ledger/results.js';
import { findRun, type Run, runOfPlan, standingOf } from '../../src/cluster/ledger/runs.js';
import { readStatus } from '../../src/cluster/ledger/status.js';
import { WorkerDesk } from '../../src/cluster/ledger/worker-desk.js';
import { sum } from '../../src/ledger/ledger.js';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import type { PartialCount } from '../../src/plan/partial-count.js';
import type { Subproblem } from '../../src/plan/subproblem.js';
import { kernelVersion } from '../../workers/kernel-version.js';
import { ask, postgresForTests } from './postgres.js';

const postgres = postgresForTests();
const plan = planBitmask(24, 2);
const subproblems = [...plan.subproblems];

let database: Database;
let run: Run;

beforeAll(async () => {
  database = new Database(await postgres.create());
  await Promise.all([1, 2, 3].map(() => installSchema(database))); // three at once
  run = await runOfPlan(database, 'r', plan);
});

afterAll(() => database.close());

/** Counts as large as they can be. */
function found(from: number, to: number, count = Number.MAX_SAFE_INTEGER): Map<Subproblem, PartialCount> {
  const some = subproblems.slice(from, to);
  return new Map(some.map((subproblem) => [subproblem, { id: subproblem.id, count, work: count, milliseconds: 1.5 }]));
}

async function desk(name: string): Promise<WorkerDesk> {
  const enrolled = new WorkerDesk(database, 2, name);
  await enrolled.enroll();
  return enrolled;
}

const job = () => ({ run: run.id, planHash: plan.hash });

describe('the ledger in PostgreSQL', () => {
  test('enters a subproblem once, however often it is handed in, and by whomever', async () => {
    const [one, other] = [await desk('one'), await desk('other')];
    expect(await one.submit(job(), found(0, 100))).toBe(100);
    expect(await one.submit(job(), found(50, 120))).toBe(20);
    expect(await other.submit(job(), found(0, 120))).toBe(0);
    expect(await countResults(database, run)).toBe(120);
    expect((await standingOf(database, run)).state).toBe('counting');
  });

  test('enters it once when two hand it in at the same moment, in any order', async () => {
    const desks = await Promise.all(['a', 'b', 'c', 'd'].map(desk));
    const some = found(120, 170);
    const turned = new Map([...some].reverse());
    const news = await Promise.all(desks.map((of, i) => of.submit(job(), i % 2 === 0 ? some : turned)));
    expect(news.reduce((all, number) => all + number)).toBe(50);
  });

  test('gives exact sums, past 2^53 and 2^64', async () => {
    const last = await desk('last');
    await last.submit(job(), found(170, subproblems.length));
    const ledger = await loadResults(database, run);
    const weights = subproblems.reduce((all, { weight }) => all + BigInt(weight), 0n);
    expect(sum(plan, ledger).count).toBe(weights * (2n ** 53n - 1n));
    const [inSql] = await ask(database.url, 'select sum(count)::text as sum from queens_par.ledger');
    expect(inSql).toEqual({ sum: String(BigInt(subproblems.length) * (2n ** 53n - 1n)) });
  });

  test('says what is new, once it is there', async () => {
    const all = new NewResults(database, run);
    expect(await all.read()).toHaveLength(subproblems.length);
    const later = new NewResults(database, await runOfPlan(database, 'later', plan));
    expect(await later.read()).toEqual([]);
    await (await desk('one')).submit({ ...job(), run: (await findRun(database, 'later')).id }, found(3, 5));
    expect((await later.read()).map(({ id }) => id)).toEqual([subproblems[3]?.id, subproblems[4]?.id]);
  });

  test('says it in pages, however much it is', async () => {
    const many = await runOfPlan(database, 'many', plan);
    const [worker] = await ask<{ number: number }>(
      database.url,
      `select queens_par.enroll('m', 1, 'k', false) as number`,
    );
    await ask(
      database.url,
      `insert into queens_par.result (run, subproblem, algorithm, count, work, cost, milliseconds, worker)
       select $1, number::text, 'bitmask', 1, 1, 1, 1, $2 from generate_series(1, 10000) as number`, // two full pages
      [many.id, worker?.number],
    );
    const news = new NewResults(database, many);
    const ids = (await news.read()).map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([10_000, 10_000]);
    await ask(database.url, `update queens_par.result set entered = entered - interval '1 hour' where run = $1`, [
      many.id,
    ]);
    expect(await news.read()).toEqual([]);
  });

  test('keeps a second count that differs as a conflict: a run that has finished has no total then', async () => {
    await ask(database.url, `update queens_par.run set state = 'finished', total = 1 where name = 'r'`);
    await (await desk('liar')).submit(job(), found(3, 5, 1));
    const { state, reason, isDisputed } = await standingOf(database, run);
    expect({ state, isDisputed }).toEqual({ state: 'conflict', isDisputed: true });
    expect(reason).toBe(
      `subproblem ${subproblems[3]?.id} was counted twice: ${Number.MAX_SAFE_INTEGER} by one and 1 by liar`,
    );
    const [status] = await readStatus(database, 'r');
    expect(status?.conflicts).toEqual(
      [3, 4].map((place) => ({
        ...{ subproblem: subproblems[place]?.id, count: String(Number.MAX_SAFE_INTEGER), worker: 'one' },
        ...{ secondCount: '1', secondWorker: 'liar' },
      })),
    );
    expect(status?.total).toBeNull();
    expect(await finishRun(database, run, 1n, '9999-01-01')).toBe(false);
  });

  test.each([
    ['a subproblem that the plan does not have', 'subproblem', `'99.99'`],
    ['more solutions than there can be', 'count', 9_000_000_000_000_000_000n],
  ])('a result that has %s does not count, and is set aside', async (_, column, value) => {
    const name = `wrong ${column}`;
    const wrong = await runOfPlan(database, name, plan);
    await (await desk('one')).submit({ ...job(), run: wrong.id }, found(0, 1));
    await ask(database.url, `update queens_par.result set ${column} = ${value} where run = $1`, [wrong.id]);
    expect([...(await loadResults(database, wrong)).finished()]).toEqual([]);
    const rows = await ask(database.url, 'select from queens_par.set_aside_result where run = $1', [wrong.id]);
    expect(rows.length).toBe(1);
  });

  test('is not touched by an older program', async () => {
    const url = await postgres.create();
    const newer = new Database(url);
    await installSchema(newer);
    await ask(url, 'insert into queens_par.version values (1000)');
    await expect(installSchema(newer)).rejects.toThrow('the database was made by a newer queens-par (schema 1000)');
    await newer.close();
  });
});

test('the kernel has a version of its own', () => {
  expect(kernelVersion()).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{12}$/);
});
