// The sieved join: of the pairs of a query key and a matrix key, from two sieved lists, how many fit?
//
// The matrix keys are those of category 0, half placements without a queen on a main diagonal. Each block of them (blocks.ts) becomes a bit
// matrix of one word and four OR tables of 256 entries; the queries that visit it are whole cells, and neighbouring
// cells are neighbouring keys, so they are asked in long runs. What a run finds is weighted by its category.
//
//     TABLES   | l low chunk: 256 | l high: 256 | d low: 256 | d high: 256 |     entries of one word: 16 KB in all
//
// A query's d meets the rows of the matrix keys' l, and the other way round.

import { addCell, blockStart, commonBits, cut, startCut } from './blocks';
import { ROWS, TABLES } from './layout';
import { First, OneWord, fillTable, padding } from './or-tables';
import { KEY_BYTES } from './sieve-layout';
import { cellBits, strictBits, swapped } from './sieve';
import { cellStart, highChunk, keysOf, lowChunk } from './sieved-list';
import { ROW_STRIDE, transposeBytes } from './transposition';

const TABLE: usize = 256 * 16;

/** The weighted number of pairs that fit; `weight0` to `weight2` are of the queries' categories, 0 for none there. */
export function joinSieved(matrix: i32, queries: i32, weight0: u32, weight1: u32, weight2: u32): u64 {
  const cells = (<u32>1) << cellBits;
  const strictCell = (<u32>1) << (cellBits - strictBits);
  let result: u64 = 0;
  for (let first: u32 = 0; first < cells; first += strictCell) {
    let end = cellStart(matrix, 0, first);
    if (end == cellStart(matrix, 0, first + strictCell)) continue;
    startCut(end);
    for (let cell = first; cell < first + strictCell; cell++) {
      const start = end;
      end = cellStart(matrix, 0, cell + 1);
      if (end > start) addCell(cell, end);
    }
    const blocks = cut();
    for (let block = 0; block < blocks; block++) {
      const meets = swapped(commonBits(block));
      const blockEnd = blockStart(block + 1);
      for (let key = blockStart(block); key < blockEnd; key += 128) {
        prepareWord(keysOf(matrix) + (<usize>key << 3), min(blockEnd - key, <u32>128));
        if (weight0) result += weight0 * countFits(queries, 0, meets);
        if (weight1) result += weight1 * countFits(queries, 1, meets);
        if (weight2) result += weight2 * countFits(queries, 2, meets);
      }
    }
  }
  return result;
}

/** Makes the tables of `count` keys, 1 to 128. */
function prepareWord(keys: usize, count: u32): void {
  for (let group: u32 = 0; group << 4 < count; group++) {
    chunkBytes(keys + (<usize>group << 7), KEY_BYTES + (<usize>group << 4));
  }
  for (let chunk: usize = 0; chunk < 4; chunk++) {
    const bytes = KEY_BYTES + 128 * chunk;
    transposeBytes(
      v128.load(bytes), v128.load(bytes, 16), v128.load(bytes, 32), v128.load(bytes, 48),
      v128.load(bytes, 64), v128.load(bytes, 80), v128.load(bytes, 96), v128.load(bytes, 112),
      ROWS + 8 * ROW_STRIDE * chunk,
    );
  }
  const zero = i64x2.splat(0);
  fillTable<OneWord, First>(TABLES, ROWS + 16 * ROW_STRIDE, lowChunk, padding(count));
  fillTable<OneWord, First>(TABLES + TABLE, ROWS + 24 * ROW_STRIDE, highChunk, zero);
  fillTable<OneWord, First>(TABLES + 2 * TABLE, ROWS, lowChunk, zero);
  fillTable<OneWord, First>(TABLES + 3 * TABLE, ROWS + 8 * ROW_STRIDE, highChunk, zero);
}

/** Of 16 keys, the chunks as bytes: 16 of the first chunk at `bytes`, of the others 128, 256 and 384 behind. */
// @ts-ignore: decorator
@inline
function chunkBytes(keys: usize, bytes: usize): void {
  const a = fourKeys(keys);
  const b = fourKeys(keys + 32);
  const c = fourKeys(keys + 64);
  const d = fourKeys(keys + 96);
  const ab = i32x4.shuffle(a, b, 0, 4, 1, 5); // chunks 0 and 1
  const cd = i32x4.shuffle(c, d, 0, 4, 1, 5);
  const ab2 = i32x4.shuffle(a, b, 2, 6, 3, 7); // chunks 2 and 3
  const cd2 = i32x4.shuffle(c, d, 2, 6, 3, 7);
  v128.store(bytes, i64x2.shuffle(ab, cd, 0, 2));
  v128.store(bytes, i64x2.shuffle(ab, cd, 1, 3), 128);
  v128.store(bytes, i64x2.shuffle(ab2, cd2, 0, 2), 256);
  v128.store(bytes, i64x2.shuffle(ab2, cd2, 1, 3), 384);
}

/** The chunks of four keys as bytes: four of each chunk. */
// @ts-ignore: decorator
@inline
function fourKeys(keys: usize): v128 {
  const bytes = i8x16.narrow_i16x8_u(i16x8.shr_u(v128.load(keys), 4), i16x8.shr_u(v128.load(keys, 16), 4));
  return i8x16.shuffle(bytes, bytes, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
}

/**
 * Pairs that fit of the word and the queries of a category whose cells have none of the bits `meets`.
 *
 * Those cells are every number made of the other bits. The lowest of the others make runs of neighbouring cells; over
 * the higher ones the loop counts, skipping the bits of `meets` by letting the carry run through them.
 */
function countFits(queries: i32, category: i32, meets: u32): u64 {
  const others = (((<u32>1) << cellBits) - 1) & ~meets;
  const run = ~others & (others + 1);
  const higher = others & ~(run - 1);
  const keys = keysOf(queries);
  let ones: u64 = 0;
  let asked: u64 = 0;
  let cell: u32 = 0;
  do {
    const start = cellStart(queries, category, cell);
    const end = cellStart(queries, category, cell + run);
    if (end > start) {
      asked += end - start;
      ones += onesOfRun(keys + (<usize>start << 3), keys + (<usize>end << 3));
    }
    cell = (cell - higher) & higher;
  } while (cell);
  return 128 * asked - ones;
}

/** Ones of the answers to all queries of a run: 3.6 cycles a query (unrolled by hand 4.0; 2026-11-21). */
function onesOfRun(first: usize, end: usize): u64 {
  let ones: u64 = 0;
  for (let at = first; at < end; at += 8) ones += onesOf(answer(at));
  return ones;
}

/** The answer to the query at `at`: ones for what does not fit. */
// @ts-ignore: decorator
@inline
function answer(at: usize): v128 {
  return v128.or(
    v128.or(v128.load(<usize>load<u16>(at), TABLES), v128.load(<usize>load<u16>(at, 2), TABLES + TABLE)),
    v128.or(v128.load(<usize>load<u16>(at, 4), TABLES + 2 * TABLE), v128.load(<usize>load<u16>(at, 6), TABLES + 3 * TABLE)),
  );
}

// Two popcounts of 64 bits are as fast here as adders before one popcount by bytes (bit-count.ts), and simpler.
// @ts-ignore: decorator
@inline
function onesOf(word: v128): u64 {
  return popcnt(<u64>i64x2.extract_lane(word, 0)) + popcnt(<u64>i64x2.extract_lane(word, 1));
}
