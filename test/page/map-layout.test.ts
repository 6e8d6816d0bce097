import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layOut, tileAt, tilePosition } from '../../src/page/runs/map-layout.js';

const maps = fc.tuple(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 3000 }));

test('the pointer finds every tile at its position', () => {
  fc.assert(
    fc.property(maps, fc.nat(), ([tiles, width], number) => {
      const layout = layOut(tiles, width);
      const tile = number % tiles;
      const { row, column } = tilePosition(layout, tile);
      const { side } = layout;
      expect(tileAt(layout, column * side, row * side)).toBe(tile);
      expect(tileAt(layout, column * side + side - 1, row * side + side - 1)).toBe(tile);
      expect(row).toBeLessThan(layout.rows);
    }),
  );
});

test('the pointer finds no tile outside the map', () => {
  const layout = layOut(10, 300); // six tiles in a row
  expect(layout.columns).toBe(6);
  const { side } = layout;
  expect(tileAt(layout, -1, 0)).toBeUndefined();
  expect(tileAt(layout, 0, -1)).toBeUndefined();
  expect(tileAt(layout, 6 * side, 0)).toBeUndefined();
  expect(tileAt(layout, 4 * side, side)).toBeUndefined(); // the last row has four tiles
});
