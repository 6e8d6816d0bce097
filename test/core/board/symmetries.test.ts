import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Placement } from '../../../src/core/board/placement.js';
import {
  findFundamental,
  halfTurn,
  isFundamental,
  mirror,
  orbit,
  quarterTurn,
  symmetries,
  transpose,
} from '../../../src/core/board/symmetries.js';
import { allSolutions, permutationPlacement } from './placements.js';

/** OEIS A002562, the number of fundamental solutions for n = 1 to 10. */
const FUNDAMENTAL = [1, 0, 0, 1, 2, 1, 6, 12, 46, 92];

describe('the eight symmetries', () => {
  it('move the queens as their names suggest', () => {
    // Queens on (0,1), (1,0), (2,2).
    const placement = [1, 0, 2];
    expect(quarterTurn(placement)).toEqual([1, 2, 0]); // (r,c) -> (c, 2-r): (1,2), (0,1), (2,0)
    expect(halfTurn(placement)).toEqual([0, 2, 1]);
    expect(mirror(placement)).toEqual([1, 2, 0]);
    expect(transpose([1, 2, 0])).toEqual([2, 0, 1]);
  });

  it('are distinct, and closed under composition', () => {
    // A placement without symmetries has eight distinct images.
    const probe = [0, 2, 1, 4, 3, 7, 5, 6];
    const images = new Set(symmetries.map((symmetry) => symmetry(probe).join()));
    expect(images.size).toBe(8);
    for (const first of symmetries) {
      for (const second of symmetries) expect(images).toContain(second(first(probe)).join());
    }
  });
});

describe('symmetry classes', () => {
  it('have sizes that add up to the number of solutions, and as many representatives as A002562 says', () => {
    for (let n = 1; n <= 10; n++) {
      const all = allSolutions(n);
      const representatives = all.filter(isFundamental);
      expect(representatives).toHaveLength(FUNDAMENTAL[n - 1] ?? Number.NaN);
      expect(representatives.reduce((sum, placement) => sum + orbit(placement).length, 0)).toBe(all.length);
    }
  });

  it('are the same for all their members, and have one representative', () => {
    fc.assert(
      fc.property(permutationPlacement, (placement) => {
        const representative = findFundamental(placement);
        expect(isFundamental(representative)).toBe(true);
        const members = (member: Placement) => orbit(member).map(String).toSorted();
        for (const image of orbit(placement)) {
          expect(findFundamental(image)).toEqual(representative);
          expect(members(image)).toEqual(members(placement));
        }
        expect(orbit(placement).filter(isFundamental)).toEqual([representative]);
      }),
    );
  });

  it('have 1, 2, 4 or 8 placements', () => {
    expect(
      [[], [0], [0, 1], [1, 3, 0, 2], [2, 4, 1, 3, 0], [1, 3, 5, 0, 2, 4]].map((placement) => orbit(placement).length),
    ).toEqual([1, 1, 2, 2, 8, 4]);
  });
});
