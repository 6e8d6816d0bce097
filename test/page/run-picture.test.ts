import { expect, test } from 'vitest';
import { RunPicture, ratePoints, roundNumbers } from '../../src/page/runs/run-picture.js';

/** Returns a picture with three subproblems per tile. `milliseconds` is the total time of a tile. */
function pictureOf(tiles: readonly (readonly [finished: number, milliseconds: number])[]): RunPicture {
  const picture = RunPicture.after(undefined, {
    version: '1',
    header: { perTile: 3, clock: 'run' },
    tiles: tiles.flatMap(([finished, milliseconds], tile) => [tile, finished, milliseconds]),
    figures: {
      ...{ n: 8, algorithm: 'bitmask', finished: 0, subproblems: 3 * tiles.length - 1, fraction: 0, seconds: 0 },
      ...{ threads: 1, state: 'counting', threadSeconds: 0, work: 0 },
    },
    workers: [],
  });
  if (!picture) throw new Error('no picture');
  return picture;
}

test('a tile has the mean time of its finished subproblems, and the last tile can have fewer subproblems', () => {
  const picture = pictureOf([
    [2, 5000],
    [0, 0],
    [1, 700],
  ]);
  expect([0, 1, 2].map((tile) => picture.secondsOf(tile))).toEqual([2.5, undefined, 0.7]);
  expect([0, 1, 2].map((tile) => picture.sizeOf(tile))).toEqual([3, 3, 2]);
});

test('each rate is drawn at the end of its interval', () => {
  expect(ratePoints({ interval: 0.5, rates: [10, 20, 30] })).toEqual([
    [0.5, 10],
    [1, 20],
    [1.5, 30],
  ]);
});

test.each([
  [0.00021, [0, 0.0001, 0.0002, 0.0003]],
  [1, [0, 0.5, 1]],
  [7.3, [0, 2, 4, 6, 8]],
  [412e6, [0, 2e8, 4e8, 6e8]],
])('an axis for values up to %d has round numbers, and ends at or above this value', (most, wanted) => {
  const found = roundNumbers(most);
  expect(found).toHaveLength(wanted.length);
  for (const [i, number] of found.entries()) expect(number).toBeCloseTo(wanted[i] ?? -1, 9);
});
