import { describe, expect, test } from 'vitest';
import { MOST_TILES, RunMap } from '../../src/runs/run-map.js';

describe('the map of a run', () => {
  test('has a tile for each subproblem, and tells what changed since', () => {
    const map = new RunMap(105);
    map.finish(0, 1.25);
    map.finish(104, 30);
    const { version } = map;
    expect(map.changedSince(0)).toEqual([0, 1, 1.3, 104, 1, 30]);
    map.finish(7, 2);
    expect(map.changedSince(version)).toEqual([7, 1, 2]);
    expect(map.changedSince(map.version)).toEqual([]);
  });

  test('has no more tiles than can be seen, however many subproblems', () => {
    const map = new RunMap(2_000_000);
    for (let place = 0; place < 2_000_000; place++) map.finish(place, 1);
    const tiles = map.changedSince(0);
    expect(tiles.length / 3).toBeLessThanOrEqual(MOST_TILES);
    expect(tiles.filter((_, i) => i % 3 === 1).reduce((sum, finished) => sum + finished, 0)).toBe(2_000_000);
    expect(JSON.stringify(tiles).length).toBeLessThan(200_000);
  });
});
