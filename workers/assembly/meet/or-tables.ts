// OR tables. Each chunk of a mask gets a table with an entry for each subset of the chunk's bits, which is the OR of
// the rows for these bits. So one load finds all keys of the bit matrix that clash with a chunk of a query. Entries and
// rows are words, and the names of their second vectors end in 2.

import { loadSecond, storeWord, WORD_BYTES } from './words';

/**
 * Builds the table for a chunk with `bits` bits (4 to 8). The rows of the first three bits are at `row`, the others at
 * `next`. The ORs of the first three rows stay in registers and are combined with each subset of the next three rows.
 */
export function fillTable<Vectors>(table: usize, row: usize, next: usize, bits: i32): void {
  const zero = i64x2.splat(0);
  const d = v128.load(next);
  const d2 = loadSecond<Vectors>(next);
  storeEight<Vectors>(table, row, zero, zero);
  storeEight<Vectors>(table + 8 * WORD_BYTES, row, d, d2);
  if (bits < 5) return;
  const e = v128.load(next + WORD_BYTES);
  const e2 = loadSecond<Vectors>(next + WORD_BYTES);
  const de = v128.or(d, e);
  const de2 = v128.or(d2, e2);
  storeEight<Vectors>(table + 16 * WORD_BYTES, row, e, e2);
  storeEight<Vectors>(table + 24 * WORD_BYTES, row, de, de2);
  if (bits == 5) return;
  const f = v128.load(next + 2 * WORD_BYTES);
  const f2 = loadSecond<Vectors>(next + 2 * WORD_BYTES);
  storeEight<Vectors>(table + 32 * WORD_BYTES, row, f, f2);
  storeEight<Vectors>(table + 40 * WORD_BYTES, row, v128.or(d, f), v128.or(d2, f2));
  storeEight<Vectors>(table + 48 * WORD_BYTES, row, v128.or(e, f), v128.or(e2, f2));
  storeEight<Vectors>(table + 56 * WORD_BYTES, row, v128.or(de, f), v128.or(de2, f2));
  if (bits > 6) double<Vectors>(table, next + 3 * WORD_BYTES, 64 * WORD_BYTES);
  if (bits == 8) double<Vectors>(table, next + 4 * WORD_BYTES, 128 * WORD_BYTES);
}

/** Stores the subsets of the first three rows, each ORed with `other`. */
@inline
function storeEight<Vectors>(to: usize, row: usize, other: v128, other2: v128): void {
  const a = v128.or(v128.load(row), other);
  const a2 = v128.or(loadSecond<Vectors>(row), other2);
  const b = v128.or(v128.load(row + WORD_BYTES), other);
  const b2 = v128.or(loadSecond<Vectors>(row + WORD_BYTES), other2);
  const c = v128.load(row + 2 * WORD_BYTES);
  const c2 = loadSecond<Vectors>(row + 2 * WORD_BYTES);
  const ab = v128.or(a, b);
  const ab2 = v128.or(a2, b2);
  storeWord<Vectors>(to, other, other2);
  storeWord<Vectors>(to + WORD_BYTES, a, a2);
  storeWord<Vectors>(to + 2 * WORD_BYTES, b, b2);
  storeWord<Vectors>(to + 3 * WORD_BYTES, ab, ab2);
  storeWord<Vectors>(to + 4 * WORD_BYTES, v128.or(other, c), v128.or(other2, c2));
  storeWord<Vectors>(to + 5 * WORD_BYTES, v128.or(a, c), v128.or(a2, c2));
  storeWord<Vectors>(to + 6 * WORD_BYTES, v128.or(b, c), v128.or(b2, c2));
  storeWord<Vectors>(to + 7 * WORD_BYTES, v128.or(ab, c), v128.or(ab2, c2));
}

/** Doubles a table that has `bytes` bytes: each new entry is an old one ORed with a row. */
@inline
function double<Vectors>(table: usize, row: usize, bytes: usize): void {
  const added = v128.load(row);
  const added2 = loadSecond<Vectors>(row);
  const end = table + bytes;
  let to = end;
  do {
    storeWord<Vectors>(to, v128.or(v128.load(table), added), v128.or(loadSecond<Vectors>(table), added2));
    table += WORD_BYTES;
    to += WORD_BYTES;
  } while (table < end);
}
