import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centralBit, sieveBits } from '../../src/plan/sieve-bits.js';
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

  test('split weights: over each orbit they add up to its size', () => {
    for (const n of [5, 7, 9]) {
      const all = (2 ** n - 1) & ~(1 << ((n - 1) / 2));
      let sum = 0;
      let splits = 0;
      for (let above = 0; above <= all; above++) {
        if ((above & ~all) !== 0 || ones(above) !== (n - 1) / 2) continue;
        splits++;
        const orbit = new Set([above, mirror(n, above), all ^ above, all ^ mirror(n, above)]);
        const weights = [...orbit].map((member) => pieces.splitWeight(member, all, n, 0));
        expect(weights.toSorted()).toEqual([...new Array(orbit.size - 1).fill(0), orbit.size]);
        sum += pieces.splitWeight(above, all, n, 0);
      }
      expect(sum).toBe(splits);
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
    read(pieces.scratch, 0x4000).set(padded.map(([, d]) => d));
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
          const l = read(pieces.scratch, 0x8000).slice(0, count);
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
          const row = new Uint8Array(pieces.memory.buffer, pieces.rows.value + 64 * p);
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

  test('counts the pairs without a common diagonal, strict ones and ties by weight, for lists of any length', () => {
    fc.assert(
      fc.property(list(0), list(0), fc.integer({ min: 10, max: 16 }), (matrix, queries, bits) => {
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
      { numRuns: 200, endOnFailure: true },
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

describe('sieved list', () => {
  const cases = [
    { keyBits: 15, strictWidth: 0, extraPairs: 3, read: u16, sort: pieces.sort16 },
    { keyBits: 13, strictWidth: 1, extraPairs: 1, read: u16, sort: pieces.sort16 },
    { keyBits: 19, strictWidth: 1, extraPairs: 3, read: u32, sort: pieces.sort32 },
    { keyBits: 21, strictWidth: 2, extraPairs: 2, read: u32, sort: pieces.sort32 },
  ];
  for (const { keyBits, strictWidth, extraPairs, read, sort } of cases) {
    test(`${keyBits} bits, strict width ${strictWidth}: keys without their strict bits, sorted by category and cell`, () => {
      const bits = sieveBits(keyBits, { strictWidth, extraPairs });
      const main = centralBit(keyBits);
      const lowChunk = Math.ceil((keyBits - 1 - 2 * strictWidth) / 2);
      const cutOut = (mask: number): number => {
        const low = 2 ** (main - strictWidth) - 1;
        return (mask & low) | ((mask >> (2 * strictWidth + 1)) & ~low);
      };
      const keyOf = (l: number, d: number): number[] =>
        [cutOut(l), cutOut(d)].flatMap((mask) => [16 * (mask & (2 ** lowChunk - 1)), 16 * (mask >> lowChunk)]);
      const bit = (mask: number, position: number): number => (mask >> position) & 1;
      const mask = fc.integer({ min: 0, max: 2 ** keyBits - 1 });

      fc.assert(
        fc.property(fc.array(fc.tuple(mask, mask), { maxLength: 500 }), (placements) => {
          pieces.sieveFor(keyBits, strictWidth);
          for (const position of bits) pieces.addSievePair(position, 2 * bits.length);
          pieces.finishSieve();
          // What is above the key's bits in l must not matter: it has left the board.
          read(pieces.scratch).set(placements.map(([l], i) => l | ((i & 1) << keyBits)));
          read(pieces.scratch, 0x4000).set(placements.map(([, d]) => d));
          const expected = new Map<string, string[]>();
          for (const [l, d] of placements) {
            const category = bit(l, main) + bit(d, main);
            const cell = bits.reduce((cell, position) => 4 * cell + bitPair(bit(l, position), bit(d, position)), 0);
            const name = `${category} ${cell}`;
            expected.set(name, [...(expected.get(name) ?? []), keyOf(l, d).join()]);
          }
          const keys = new Uint16Array(pieces.memory.buffer, sort(placements.length));
          let next = 0;
          for (let category = 0; category < 3; category++) {
            for (let cell = 0; cell < 4 ** bits.length; cell++) {
              const found: string[] = [];
              expect(pieces.cellStart(0, category, cell)).toBe(next);
              for (; next < pieces.cellStart(0, category, cell + 1); next++) {
                found.push(keys.slice(4 * next, 4 * next + 4).join());
              }
              const there = expected.get(`${category} ${cell}`) ?? [];
              if (found.length + there.length > 0) expect(found.toSorted()).toEqual(there.toSorted());
            }
          }
          expect(next).toBe(placements.length);
        }),
        { numRuns: 20 },
      );
    });
  }
});

describe('cutting blocks', () => {
  interface Cell {
    readonly cell: number;
    readonly size: number;
  }
  const cells = fc
    .uniqueArray(fc.integer({ min: 0, max: 63 }), { minLength: 1, maxLength: 9 })
    .chain((numbers) =>
      fc.tuple(
        ...numbers
          .toSorted((a, b) => a - b)
          .map((cell) => fc.integer({ min: 1, max: 300 }).map((size): Cell => ({ cell, size }))),
      ),
    );
  const commonOf = (block: readonly Cell[]): number => block.reduce((common, { cell }) => common & cell, -1);
  const sizeOf = (block: readonly Cell[]): number => block.reduce((sum, { size }) => sum + size, 0);
  const costOf = (blocks: readonly (readonly Cell[])[]): number =>
    blocks.reduce((cost, block) => cost + 0.76 ** ones(commonOf(block)) * Math.ceil(sizeOf(block) / 128), 0);

  test('no way to cut neighbouring cells into blocks of at most 128 keys costs less', () => {
    fc.assert(
      fc.property(cells, (cells) => {
        let end = 7;
        pieces.startCut(end);
        for (const { cell, size } of cells) {
          end += size;
          pieces.addCell(cell, end);
        }
        const count = pieces.cut();

        const blocks: Cell[][] = [];
        let next = 0;
        let start = 7;
        for (let block = 0; block < count; block++) {
          expect(pieces.blockStart(block)).toBe(start);
          const members: Cell[] = [];
          for (; start < pieces.blockStart(block + 1); next++) {
            const cell = cells[next];
            if (!cell) throw new Error('a block ends behind the last cell');
            members.push(cell);
            start += cell.size;
          }
          expect(members.length === 1 || sizeOf(members) <= 128).toBe(true);
          expect(pieces.commonBits(block)).toBe(commonOf(members));
          blocks.push(members);
        }
        expect(next).toBe(cells.length);

        let best = Number.POSITIVE_INFINITY;
        for (let cutsAfter = 0; cutsAfter < 2 ** (cells.length - 1); cutsAfter++) {
          const way: Cell[][] = [[]];
          for (const [i, cell] of cells.entries()) {
            way.at(-1)?.push(cell);
            if (i < cells.length - 1 && cutsAfter & (1 << i)) way.push([]);
          }
          if (way.every((block) => block.length === 1 || sizeOf(block) <= 128)) best = Math.min(best, costOf(way));
        }
        expect(costOf(blocks)).toBeCloseTo(best, 4);
      }),
    );
  });
});

function bitPair(l: number, d: number): number {
  return 2 * l + d;
}

function ones(mask: number): number {
  return (mask >>> 0).toString(2).replaceAll('0', '').length;
}

function mirror(n: number, mask: number): number {
  return Number.parseInt(mask.toString(2).padStart(n, '0').split('').toReversed().join(''), 2);
}
