import { expect, it } from 'vitest';
import { knownCount } from '../../../src/core/board/known-counts.js';
import { countHalfTurnSymmetric } from '../../../src/core/sequences/half-turn.js';
import { countQuarterTurnSymmetric } from '../../../src/core/sequences/quarter-turn.js';

it('the symmetric searches find the published numbers for n = 22 to 24, those of quarter turns up to 33', () => {
  for (let n = 22; n <= 24; n++) expect(BigInt(countHalfTurnSymmetric(n))).toBe(knownCount(n, 'A032522'));
  for (let n = 30; n <= 33; n++) expect(BigInt(countQuarterTurnSymmetric(n))).toBe(knownCount(n, 'A033148'));
});
