import { expect, test } from 'vitest';
import { MOST_TILES, RunMap } from '../../src/runs/run-map.js';

test('changedSince returns the tiles that changed after a version', () => {
  const map = new RunMap(105);
  map.finish(0, 1.25);
  map.finish(104, 30);
  const { version } = map;
  expect(map.changedSince(0)).toEqual([0, 1, 1.3, 104, 1, 30]);
  map.finish(7, 2);
  expect(map.changedSince(version)).toEqual([7, 1, 2]);
  expect(map.changedSince(map.version)).toEqual([]);
});

test('the map of a large run has at most MOST_TILES tiles, which include all subproblems', () => {
  const map = new RunMap(2_000_000);
  for (let place = 0; place < 2_000_000; place++) map.finish(place, 1);
  const tiles = map.changedSince(0);
  expect(tiles.length / 3).toBeLessThanOrEqual(MOST_TILES);
  expect(tiles.filter((_, i) => i % 3 === 1).reduce((sum, finished) => sum + finished, 0)).toBe(2_000_000);
  expect(JSON.stringify(tiles).length).toBeLessThan(200_000);
});
