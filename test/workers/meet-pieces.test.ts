import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countColumns } from '../../src/board/masks.js';
import { meetPieces } from './meet-pieces.js';

const pieces = await meetPieces();
const u16 = (address: WebAssembly.Global, offset = 0): Uint16Array =>
  new Uint16Array(pieces.memory.buffer, address.value + offset);
const u32 = (address: WebAssembly.Global, offset = 0): Uint32Array =>
  new Uint32Array(pieces.memory.buffer, address.value + offset);

const mask16 = fc.integer({ min: 0, max: 0xffff });

test('repeated calls of nextSameSize return all sets of a size in ascending order', () => {
  for (let size = 1; size <= 9; size++) {
    const expected = Array.from({ length: 2 ** 9 }, (_, set) => set).filter((set) => countColumns(set) === size);
    const found = [];
    for (let set = 2 ** size - 1; set < 2 ** 9; set = pieces.nextSameSize(set)) found.push(set);
    expect(found).toEqual(expected);
  }
});

test('a list of keys leaves room for the 32 keys that a store may write past its end', () => {
  const room = pieces.lToD.value / 2 - 32;
  expect([pieces.canHold(room), pieces.canHold(room + 1)]).toEqual([1, 0]);
});

test.each([
  [16, u16, pieces.compress16, [11, 22, 33, 44, 55, 66, 77, 88]],
  [32, u32, pieces.compress32, [70_001, 70_002, 70_003, 70_004]],
] as const)('compress%i keeps the lanes that a mask selects, in order', (_, read, compress, lanes) => {
  for (let mask = 0; mask < 2 ** lanes.length; mask++) {
    read(pieces.scratch).set(lanes);
    compress(mask);
    const kept = lanes.filter((_, lane) => mask & (1 << lane));
    const padding = new Array(lanes.length - kept.length).fill(0);
    expect([...read(pieces.scratch).slice(0, lanes.length)]).toEqual([...kept, ...padding]);
  }
});

describe('expansion', () => {
  /** Stores halves in scratch memory, and pads them to a multiple of eight. @returns the padded number of halves. */
  const setElements = (read: typeof u16 | typeof u32, elements: readonly (readonly [number, number])[]): number => {
    const padded = [...elements, ...new Array<[number, number]>(-elements.length & 7).fill([-1, -1])];
    read(pieces.scratch).set(padded.map(([l]) => l));
    read(pieces.scratch, 0x8000).set(padded.map(([, d]) => d));
    return padded.length;
  };

  /** Returns whether a column is free in the next row. l is not yet shifted: see workers/assembly/meet/expansion.ts. */
  const isFree = (column: number, [l, d]: readonly [number, number]): boolean =>
    !(((l << 1) >> column) & 1) && !((d >> column) & 1);

  for (const [lanes, n] of [
    [16, 17],
    [16, 9],
    [32, 18],
    [32, 24],
  ] as const) {
    const read = lanes === 16 ? u16 : u32;
    const { [`expand${lanes}` as const]: expand } = pieces;
    const lane = fc.integer({ min: 0, max: 2 ** Math.min(n, lanes) - 1 });
    const list = fc.array(fc.tuple(lane, lane), { maxLength: 200 });
    const column = fc.integer({ min: 0, max: n - 1 });

    test(`lanes of ${lanes} bits, n = ${n}: adds a queen if its column is free and the kept columns stay free`, () => {
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
  }

  for (const n of [17, 9]) {
    const lane = fc.integer({ min: 0, max: 2 ** Math.min(n, 16) - 1 });
    const list = fc.array(fc.tuple(lane, lane), { maxLength: 200 });
    const column = fc.integer({ min: 0, max: n - 1 });
    // A bit outside the lane would be lost. Then no half would be dropped, not even the padding, which is all ones.
    const laneColumn = fc.integer({ min: 0, max: Math.min(n, 16) - 1 });
    const crossing = 2 ** (n - 3) - 1;

    test(`n = ${n}: keys are the diagonals that cross a band of two rows`, () => {
      fc.assert(
        fc.property(list, column, lane, lane, (elements, column, otherL, otherD) => {
          const stored = setElements(u16, elements);
          const queen = 2 ** column;
          const expected = elements
            .filter((element) => isFree(column, element) && !(element[0] & otherL) && !(element[1] & otherD))
            .map(([l, d]) => [((l << 1) | queen) & crossing, (d | queen) >>> 3]);
          const count = pieces.keys(stored, column, otherL, otherD);
          const l = u16(pieces.queryKeys).slice(0, count);
          const d = u16(pieces.queryKeys, pieces.lToD.value).slice(0, count);
          expect([...l].map((value, i) => [value & crossing, d[i]])).toEqual(expected);
        }),
      );
    });

    test(`n = ${n}: halves that a band queen attacks are dropped`, () => {
      fc.assert(
        fc.property(list, laneColumn, lane, (random, attackedL, attackedD) => {
          // After the last row of a side, bit n - 1 of d is 0.
          const elements = random.map(([l, d]): [number, number] => [l, d & (2 ** (n - 1) - 1)]);
          const count = pieces.filter(setElements(u16, elements), 2 ** attackedL, attackedD);
          const expected = elements
            .filter(([l, d]) => !(l & (2 ** attackedL)) && !(d & attackedD))
            .map(([l, d]) => [l & crossing, (d >>> 2) & crossing]);
          const l = u16(pieces.queryKeys).slice(0, count);
          const d = u16(pieces.queryKeys, pieces.lToD.value).slice(0, count);
          expect([...l].map((value, i) => [value & crossing, (d[i] ?? 0) & crossing])).toEqual(expected);
        }),
      );
    });
  }
});

test('transpose moves bit p of key 16v + j to bit v of byte j of row p', () => {
  fc.assert(
    fc.property(fc.array(mask16, { minLength: 128, maxLength: 128 }), (keys) => {
      u16(pieces.scratch).set(keys);
      pieces.transpose();
      for (let p = 0; p < 16; p++) {
        const row = new Uint8Array(pieces.memory.buffer, pieces.rows.value + 16 * p);
        for (const [i, key] of keys.entries()) {
          if ((((row[i & 15] ?? 0) >> (i >> 4)) & 1) !== ((key >> p) & 1)) throw new Error(`row ${p}, key ${i}`);
        }
      }
    }),
  );
});
