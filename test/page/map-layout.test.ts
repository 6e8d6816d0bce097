import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layOut, tileAfterKey, tileAt, tilePosition } from '../../src/page/runs/map-layout.js';

const maps = fc.tuple(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 3000 }));

test('every tile is where the pointer finds it', () => {
  fc.assert(
    fc.property(maps, fc.nat(), ([tiles, width], any) => {
      const layout = layOut(tiles, width);
      const tile = any % tiles;
      const { row, column } = tilePosition(layout, tile);
      const { side } = layout;
      expect(tileAt(layout, column * side, row * side)).toBe(tile);
      expect(tileAt(layout, column * side + side - 1, row * side + side - 1)).toBe(tile);
      expect(row).toBeLessThan(layout.rows);
    }),
  );
});

test('there is no tile beside the map', () => {
  const layout = layOut(10, 300); // 6 to a row
  expect(layout.columns).toBe(6);
  const { side } = layout;
  expect(tileAt(layout, -1, 0)).toBeUndefined();
  expect(tileAt(layout, 0, -1)).toBeUndefined();
  expect(tileAt(layout, 6 * side, 0)).toBeUndefined();
  expect(tileAt(layout, 4 * side, side)).toBeUndefined(); // the last row has four
});

test.each([
  ['ArrowRight', 3, 4],
  ['ArrowRight', 9, 9],
  ['ArrowLeft', 0, 0],
  ['ArrowLeft', 6, 5],
  ['ArrowDown', 3, 9],
  ['ArrowDown', 5, 5],
  ['ArrowUp', 8, 2],
  ['ArrowUp', 2, 2],
  ['Home', 7, 0],
  ['End', 7, 9],
  ['a', 7, undefined],
])('%s leads from %i to %s', (key, from, to) => {
  expect(tileAfterKey(layOut(10, 300), from, key)).toBe(to);
});
