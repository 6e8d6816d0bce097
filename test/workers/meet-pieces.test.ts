import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { meetPieces } from './meet-pieces.js';

const pieces = await meetPieces();
const u16 = (address: WebAssembly.Global, offset = 0): Uint16Array =>
  new Uint16Array(pieces.memory.buffer, address.value + offset);
const u32 = (address: WebAssembly.Global, offset = 0): Uint32Array =>
  new Uint32Array(pieces.memory.buffer, address.value + offset);

const mask16 = fc.integer({ min: 0, max: 0xffff });

describe('column sets', () => {
  test('nextSameSize goes through all sets of a size in rising order', () => {
    for (let size = 1; size <= 9; size++) {
      const expected = Array.from({ length: 2 ** 9 }, (_, set) => set).filter((set) => ones(set) === size);
      const found = [];
      for (let set = 2 ** size - 1; set < 2 ** 9; set = pieces.nextSameSize(set)) found.push(set);
      expect(found).toEqual(expected);
    }
  });
});

describe('compression', () => {
  test('keeps the lanes of 16 bits in the mask, in order, for all 256 masks', () => {
    for (let mask = 0; mask < 256; mask++) {
      const lanes = [11, 22, 33, 44, 55, 66, 77, 88];
      u16(pieces.scratch).set(lanes);
      pieces.compress16(mask);
      const kept = lanes.filter((_, lane) => mask & (1 << lane));
      expect([...u16(pieces.scratch).slice(0, 8)]).toEqual([...kept, ...new Array(8 - kept.length).fill(0)]);
    }
  });

  test('keeps the lanes of 32 bits in the mask, in order, for all 16 masks', () => {
    for (let mask = 0; mask < 16; mask++) {
      const lanes = [70_001, 70_002, 70_003, 70_004];
      u32(pieces.scratch).set(lanes);
      pieces.compress32(mask);
      const kept = lanes.filter((_, lane) => mask & (1 << lane));
      expect([...u32(pieces.scratch).slice(0, 4)]).toEqual([...kept, ...new Array(4 - kept.length).fill(0)]);
    }
  });
});

