import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnsOf } from '../../../src/core/board/masks.js';
import { type BandFilling, createBandFilling, type SideRules } from '../../../src/core/meet/band-filling.js';
import { bandFillings } from '../../../src/core/meet/fitting-fillings.js';
import { assignKeyBits, type SideBits } from '../../../src/core/meet/key-bits.js';
import { emptyBoard } from '../../../src/core/meet/smaller-boards.js';
import { randomSubproblem } from '../plan/random-subproblem.js';

/** Returns the bit of each diagonal that the queens in some rows of a side can occupy, from row `first` on. */
function bitsOf({ free }: BandFilling, side: SideRules, bits: SideBits, first: number) {
  const l = new Map<number, number>();
  const d = new Map<number, number>();
  for (const [row, columns] of side.allowed.entries()) {
    if (row < first) continue;
    const behind = side.rows - 1 - row;
    for (const column of columnsOf(columns & (free | side.required))) {
      l.set(column + behind, bits.l[column + behind] ?? -1);
      d.set(column - behind, bits.d[column - behind + 8] ?? -1);
    }
  }
  return { l, d };
}

test('every diagonal that the rows after packing can occupy has its own bit, and shared ones match', () => {
  fc.assert(
    fc.property(fc.integer({ min: 18, max: 28 }), fc.infiniteStream(fc.nat()), (n, choices) => {
      for (const filling of bandFillings(randomSubproblem(n, choices, n))) {
        const bits = assignKeyBits(filling);
        if (!bits) throw new Error('a filling does not fit');
        const { above, below, board } = filling;
        for (const [side, sideBits] of [
          [above, bits.above],
          [below, bits.below],
        ] as const) {
          const { l, d } = bitsOf(filling, side, sideBits, side.rows - sideBits.packedRows);
          const used = [...l.values(), ...d.values()];
          expect(Math.min(...used)).toBeGreaterThanOrEqual(0);
          expect(new Set(used).size).toBe(used.length);
        }
        // A bit of a key is set for both sides only if it stands for the same diagonal.
        const a = bitsOf(filling, above, bits.above, 0);
        const b = bitsOf(filling, below, bits.below, 0);
        for (const [ours, theirs] of [
          [a.l, b.d],
          [a.d, b.l],
        ] as const) {
          const shift = ours === a.l ? board.bandRows + 1 : -board.bandRows - 1;
          for (const [column, bit] of ours) {
            if (!theirs.has(column + shift)) continue;
            expect((theirs.get(column + shift) ?? -1) ^ bit, `diagonal ${column}`).toBe(16);
            expect(bit % 16).toBeLessThan(bits.maskBits);
          }
        }
        const inKey = ({ l, d }: typeof a) => [...l.values(), ...d.values()].filter((bit) => bit >= 0 && bit < 32);
        const matching = inKey(a).filter((bit) => inKey(b).includes(bit ^ 16));
        expect(matching.length).toBeLessThanOrEqual(2 * bits.maskBits);
        expect(matching.length).toBeGreaterThanOrEqual(2 * bits.maskBits - 1);
      }
    }),
    { numRuns: 60 },
  );
});

test('a filling for n = 28 whose sides begin to pack with only two rows left fits, without a division', () => {
  const band = { n: 28, rowsAbove: 10, bandRows: 8, lastRow: 17 };
  const filling = createBandFilling({ ...emptyBoard(band), queens: [18, 10, 9, 4, 25, 26, 1] });
  const bits = filling && assignKeyBits(filling);
  expect([bits?.above.packedRows, bits?.below.packedRows]).toEqual([2, 2]);
});
