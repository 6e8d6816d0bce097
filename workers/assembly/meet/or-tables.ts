// OR tables. Each chunk of a mask gets a table, with an entry for each subset of the chunk's bits: the OR of these
// bits' rows. So one load finds the keys of the bit matrix that a chunk of a query attacks.

import { ROW_STRIDE } from './transposition';

/** Size of an entry in bytes: a bit for each of 128 keys. */
export const ENTRY: usize = 16;

/**
 * Builds the table of a chunk of `bits` bits (4 to 8). The rows of the first three bits are at `row`, the others at
 * `next`. The ORs of the first three rows stay in registers, and are combined with each subset of the next three rows.
 */
export function fillTable(table: usize, row: usize, next: usize, bits: i32): void {
  const d = v128.load(next);
  storeEight(table, row, i64x2.splat(0));
  storeEight(table + 8 * ENTRY, row, d);
  if (bits < 5) return;
  const e = v128.load(next, ROW_STRIDE);
  const de = v128.or(d, e);
  storeEight(table + 16 * ENTRY, row, e);
  storeEight(table + 24 * ENTRY, row, de);
  if (bits == 5) return;
  const f = v128.load(next, 2 * ROW_STRIDE);
  storeEight(table + 32 * ENTRY, row, f);
  storeEight(table + 40 * ENTRY, row, v128.or(d, f));
  storeEight(table + 48 * ENTRY, row, v128.or(e, f));
  storeEight(table + 56 * ENTRY, row, v128.or(de, f));
  if (bits > 6) double(table, v128.load(next, 3 * ROW_STRIDE), 64 * ENTRY);
  if (bits == 8) double(table, v128.load(next, 4 * ROW_STRIDE), 128 * ENTRY);
}

/** Stores the subsets of the first three rows, each ORed with `other`. */
function storeEight(to: usize, row: usize, other: v128): void {
  const a = v128.or(v128.load(row), other);
  const b = v128.or(v128.load(row, ROW_STRIDE), other);
  const c = v128.load(row, 2 * ROW_STRIDE);
  const ab = v128.or(a, b);
  v128.store(to, other);
  v128.store(to, a, ENTRY);
  v128.store(to, b, 2 * ENTRY);
  v128.store(to, ab, 3 * ENTRY);
  v128.store(to, v128.or(other, c), 4 * ENTRY);
  v128.store(to, v128.or(a, c), 5 * ENTRY);
  v128.store(to, v128.or(b, c), 6 * ENTRY);
  v128.store(to, v128.or(ab, c), 7 * ENTRY);
}

/** Doubles a table of `bytes` bytes: each new entry is an old one ORed with a row. */
@inline
function double(table: usize, row: v128, bytes: usize): void {
  const end = table + bytes;
  do {
    v128.store(table + bytes, v128.or(v128.load(table), row));
    table += ENTRY;
  } while (table < end);
}
