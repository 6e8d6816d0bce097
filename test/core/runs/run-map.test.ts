import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createShare, type Plan } from '../../../src/core/plan/plan.js';
import { Results } from '../../../src/core/results/results.js';
import { Run } from '../../../src/core/runs/run.js';
import { buildTileMap, MAX_TILES } from '../../../src/core/runs/run-map.js';
import { planBitmask } from '../plan/plans.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const plan = planBitmask(6, 2);
const [a = '', b = '', c = ''] = plan.subproblems.map(({ id }) => id);

/** Makes a plan with many copies of a subproblem. */
function largePlan(subproblems: number): Plan {
  const [one] = plan.subproblems;
  if (!one) throw new Error('the plan is empty');
  const copies = Array.from({ length: subproblems }, (_, index) => ({ ...one, id: String(index) }));
  return { ...plan, ...createShare(plan, copies) };
}
function finish({ results }: Run, id: string, milliseconds: number): void {
  results.add({ id, count: 0, work: 1, milliseconds, ended: 0 });
}

test('a tile has the number of its finished subproblems and their time', () => {
  const large = largePlan(MAX_TILES + 5); // two in each tile
  const run = Run.local(large, new Results(large));
  finish(run, '0', 1.25);
  finish(run, '4', 30);
  finish(run, '5', 2);
  const { perTile, tiles } = buildTileMap(run);
  expect(perTile).toBe(2);
  expect(tiles.slice(0, 3)).toEqual([
    [1, 1.3],
    [0, 0],
    [2, 32],
  ]);
});

test('a thread is shown in the tile that contains its subproblem', () => {
  const large = largePlan(MAX_TILES + 5); // two in each tile
  const run = Run.local(large, new Results(large));
  run.start();
  run.started('5', 0);
  expect(buildTileMap(run).threads).toEqual([{ thread: 0, tile: 2 }]);
});

test('the map of a large run has at most MAX_TILES tiles, which include all subproblems', () => {
  const large = largePlan(100_001);
  const run = Run.local(large, new Results(large));
  for (const { id } of large.subproblems) finish(run, id, 1);
  const { tiles } = buildTileMap(run);
  expect(tiles.length).toBeLessThanOrEqual(MAX_TILES);
  expect(tiles.reduce((sum, [finished]) => sum + finished, 0)).toBe(100_001);
});

test('the map of a part has only its own subproblems', () => {
  const share = createShare(plan, plan.subproblems.slice(1, 3));
  const run = Run.local(share, new Results(plan));
  finish(run, a, 1);
  finish(run, c, 2);
  run.start();
  run.started(b, 0);
  expect(buildTileMap(run)).toEqual({
    perTile: 1,
    tiles: [
      [0, 0],
      [1, 2],
    ],
    threads: [{ thread: 0, tile: 0 }],
  });
});

test('the map has the tile of each thread that is alive', () => {
  const run = Run.local(plan, new Results(plan));
  run.start();
  run.started(a, 0);
  run.started(b, 1);
  vi.advanceTimersByTime(1500);
  run.started(c, 0);
  expect(run.running).toMatchObject([
    { id: b, seconds: 1.5 },
    { id: c, seconds: 0 },
  ]);
  expect(buildTileMap(run).threads).toEqual([
    { thread: 1, tile: 1 },
    { thread: 0, tile: 2 },
  ]);
  run.started(b, 2); // this thread replaces thread 1
  expect(buildTileMap(run).threads).toEqual([
    { thread: 0, tile: 2 },
    { thread: 2, tile: 1 },
  ]);
  finish(run, b, 3);
  run.setState('stopped');
  expect(buildTileMap(run).threads).toEqual([]);
});

test('the map of a board without subproblems is empty', () => {
  const empty = createShare(plan, []);
  expect(buildTileMap(Run.local(empty, new Results(plan)))).toEqual({ perTile: 1, tiles: [], threads: [] });
});