describe('expansion', () => {
  /** Stores half placements where the pieces expect them, padded to whole blocks of eight. @returns how many. */
  const setElements = (read: typeof u16 | typeof u32, elements: readonly (readonly [number, number])[]): number => {
    const padded = [...elements, ...new Array<[number, number]>(-elements.length & 7).fill([-1, -1])];
    read(pieces.scratch).set(padded.map(([l]) => l));
    read(pieces.scratch, 0x8000).set(padded.map(([, d]) => d));
    return padded.length;
  };

  // The naive version, on lists of [l, d]: see workers/assembly/meet/expansion.ts for the skew of l.
  const isFree = (column: number, [l, d]: readonly [number, number]): boolean =>
    !(((l << 1) >> column) & 1) && !((d >> column) & 1);

  const cases = [
    { lanes: 16, read: u16, expand: pieces.expand16, keys: pieces.keys16, filter: pieces.filter16, n: 17, bandRows: 1 },
    { lanes: 16, read: u16, expand: pieces.expand16, keys: pieces.keys16, filter: pieces.filter16, n: 9, bandRows: 3 },
    { lanes: 32, read: u32, expand: pieces.expand32, keys: pieces.keys32, filter: pieces.filter32, n: 18, bandRows: 2 },
    { lanes: 32, read: u32, expand: pieces.expand32, keys: pieces.keys32, filter: pieces.filter32, n: 24, bandRows: 7 },
  ];
  for (const { lanes, read, expand, keys: toKeys, filter, n, bandRows } of cases) {
    const lane = fc.integer({ min: 0, max: 2 ** Math.min(n, lanes) - 1 });
    const list = fc.array(fc.tuple(lane, lane), { maxLength: 200 });
    const column = fc.integer({ min: 0, max: n - 1 });
    const laneColumn = fc.integer({ min: 0, max: Math.min(n, lanes) - 1 }); // a queen that attacks nothing keeps the padding

    test(`lanes of ${lanes} bits, n = ${n}: a queen is added wherever the column is free, and leaves others free`, () => {
      fc.assert(
        fc.property(list, column, fc.array(column, { maxLength: 2 }), (elements, column, kept) => {
          const stored = setElements(read, elements);
          const queen = 2 ** column;
          const laneMask = 2 ** lanes - 1;
          const expected = elements
            .filter((element) => isFree(column, element))
            .map(([l, d]): [number, number] => [(((l << 1) | queen) & laneMask) >>> 0, (d | queen) >>> 1])
            .filter((element) => kept.every((column) => isFree(column, element)));
          const keptMask = kept.reduce((mask, column) => mask | (1 << column), 0);
          const count = expand(stored, column, keptMask);
          const l = read(pieces.scratch, 0x4000).slice(0, count);
          const d = read(pieces.scratch, 0xc000).slice(0, count);
          expect([...l].map((value, i) => [value, d[i]])).toEqual(expected);
        }),
      );
    });

    test(`lanes of ${lanes} bits, n = ${n}: keys are the diagonals that cross a band of ${bandRows}`, () => {
      pieces.setBand(n, bandRows);
      const crossing = 2 ** (n - 1 - bandRows) - 1;
      fc.assert(
        fc.property(list, column, lane, lane, (elements, column, otherL, otherD) => {
          const stored = setElements(read, elements);
          const queen = 2 ** column;
          const expected = elements
            .filter((element) => isFree(column, element) && !(element[0] & otherL) && !(element[1] & otherD))
            .map(([l, d]) => [((l << 1) | queen) & crossing, (d | queen) >>> (1 + bandRows)]);
          const count = toKeys(stored, column, otherL, otherD);
          const l = u16(pieces.queryKeys).slice(0, count);
          const d = u16(pieces.queryKeys, pieces.lToD.value).slice(0, count);
          expect([...l].map((value, i) => [value, d[i]])).toEqual(expected);
        }),
      );
    });

    test(`lanes of ${lanes} bits, n = ${n}: complete half placements are filtered by what a queen of the band attacks`, () => {
      pieces.setBand(n, bandRows);
      const crossing = 2 ** (n - 1 - bandRows) - 1;
      fc.assert(
        fc.property(list, laneColumn, lane, (any, attackedL, attackedD) => {
          // Behind the last row no diagonal that goes down to the left attacks the last column.
          const elements = any.map(([l, d]): [number, number] => [l, d & (2 ** (n - 1) - 1)]);
          const count = filter(setElements(read, elements), 2 ** attackedL, attackedD);
          const expected = elements
            .filter(([l, d]) => !(l & (2 ** attackedL)) && !(d & attackedD))
            .map(([l, d]) => [l & crossing, (d >>> bandRows) & crossing]);
          const l = u16(pieces.queryKeys).slice(0, count);
          const d = u16(pieces.queryKeys, pieces.lToD.value).slice(0, count);
          expect([...l].map((value, i) => [value, (d[i] ?? 0) & crossing])).toEqual(expected);
        }),
      );
    });
  }
});

