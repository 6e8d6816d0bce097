import { describe, expect, test } from 'vitest';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { MOST_CELLS, RunMap } from '../../src/runs/run-map.js';
import { WatchedRun } from '../../src/runs/watched-run.js';

describe('the map of a run', () => {
  test('has a cell for each subproblem, and tells what changed since', () => {
    const map = new RunMap(105);
    map.finished(0, 1.25);
    map.finished(104, 30);
    const { version } = map;
    expect(map.changedSince(0)).toEqual([0, 1, 1.3, 104, 1, 30]);
    map.finished(7, 2);
    expect(map.changedSince(version)).toEqual([7, 1, 2]);
    expect(map.changedSince(map.version)).toEqual([]);
  });

  test('has no more cells than can be seen, however many subproblems', () => {
    const map = new RunMap(2_000_000);
    for (let place = 0; place < 2_000_000; place++) map.finished(place, 1);
    const cells = map.changedSince(0);
    expect(cells.length / 3).toBeLessThanOrEqual(MOST_CELLS);
    expect(cells.filter((_, i) => i % 3 === 1).reduce((sum, finished) => sum + finished, 0)).toBe(2_000_000);
    expect(JSON.stringify(cells).length).toBeLessThan(200_000);
  });
});

describe('a watched run', () => {
  const plan = planBitmask(6, 2);

  async function countAll(run: WatchedRun): Promise<void> {
    for (const { id } of plan.subproblems) await run.ledger.enter({ id, count: 0, work: 1, milliseconds: 1 });
  }

  test('tells everything first, then what is new, and everything again to whoever comes from another run', async () => {
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
    expect(run.update().figures).toMatchObject({ state: 'finished', conflicts: 1 });
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
