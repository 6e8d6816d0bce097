import { expect, it } from 'vitest';
import { anyCells, oneEachRow, oneEachRowAndColumn } from '../../src/textbook/search-space.js';

it('is exact for eight queens', () => {
  expect([anyCells, oneEachRow, oneEachRowAndColumn].map((space) => `${space.formula(8)} = ${space.size(8)}`)).toEqual([
    'C(64, 8) = 4426165368',
    '8^8 = 16777216',
    '8! = 40320',
  ]);
});

it('has one board of no queens', () => {
  expect([anyCells, oneEachRow, oneEachRowAndColumn].map((space) => space.size(0))).toEqual([1n, 1n, 1n]);
});

it('stays exact past 2^53', () => {
  expect(anyCells.size(16)).toBe(10_078_751_602_022_313_874_633_200n);
  expect(oneEachRow.size(32)).toBe(2n ** 160n);
  expect(oneEachRowAndColumn.size(25)).toBe(15_511_210_043_330_985_984_000_000n);
});