describe('join', () => {
  test('transposition: bit p of key 16v + j is bit v of byte j of row p', () => {
    fc.assert(
      fc.property(fc.array(mask16, { minLength: 128, maxLength: 128 }), (column) => {
        u16(pieces.scratch).set(column);
        pieces.transpose();
        for (let p = 0; p < 16; p++) {
          const row = new Uint8Array(pieces.memory.buffer, pieces.rows.value + 16 * p);
          for (const [key, mask] of column.entries()) {
            if ((((row[key & 15] ?? 0) >> (key >> 4)) & 1) !== ((mask >> p) & 1))
              throw new Error(`row ${p}, key ${key}`);
          }
        }
      }),
    );
  });

  /** Sparse keys, so that many pairs fit. */
  const sparse = fc.tuple(mask16, mask16, mask16).map(([a, b, c]) => a & b & c);
  const list = (minLength: number, maxLength = 700) =>
    fc.record({
      keys: fc.array(fc.tuple(sparse, sparse), { minLength, maxLength, size: 'max' }),
      ties: fc.double({ min: 0, max: 1, noNaN: true }).map((share) => (share < 0.5 ? 0 : share - 0.5)),
    });
  const areApart = ([l, d]: readonly [number, number], [otherL, otherD]: readonly [number, number]): boolean =>
    (l & otherD) === 0 && (d & otherL) === 0;
  const strictOf = ({ keys, ties }: { keys: readonly unknown[]; ties: number }): number =>
    Math.round(keys.length * (1 - ties));

  /** Lists of any length, and of whole words and groups of eight, with one key more or less. */
  const anyList = fc.oneof(
    list(0),
    fc.constantFrom(1, 7, 8, 9, 127, 128, 129, 255, 256, 257).chain((length) => list(length, length)),
  );

  test('counts the pairs without a common diagonal, strict ones and ties by weight, for lists of any length', () => {
    fc.assert(
      fc.property(anyList, anyList, fc.integer({ min: 10, max: 16 }), (matrix, queries, bits) => {
        const cut = (keys: readonly (readonly [number, number])[]) =>
          keys.map(([l, d]): [number, number] => [l & (2 ** bits - 1), d & (2 ** bits - 1)]);
        const rows = cut(matrix.keys);
        const asked = cut(queries.keys);
        setMatrix(rows);
        setQueries(asked);
        const strictRows = strictOf(matrix);
        const strictAsked = strictOf(queries);
        let expected = 0;
        for (const [i, key] of asked.entries()) {
          for (const [j, other] of rows.entries()) {
            if (areApart(key, other)) expected += i < strictAsked && j < strictRows ? 7 : 3;
          }
        }
        pieces.setKeyBits(bits);
        expect(pieces.join(asked.length, strictAsked, rows.length, strictRows, 7, 3)).toBe(expected);
      }),
      { numRuns: 300, endOnFailure: true },
    );
  });

  test('few keys are compared without tables', () => {
    fc.assert(
      fc.property(list(1, 40), list(0), (matrix, queries) => {
        setMatrix(matrix.keys);
        setQueries(queries.keys);
        const expected = queries.keys.reduce(
          (sum, key) => sum + matrix.keys.filter((other) => areApart(key, other)).length,
          0,
        );
        expect(pieces.fitsDirectly(queries.keys.length, matrix.keys.length)).toBe(expected);
      }),
    );
  });

  test('byte counters do not overflow when nothing fits for many queries', () => {
    pieces.setKeyBits(16);
    const full = Array.from({ length: 512 }, (): [number, number] => [0xffff, 0xffff]);
    for (const count of [100, 200, 512]) {
      for (const strict of [0, 50, count]) {
        setMatrix(full.slice(0, count));
        u16(pieces.queryKeys).fill(0xffff, 0, 5000);
        u16(pieces.queryKeys, pieces.lToD.value).fill(0xffff, 0, 5000);
        expect(pieces.join(5000, 5000, count, strict, 2, 1)).toBe(0);
        u16(pieces.queryKeys).fill(0, 0, 5000);
        u16(pieces.queryKeys, pieces.lToD.value).fill(0, 0, 5000);
        expect(pieces.join(5000, 5000, count, strict, 2, 1)).toBe(5000 * (count + strict));
      }
    }
  });

  function setQueries(queries: readonly (readonly [number, number])[]): void {
    u16(pieces.queryKeys).set(queries.map(([l]) => l));
    u16(pieces.queryKeys, pieces.lToD.value).set(queries.map(([, d]) => d));
  }

  function setMatrix(matrix: readonly (readonly [number, number])[]): void {
    u16(pieces.matrixKeys).set(matrix.map(([l]) => l));
    u16(pieces.matrixKeys, pieces.lToD.value).set(matrix.map(([, d]) => d));
  }
});

function ones(mask: number): number {
  return (mask >>> 0).toString(2).replaceAll('0', '').length;
}
