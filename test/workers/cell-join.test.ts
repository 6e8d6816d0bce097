import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { meetPieces } from './meet-pieces.js';

/** A key with its cell: the masks of its l and d diagonals, the central one of either beside them. */
interface Key {
  readonly l: number;
  readonly d: number;
  readonly centralL: boolean;
  readonly centralD: boolean;
  readonly isTie: boolean;
}

const pieces = await meetPieces();

describe('join by cells', () => {
  const mask = fc.integer({ min: 0, max: 0xffff });
  /** Sparse keys, so that many pairs fit. */
  const sparse = fc.tuple(mask, mask, mask).map(([a, b, c]) => a & b & c);
  const lists = (maxLength: number) =>
    fc.record({
      keys: fc.array(fc.tuple(sparse, sparse, fc.nat(255)), { minLength: 1, maxLength, size: 'max' }),
      // Cells that occur, as bits, and how many of 16 keys are ties.
      cells: fc.oneof(fc.constant(15), fc.integer({ min: 1, max: 15 })),
      ties: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 16 })),
      garbage: mask,
    });
  type List = ReturnType<typeof lists> extends fc.Arbitrary<infer T> ? T : never;

  function keysOf({ keys, cells, ties }: List, bits: number): Key[] {
    const occurring = [0, 1, 2, 3].filter((cell) => (cells >> cell) & 1);
    const cut = 2 ** bits - 1;
    return keys.map(([l, d, choice]) => {
      const cell = occurring[(choice >> 4) % occurring.length] ?? 0;
      return { l: l & cut, d: d & cut, centralL: cell > 1, centralD: cell % 2 === 1, isTie: (choice & 15) < ties };
    });
  }

  /** Stores keys as a list in parts, with garbage in its gaps. */
  function store(list: number, keys: readonly Key[], parts: number, garbage: number): void {
    const address = (list ? pieces.matrixKeys : pieces.queryKeys).value;
    const l = new Uint16Array(pieces.memory.buffer, address, 2048).fill(garbage);
    const d = new Uint16Array(pieces.memory.buffer, address + pieces.lToD.value, 2048).fill(garbage);
    let end = 0;
    for (let part = 0; part < parts; part++) {
      end += -end & 3;
      for (const key of keys) {
        if (2 * Number(key.centralL) + Number(key.centralD) + (key.isTie ? 4 : 0) !== part) continue;
        l[end] = key.l;
        d[end++] = key.d;
      }
      pieces.endPart(list, parts, part, end);
    }
  }

  function fits(a: Key, b: Key): boolean {
    if ((a.centralL && b.centralD) || (a.centralD && b.centralL)) return false;
    return (a.l & b.d) === 0 && (a.d & b.l) === 0;
  }

  function weighted(a: readonly Key[], b: readonly Key[], strict: number, tie: number): number {
    let sum = 0;
    for (const key of a) {
      for (const other of b) if (fits(key, other)) sum += key.isTie || other.isTie ? tie : strict;
    }
    return sum;
  }

  const shape = fc.record({
    bits: fc.integer({ min: 8, max: 16 }),
    weights: fc.constantFrom([4, 2], [2, 2], [7, 3]),
    haveTies: fc.boolean(),
  });

  for (const [most, numRuns] of [
    [40, 200],
    [1000, 60],
  ] as const) {
    test(`lists of up to ${most} keys: counts the pairs that fit, cells and ties and all`, () => {
      fc.assert(
        fc.property(
          lists(most),
          lists(most),
          shape,
          (first, second, { bits, weights: [strict = 0, tie = 0], haveTies }) => {
            const a = keysOf(haveTies ? first : { ...first, ties: 0 }, bits);
            const b = keysOf(haveTies ? second : { ...second, ties: 0 }, bits);
            pieces.setCellKeyBits(bits);
            store(0, a, haveTies ? 8 : 4, first.garbage);
            store(1, b, haveTies ? 8 : 4, second.garbage);
            expect(pieces.joinByCells(strict, tie)).toBe(weighted(a, b, strict, tie));
          },
        ),
        { numRuns, endOnFailure: most > 40 }, // long lists take minutes to shrink
      );
    });
  }

  test('counters do not overflow, whether all fits or nothing does', () => {
    const many = (count: number, diagonals: number): Key[] =>
      Array.from({ length: count }, (_, i) => ({
        l: diagonals,
        d: diagonals,
        centralL: false,
        centralD: false,
        isTie: i % 3 === 0,
      }));
    pieces.setCellKeyBits(16);
    for (const [fewer, more] of [
      [100, 2000],
      [512, 1999],
      [2000, 127],
    ] as const) {
      for (const diagonals of [0xffff, 0]) {
        store(0, many(fewer, diagonals), 8, 0);
        store(1, many(more, diagonals), 8, 0);
        const strict = Math.floor((2 * fewer) / 3) * Math.floor((2 * more) / 3);
        expect(pieces.joinByCells(5, 1)).toBe(diagonals ? 0 : fewer * more + 4 * strict);
      }
    }
  });

  test('keys without diagonals fit unless both have the same central one', () => {
    const cells = [0, 1, 2, 3].map(
      (cell): Key => ({
        l: 0,
        d: 0,
        centralL: cell > 1,
        centralD: cell % 2 === 1,
        isTie: false,
      }),
    );
    pieces.setCellKeyBits(8);
    const found = cells.map((a) =>
      cells.map((b) => {
        store(0, [a], 4, 0);
        store(1, [b], 4, 0);
        return pieces.joinByCells(1, 1);
      }),
    );
    expect(found).toEqual([
      [1, 1, 1, 1],
      [1, 1, 0, 0],
      [1, 0, 1, 0],
      [1, 0, 0, 0],
    ]);
  });
});
