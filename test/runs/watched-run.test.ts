import { afterEach, describe, expect, test, vi } from 'vitest';
import { ConflictError } from '../../src/ledger/ledger.js';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { planMeet } from '../../src/plan/meet-plan.js';
import { countWatched } from '../../src/runs/count-watched.js';
import { ObservedRun } from '../../src/runs/observed-run.js';
import { WatchedRun } from '../../src/runs/watched-run.js';

/** Has the clock stand still, but for what is added to it here. */
function stoppedClock(): (seconds: number) => void {
  let now = 1e6;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  return (seconds) => {
    now += 1000 * seconds;
  };
}
afterEach(() => {
  vi.restoreAllMocks();
});

describe('a watched run', () => {
  const plan = planBitmask(6, 2);

  async function countAll(run: WatchedRun): Promise<void> {
    for (const { id } of plan.subproblems) await run.ledger.enter({ id, count: 0, work: 1, milliseconds: 1 });
  }

  test('tells everything first, then what is new, and everything again to a reader that comes from another run', async () => {
    const run = new WatchedRun(plan);
    const first = run.update();
    expect(first.header).toMatchObject({ n: 6, subproblems: plan.subproblems.length, perCell: 1 });
    await countAll(run);
    const second = run.update(first.version);
    expect(second.header).toBeUndefined();
    expect(second.cells).toHaveLength(3 * plan.subproblems.length);
    expect(run.update(second.version).cells).toEqual([]);
    const other = new WatchedRun(plan);
    expect(other.update(second.version).header).toBeDefined();
    for (const nonsense of ['', '.', 'x.y', `${second.version.split('.')[0]}.-1`, '__proto__']) {
      expect(run.update(nonsense).cells).toHaveLength(3 * plan.subproblems.length);
    }
  });

  test('gives no total with a conflict, or of a part', async () => {
    const run = new WatchedRun(plan);
    await countAll(run);
    run.conflict();
    run.turn('finished');
    expect(run.update().figures).toMatchObject({ state: 'conflict', conflicts: 1 });
    expect(run.update().figures.count).toBeUndefined();
  });

  test('knows what each worker does, and that a dead one does nothing', () => {
    const run = new WatchedRun(plan);
    const [a = '', b = '', c = ''] = [...plan.subproblems].map(({ id }) => id);
    run.begin();
    run.started(a, 1);
    run.started(b, 2);
    run.started(c, 1);
    expect(run.update().workers).toMatchObject([
      { subproblem: c, cell: 2, finished: 1 },
      { subproblem: b, cell: 1, finished: 0 },
    ]);
    run.started(b, 3); // so worker 2 is gone
    expect(run.update().workers).toMatchObject([{ subproblem: c }, { subproblem: b, finished: 0 }]);
    expect(run.update().workers).toHaveLength(2);
  });
});

describe('the times of a run that is counted here', () => {
  const plan = planBitmask(8, 1); // four subproblems
  const [a, b, c, d] = [...plan.subproblems];
  if (!a || !b || !c || !d) throw new Error('the plan is too small');

  test('tick from the first second, before any subproblem ends', () => {
    const pass = stoppedClock();
    const run = new WatchedRun(plan);
    run.begin();
    run.started(a.id, 1);
    run.started(b.id, 2);
    pass(6);
    const { figures } = run.update();
    expect(figures).toMatchObject({ state: 'counting', finished: 0, seconds: 6, busy: 2, threadSeconds: 0 });
    expect(figures.part).toBeGreaterThan(0);
    expect(figures).not.toHaveProperty('rate'); // nobody knows yet
    expect(figures).not.toHaveProperty('secondsLeft');
  });

  test('outlast stops, which are left out', async () => {
    const pass = stoppedClock();
    const run = new WatchedRun(plan);
    run.begin();
    run.started(a.id, 1);
    pass(20);
    await run.ledger.enter({ id: a.id, count: 4, work: 2000, milliseconds: 20_000 });
    run.turn('stopped');
    pass(3600);
    expect(run.update().figures).toMatchObject({ state: 'stopped', seconds: 20, rate: 100, busy: 1 });
    run.begin();
    pass(2.5);
    expect(run.update().figures).toMatchObject({ state: 'counting', seconds: 22.5, busy: 0 });
  });

  test('book work on the time that it took, and what is under way as fast as what was', async () => {
    const pass = stoppedClock();
    const run = new WatchedRun(plan);
    run.begin();
    run.started(a.id, 1);
    run.started(b.id, 2);
    pass(10);
    await run.ledger.enter({ id: a.id, count: 4, work: 10_000, milliseconds: 10_000 });
    run.started(c.id, 1);
    // b is under way for ten seconds, at a's pace: 2 threads of 1000 a second each
    const { history, figures } = run.update();
    expect(history).toEqual({ interval: 0.5, rates: Array(20).fill(2000) });
    expect(figures).toMatchObject({ rate: 2000, busy: 2, work: 10_000, threadSeconds: 10 });
    expect(figures.secondsLeft).toBeGreaterThan(0);
    pass(10);
    await run.ledger.enter({ id: b.id, count: 8, work: 40_000, milliseconds: 20_000 });
    await run.ledger.enter({ id: c.id, count: 16, work: 20_000, milliseconds: 10_000 });
    run.turn('stopped');
    const later = run.update().history;
    expect(later?.rates.slice(0, 20)).toEqual(Array(20).fill(3000));
    expect(later?.rates.slice(20)).toEqual(Array(20).fill(4000));
  });

  test('tell the history once a second at most, and only when it is another one', () => {
    const pass = stoppedClock();
    const run = new WatchedRun(plan);
    run.begin();
    const first = run.update();
    expect(first.history).toBeDefined();
    pass(0.4);
    const second = run.update(first.version);
    expect(second.history).toBeUndefined();
    pass(0.7);
    const third = run.update(second.version);
    expect(third.history?.rates).toHaveLength(2);
    run.turn('stopped');
    const last = run.update(third.version);
    expect(last.history).toBeDefined();
    pass(10);
    expect(run.update(last.version)).toMatchObject({ version: last.version, cells: [] });
    expect(run.update(last.version).history).toBeUndefined();
  });
});

