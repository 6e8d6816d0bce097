import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { meetPieces } from './meet-pieces.js';

/** The key of a half placement. */
interface Key {
  /** Masks of the occupied diagonals. */
  readonly l: number;
  readonly d: number;
  readonly isTie: boolean;
}

const pieces = await meetPieces();

const mask = fc.integer({ min: 0, max: 0xffff });
/** Masks with few bits, so that many pairs fit. */
const sparse = fc.tuple(mask, mask, mask).map(([a, b, c]) => a & b & c);

function keys(minLength: number, maxLength: number) {
  return fc.record({
    masks: fc.array(fc.tuple(sparse, sparse, fc.nat(255)), { minLength, maxLength, size: 'max' }),
    /** With a value up to 16, about `ties` in 16 keys are ties. A larger value is the index of the first tie. */
    ties: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 16 }), fc.constantFrom(100, 127, 128, 129, 256)),
    garbage: mask,
  });
}
type Keys = ReturnType<typeof keys> extends fc.Arbitrary<infer T> ? T : never;

/** Generates lists of up to `most` keys. Many lengths are near a multiple of 8 queries or of 128 keys (a word). */
function lists(most: number): fc.Arbitrary<Keys> {
  const lengths = [0, 1, 7, 8, 9, 127, 128, 129, 255, 256, 257].filter((length) => length <= most);
  return fc.oneof(
    keys(0, most),
    fc.constantFrom(...lengths).chain((length) => keys(length, length)),
  );
}

/** Builds keys with masks of `bits` bits. */
function keysOf({ masks, ties }: Keys, bits: number, haveTies: boolean): Key[] {
  const cut = 2 ** bits - 1;
  return masks.map(([l, d, choice], i) => ({
    l: l & cut,
    d: d & cut,
    isTie: haveTies && (ties > 16 ? i >= ties : (choice & 15) < ties),
  }));
}

/** Stores keys as a list in sections, with garbage after the end. */
function store(list: number, keys: readonly Key[], sections: number, garbage: number): void {
  const address = (list ? pieces.matrixKeys : pieces.queryKeys).value;
  const l = new Uint16Array(pieces.memory.buffer, address, 8192).fill(garbage);
  const d = new Uint16Array(pieces.memory.buffer, address + pieces.lToD.value, 8192).fill(garbage);
  pieces.startList(list, sections);
  let end = 0;
  for (let section = 0; section < sections; section++) {
    for (const key of keys) {
      if (Number(key.isTie) !== section) continue;
      l[end] = key.l;
      d[end++] = key.d;
    }
    pieces.endSection(list, section, end);
  }
}

function fits(a: Key, b: Key): boolean {
  return (a.l & b.d) === 0 && (a.d & b.l) === 0;
}

/** Returns the total weight of the pairs that fit, by testing every pair. */
function weighted(a: readonly Key[], b: readonly Key[], strict: number, tie: number): number {
  let sum = 0;
  for (const key of a) {
    for (const other of b) if (fits(key, other)) sum += key.isTie || other.isTie ? tie : strict;
  }
  return sum;
}

describe('a join', () => {
  const shape = fc.record({
    bits: fc.integer({ min: 1, max: 16 }),
    weights: fc.constantFrom([4, 2], [2, 2], [7, 3]),
    haveTies: fc.boolean(),
  });

  for (const [most, numRuns] of [
    [40, 200],
    [1000, 80],
  ] as const) {
    test(`the join returns the total weight of the pairs that fit, for up to ${most} keys`, () => {
      fc.assert(
        fc.property(lists(most), lists(most), shape, (first, second, { bits, weights, haveTies }) => {
          const [strict = 0, tie = 0] = weights;
          const a = keysOf(first, bits, haveTies);
          const b = keysOf(second, bits, haveTies);
          pieces.setKeyBits(bits);
          store(0, a, haveTies ? 2 : 1, first.garbage);
          store(1, b, haveTies ? 2 : 1, second.garbage);
          expect(pieces.join(strict, tie)).toBe(weighted(a, b, strict, tie));
        }),
        { numRuns, endOnFailure: most > 40 }, // fast-check takes minutes to shrink long lists
      );
    });
  }

  test.each([15, 16])('a join of long lists with %i bits is exact if all pairs fit or no pair fits', (bits) => {
    pieces.setKeyBits(bits);
    for (const [fewer, more] of [
      [100, 5000],
      [512, 4999],
      [5000, 127],
    ] as const) {
      for (const diagonals of [2 ** bits - 1, 0]) {
        for (const every of [3, Infinity]) {
          const list = (count: number): Key[] =>
            Array.from({ length: count }, (_, i) => ({
              l: diagonals,
              d: diagonals,
              isTie: (i + 1) % every === 0,
            }));
          store(0, list(fewer), 2, 0);
          store(1, list(more), 2, 0);
          const strict = (fewer - Math.floor(fewer / every)) * (more - Math.floor(more / every));
          expect(pieces.join(5, 1)).toBe(diagonals ? 0 : fewer * more + 4 * strict);
        }
      }
    }
  });
});

test('fitsDirectly counts the pairs that fit if one list has few keys', () => {
  fc.assert(
    fc.property(keys(1, 40), keys(0, 700), (matrix, queries) => {
      const a = keysOf(queries, 16, false);
      const b = keysOf(matrix, 16, false);
      store(0, a, 1, 0);
      store(1, b, 1, 0);
      expect(pieces.fitsDirectly(a.length, b.length)).toBe(weighted(a, b, 1, 1));
    }),
  );
});
