// OR tables: for a chunk of a mask, the OR of the rows of all subsets of its bits. One load then answers for the whole
// chunk of a query's mask which keys of the bit matrix it meets.
//
// All entries of one table include the mask of the lanes without a key, so that these lanes never fit.

import { PADDING } from './layout';
import { ROW_STRIDE, placeInRow } from './transposition';

/** Bytes of an entry. */
export const ENTRY: usize = 16;

/** Fills the padding. */
export function fillPadding(): void {
  for (let used: u32 = 0; used <= 128; used++) {
    const mask = PADDING + 16 * <usize>used;
    memory.fill(mask, 0, 16);
    for (let key = used; key < 128; key++) {
      const place = placeInRow(key);
      const byte = mask + (place >> 3);
      store<u8>(byte, load<u8>(byte) | <u8>((<u32>1) << (place & 7)));
    }
  }
}

/** The mask of the lanes of a word that hold none of its first `used` keys. */
export function padding(used: u32): v128 {
  return v128.load(PADDING + ((<usize>used) << 4));
}

/**
 * Builds the table of the subsets of `bits` rows from `row` on, at most 8; all entries include `every`. Fewer than three bits
 * make a table of three.
 *
 * The subsets of the first three rows stay in registers; with each subset of the next three they are stored again.
 */
export function fillTable(table: usize, row: usize, bits: i32, every: v128): void {
  const a = v128.load(row);
  const b = v128.load(row, ROW_STRIDE);
  const c = v128.load(row, 2 * ROW_STRIDE);
  const x1 = v128.or(every, a);
  const x2 = v128.or(every, b);
  const x3 = v128.or(x1, b);
  const x4 = v128.or(every, c);
  const x5 = v128.or(x1, c);
  const x6 = v128.or(x2, c);
  const x7 = v128.or(x3, c);
  storeEight(table, every, x1, x2, x3, x4, x5, x6, x7, i64x2.splat(0));
  if (bits < 4) return;
  const d = v128.load(row, 3 * ROW_STRIDE);
  storeEight(table + 8 * ENTRY, every, x1, x2, x3, x4, x5, x6, x7, d);
  if (bits < 5) return;
  const e = v128.load(row, 4 * ROW_STRIDE);
  const de = v128.or(d, e);
  storeEight(table + 16 * ENTRY, every, x1, x2, x3, x4, x5, x6, x7, e);
  storeEight(table + 24 * ENTRY, every, x1, x2, x3, x4, x5, x6, x7, de);
  if (bits < 6) return;
  const f = v128.load(row, 5 * ROW_STRIDE);
  storeEight(table + 32 * ENTRY, every, x1, x2, x3, x4, x5, x6, x7, f);
  storeEight(table + 40 * ENTRY, every, x1, x2, x3, x4, x5, x6, x7, v128.or(d, f));
  storeEight(table + 48 * ENTRY, every, x1, x2, x3, x4, x5, x6, x7, v128.or(e, f));
  storeEight(table + 56 * ENTRY, every, x1, x2, x3, x4, x5, x6, x7, v128.or(de, f));
  if (bits < 7) return;
  const g = v128.load(row, 6 * ROW_STRIDE);
  if (bits < 8) double(table, g);
  else quadruple(table, g, v128.load(row, 7 * ROW_STRIDE));
}

/** Stores eight entries, a row added to each. */
// @ts-ignore: decorator
@inline
function storeEight(
  to: usize, x0: v128, x1: v128, x2: v128, x3: v128, x4: v128, x5: v128, x6: v128, x7: v128, row: v128,
): void {
  v128.store(to, v128.or(x0, row));
  v128.store(to, v128.or(x1, row), ENTRY);
  v128.store(to, v128.or(x2, row), 2 * ENTRY);
  v128.store(to, v128.or(x3, row), 3 * ENTRY);
  v128.store(to, v128.or(x4, row), 4 * ENTRY);
  v128.store(to, v128.or(x5, row), 5 * ENTRY);
  v128.store(to, v128.or(x6, row), 6 * ENTRY);
  v128.store(to, v128.or(x7, row), 7 * ENTRY);
}

/** Doubles a table of 64 entries: the new ones are those before, with a row added. */
function double(table: usize, row: v128): void {
  const end = table + 64 * ENTRY;
  do {
    v128.store(table, v128.or(v128.load(table), row), 64 * ENTRY);
    table += ENTRY;
  } while (table < end);
}

/** The same with two rows: three new entries for each one before. */
function quadruple(table: usize, a: v128, b: v128): void {
  const both = v128.or(a, b);
  const end = table + 64 * ENTRY;
  do {
    const entry = v128.load(table);
    v128.store(table, v128.or(entry, a), 64 * ENTRY);
    v128.store(table, v128.or(entry, b), 128 * ENTRY);
    v128.store(table, v128.or(entry, both), 192 * ENTRY);
    table += ENTRY;
  } while (table < end);
}
