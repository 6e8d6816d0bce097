import { expect, test } from 'vitest';
import { MOST_TILES, RunMap } from '../../src/runs/run-map.js';

test('a tile has the number of its finished subproblems and their time', () => {
  const map = new RunMap(MOST_TILES + 5); // two in each tile
  map.finish(0, 1.25);
  map.finish(4, 30);
  map.finish(5, 2);
  expect(map.tiles().slice(0, 3)).toEqual([
    [1, 1.3],
    [0, 0],
    [2, 32],
  ]);
});

test('the map of a large run has at most MOST_TILES tiles, which include all subproblems', () => {
  const map = new RunMap(2_000_000);
  for (let place = 0; place < 2_000_000; place++) map.finish(place, 1);
  const tiles = map.tiles();
  expect(tiles.length).toBeLessThanOrEqual(MOST_TILES);
  expect(tiles.reduce((sum, [finished]) => sum + finished, 0)).toBe(2_000_000);
});
