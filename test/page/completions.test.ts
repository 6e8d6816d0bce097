import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Cell } from '../../src/board/attacked.js';
import { classesOf, completions } from '../../src/page/parts/completions.js';
import { allSolutions } from '../board/placements.js';
import { A000170 } from '../vectors/a000170.js';
import { images } from './plain-search.js';

describe('completions', () => {
  test('of the empty board are all solutions', () => {
    for (let n = 1; n <= 10; n++) expect(completions(allSolutions(n), [])).toHaveLength(Number(A000170[n]));
  });

  const n = 7;
  const all = allSolutions(n);
  const cell: fc.Arbitrary<Cell> = fc.record({ row: fc.nat(n - 1), column: fc.nat(n - 1) });

  test('belong to exactly one symmetry class each', () => {
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 2 }), (queens) => {
        const found = completions(all, queens);
        const members = classesOf(found).map(({ first }) => images(first).map(String));
        expect(classesOf(found).map(({ size }) => size)).toEqual(members.map(({ length }) => length));
        for (const one of found) expect(members.filter((all) => all.includes(String(one)))).toHaveLength(1);
      }),
    );
  });
});