describe('a cell of the map', () => {
  test('says which subproblem it is, on which board, and which thread counted it in what time', async () => {
    const plan = planBitmask(6, 2);
    const [first, second] = [...plan.subproblems];
    if (!first || !second) throw new Error('the plan is too small');
    const run = new WatchedRun(plan);
    run.begin();
    run.started(first.id, 7);
    run.started(second.id, 9);
    await run.ledger.enter({ id: first.id, count: 1, work: 5, milliseconds: 12 });
    expect(run.cell(0)).toEqual({
      cell: 0,
      size: 1,
      subproblems: [
        {
          subproblem: first,
          queens: [...first.prefix, null, null, null, null],
          ...{ count: 1, work: 5, milliseconds: 12, worker: 'thread 1' },
        },
      ],
    });
    const [counting] = run.cell(1)?.subproblems ?? [];
    expect(counting).toEqual({ subproblem: second, queens: expect.any(Array), worker: 'thread 2' });
    for (const none of [-1, 0.5, plan.subproblems.length, Number.NaN]) expect(run.cell(none)).toBeUndefined();
  });

  test('of many subproblems names the first ones', () => {
    const run = new WatchedRun(planBitmask(14, 5));
    const { perCell = 0 } = run.update().header ?? {};
    expect(perCell).toBeGreaterThan(1);
    const facts = run.cell(3);
    expect(facts).toMatchObject({ cell: 3, size: perCell });
    expect(facts?.subproblems[0]?.subproblem).toEqual(planBitmask(14, 5).subproblems.at(3 * perCell));
    expect(facts?.subproblems.length).toBeLessThanOrEqual(12);
  });

  test('has the queens of a band in their rows', () => {
    const plan = planMeet(15, { threads: 8 });
    const run = new WatchedRun(plan);
    const [facts] = run.cell(0)?.subproblems ?? [];
    const subproblem = facts?.subproblem;
    if (subproblem?.algorithm !== 'meet') throw new Error('not a plan with a band');
    expect(facts?.queens).toHaveLength(15);
    expect(facts?.queens[7]).toBe(subproblem.queens[0]); // the middle row comes first
    expect(facts?.queens.filter((queen) => queen !== null)).toHaveLength(subproblem.queens.length);
  });
});

describe('counting a watched run', () => {
  const plan = planBitmask(6, 2);

  test.each([
    [new Error('no room'), { state: 'failed', problem: 'no room', conflicts: 0 }],
    [new ConflictError('2 and 3'), { state: 'conflict', problem: '2 and 3', conflicts: 1 }],
  ])('%s is told of the run', async (error, figures) => {
    const run = new WatchedRun(plan);
    await countWatched(run, () => Promise.reject(error), new AbortController().signal);
    expect(run.update().figures).toMatchObject(figures);
  });

  test('what stops it is no failure', async () => {
    const run = new WatchedRun(plan);
    const stop = new AbortController();
    stop.abort();
    await countWatched(run, (_, { signal }) => signal.throwIfAborted(), stop.signal);
    expect(run.update().figures).toMatchObject({ state: 'stopped' });
  });
});

describe('a run whose ledger is read', () => {
  const plan = planBitmask(8, 1);
  const partials = [...plan.subproblems].map(({ id }) => ({ id, count: 1, work: 6000, milliseconds: 3000 }));

  test('has the times of its ledger, however late it is read', () => {
    const pass = stoppedClock();
    const observed = new ObservedRun(plan, 'threads');
    for (const partial of partials) observed.take(partial, 'line');
    observed.beginHere(performance.now());
    pass(500);
    observed.judge();
    const { header, figures, history } = observed.run.update();
    expect(header).toMatchObject({ clock: 'threads' });
    expect(figures).toMatchObject({ state: 'finished', seconds: 12, threadSeconds: 12, work: 24_000 });
    expect(figures).not.toHaveProperty('rate'); // of how many threads nobody knows
    expect(figures).not.toHaveProperty('busy');
    expect(history?.rates).toEqual(Array(24).fill(2000));
  });

  test('has the pace of what comes in while it is followed', () => {
    const pass = stoppedClock();
    const observed = new ObservedRun(plan, 'threads');
    const [first, second] = partials;
    if (!first || !second) throw new Error('the plan is too small');
    observed.take(first, 'line 2');
    observed.beginHere(performance.now());
    expect(observed.run.update().figures).not.toHaveProperty('rate');
    pass(2);
    observed.take(second, 'line 3');
    observed.judge();
    expect(observed.run.update().figures).toMatchObject({ state: 'counting', rate: 3000, busy: 1.5 });
    pass(10);
    observed.judge();
    expect(observed.run.update().figures.rate).toBeCloseTo(500);
    pass(15);
    observed.judge();
    expect(observed.run.update().figures).toMatchObject({ state: 'idle' });
  });
});
