// Queries of the join by cells, made ready. They are asked once for each word of the matrix; so the chunks of their masks
// are cut out before, once for each join, as distances in bytes into the tables (cell-answers.ts):
//
//     QUERIES    | l low | l high | d low | d high |     four distances of 16 bits for each query
//
// Parts are filled up to multiples of eight, as many as are asked at a step, with queries that nothing fits.

import { CellKeys } from './cell-keys';
import { CELL_QUERIES, L_TO_D, QUERIES } from './layout';

/** Bits of the low and of the high chunk. */
export let lowBits: i32 = 8;
export let highBits: i32 = 8;

/** Says how many bits a mask of a key has, 8 to 16; the others are zero. */
export function setCellKeyBits(bits: i32): void {
  lowBits = (bits + 1) >> 1;
  highBits = bits >> 1;
}

/** The distance, as l's low chunk, of the entry that is all ones. */
const ALL_ONES: u64 = 4 * 256 * 16;

/** Makes the queries of a list ready. */
export function prepareQueries(list: CellKeys): void {
  let to = QUERIES;
  for (let part = 0; part < list.parts; part++) {
    store<usize>(CELL_QUERIES + (<usize>part << 2), to);
    const count = list.end(part) - list.start(part);
    if (!count) continue;
    const end = to + (<usize>count << 3);
    to = prepareRun(list.at + (<usize>list.start(part) << 1), to, end);
    for (let at = end; at < to; at += 8) store<u64>(at, ALL_ONES);
  }
  store<usize>(CELL_QUERIES + (<usize>list.parts << 2), to);
}

/** Where the queries of a part start, and end those of the part before. */
// @ts-ignore: decorator
@inline
export function queriesOf(part: i32): usize {
  return load<usize>(CELL_QUERIES + (<usize>part << 2));
}

/** Makes the queries at `keys` ready, to be stored at to..end, eight at a time. @returns where the last eight end. */
// @ts-ignore: decorator
@inline
function prepareRun(keys: usize, to: usize, end: usize): usize {
  const low = i16x8.splat(<i16>(((<i32>16) << lowBits) - 16));
  do {
    const l = v128.load(keys);
    const d = v128.load(keys, L_TO_D);
    const lowL = v128.and(i16x8.shl(l, 4), low);
    const lowD = v128.and(i16x8.shl(d, 4), low);
    const highL = i16x8.shl(i16x8.shr_u(l, lowBits), 4);
    const highD = i16x8.shl(i16x8.shr_u(d, lowBits), 4);
    const l03 = i16x8.shuffle(lowL, highL, 0, 8, 1, 9, 2, 10, 3, 11);
    const d03 = i16x8.shuffle(lowD, highD, 0, 8, 1, 9, 2, 10, 3, 11);
    const l47 = i16x8.shuffle(lowL, highL, 4, 12, 5, 13, 6, 14, 7, 15);
    const d47 = i16x8.shuffle(lowD, highD, 4, 12, 5, 13, 6, 14, 7, 15);
    v128.store(to, i32x4.shuffle(l03, d03, 0, 4, 1, 5));
    v128.store(to, i32x4.shuffle(l03, d03, 2, 6, 3, 7), 16);
    v128.store(to, i32x4.shuffle(l47, d47, 0, 4, 1, 5), 32);
    v128.store(to, i32x4.shuffle(l47, d47, 2, 6, 3, 7), 48);
    keys += 16;
    to += 64;
  } while (to < end);
  return to;
}
