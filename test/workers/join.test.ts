import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FORMS } from '../../workers/meet.js';
import { meetPieces } from './meet-pieces.js';

/** A key: masks of l and d diagonals, and the section of its list, counted in groups of ties and strict keys. */
interface Key {
  readonly l: number;
  readonly d: number;
  readonly group: number;
  readonly isTie: boolean;
}

const pieces = await meetPieces();

const mask = fc.integer({ min: 0, max: 0xffff });
/** A mask with few bits, so that many pairs fit. */
const sparse = fc.tuple(mask, mask, mask).map(([a, b, c]) => a & b & c);

function keys(minLength: number, maxLength: number) {
  return fc.record({
    masks: fc.array(fc.tuple(sparse, sparse, fc.nat(255)), { minLength, maxLength, size: 'max' }),
    /** Groups that occur, as bits. */
    groups: fc.oneof(fc.constant(15), fc.integer({ min: 1, max: 15 })),
    /** How many of 16 keys are ties, or where ties begin. */
    ties: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 16 }), fc.constantFrom(100, 127, 128, 129, 256)),
    garbage: mask,
  });
}
type Keys = ReturnType<typeof keys> extends fc.Arbitrary<infer T> ? T : never;

/** Lists of any length, and of whole words and steps of eight queries, with one key more or less. */
function lists(most: number): fc.Arbitrary<Keys> {
  const lengths = [0, 1, 7, 8, 9, 127, 128, 129, 255, 256, 257].filter((length) => length <= most);
  return fc.oneof(
    keys(0, most),
    fc.constantFrom(...lengths).chain((length) => keys(length, length)),
  );
}

function keysOf({ masks, groups, ties }: Keys, bits: number, mostGroups: number, haveTies: boolean): Key[] {
  const occurring = [0, 1, 2, 3].filter((group) => group < mostGroups && (groups >> group) & 1);
  const cut = 2 ** bits - 1;
  return masks.map(([l, d, choice], i) => ({
    l: l & cut,
    d: d & cut,
    group: occurring[(choice >> 4) % occurring.length] ?? 0,
    isTie: haveTies && (ties > 16 ? i >= ties : (choice & 15) < ties),
  }));
}

/** Stores keys as a list in sections, with garbage behind it. */
function store(list: number, keys: readonly Key[], groups: number, sections: number, garbage: number): void {
  const address = (list ? pieces.matrixKeys : pieces.queryKeys).value;
  const l = new Uint16Array(pieces.memory.buffer, address, 8192).fill(garbage);
  const d = new Uint16Array(pieces.memory.buffer, address + pieces.lToD.value, 8192).fill(garbage);
  pieces.startList(list, sections);
  let end = 0;
  for (let section = 0; section < sections; section++) {
    for (const key of keys) {
      if (key.group + (key.isTie ? groups : 0) !== section) continue;
      l[end] = key.l;
      d[end++] = key.d;
    }
    pieces.endSection(list, section, end);
  }
}

/** Sets a board whose keys have masks of that many bits. */
function setBoard(groups: number, bits: number): void {
  if (groups > 1) pieces.setBoard(bits + 4, 2, FORMS.packedInGroups);
  else pieces.setBoard(bits + 3, 2, FORMS.packed);
}

function fits(a: Key, b: Key): boolean {
  const shareCentral = (a.group > 1 && b.group % 2 === 1) || (a.group % 2 === 1 && b.group > 1);
  return !shareCentral && (a.l & b.d) === 0 && (a.d & b.l) === 0;
}

function weighted(a: readonly Key[], b: readonly Key[], strict: number, tie: number): number {
  let sum = 0;
  for (const key of a) {
    for (const other of b) if (fits(key, other)) sum += key.isTie || other.isTie ? tie : strict;
  }
  return sum;
}

describe.each([1, 4])('the join of lists with %i groups', (groups) => {
  const shape = fc.record({
    bits: fc.integer({ min: 1, max: 16 }),
    weights: fc.constantFrom([4, 2], [2, 2], [7, 3]),
    haveTies: fc.boolean(),
  });

  for (const [most, numRuns] of [
    [40, 200],
    [1000, 80],
  ] as const) {
    test(`counts the pairs that fit, by weight, of lists of up to ${most} keys`, () => {
      fc.assert(
        fc.property(lists(most), lists(most), shape, (first, second, { bits, weights, haveTies }) => {
          const [strict = 0, tie = 0] = weights;
          const a = keysOf(first, bits, groups, haveTies);
          const b = keysOf(second, bits, groups, haveTies);
          setBoard(groups, bits);
          store(0, a, groups, haveTies ? 2 * groups : groups, first.garbage);
          store(1, b, groups, haveTies ? 2 * groups : groups, second.garbage);
          expect(pieces.join(strict, tie)).toBe(weighted(a, b, strict, tie));
        }),
        { numRuns, endOnFailure: most > 40 }, // long lists take minutes to shrink
      );
    });
  }

  test('counts right when all of many pairs fit, and when none does', () => {
    setBoard(groups, 16);
    for (const [fewer, more] of [
      [100, 5000],
      [512, 4999],
      [5000, 127],
    ] as const) {
      for (const diagonals of [0xffff, 0]) {
        for (const every of [3, Infinity]) {
          const list = (count: number): Key[] =>
            Array.from({ length: count }, (_, i) => ({
              l: diagonals,
              d: diagonals,
              group: 0,
              isTie: i % every === every - 1,
            }));
          store(0, list(fewer), groups, 2 * groups, 0);
          store(1, list(more), groups, 2 * groups, 0);
          const strict = (fewer - Math.floor(fewer / every)) * (more - Math.floor(more / every));
          expect(pieces.join(5, 1)).toBe(diagonals ? 0 : fewer * more + 4 * strict);
        }
      }
    }
  });
});

test('keys without other diagonals fit unless both have the same central one', () => {
  const groups = [0, 1, 2, 3].map((group): Key => ({ l: 0, d: 0, group, isTie: false }));
  setBoard(4, 8);
  const found = groups.map((a) =>
    groups.map((b) => {
      store(0, [a], 4, 4, 0);
      store(1, [b], 4, 4, 0);
      return pieces.join(1, 1);
    }),
  );
  expect(found).toEqual([
    [1, 1, 1, 1],
    [1, 1, 0, 0],
    [1, 0, 1, 0],
    [1, 0, 0, 0],
  ]);
});

test('few keys are compared without tables', () => {
  fc.assert(
    fc.property(keys(1, 40), keys(0, 700), (matrix, queries) => {
      const a = keysOf(queries, 16, 1, false);
      const b = keysOf(matrix, 16, 1, false);
      store(0, a, 1, 1, 0);
      store(1, b, 1, 1, 0);
      expect(pieces.fitsDirectly(a.length, b.length)).toBe(weighted(a, b, 1, 1));
    }),
  );
});
