// OR tables: for a chunk of a mask, the OR of the rows of all subsets of its bits. One load then answers for the whole
// chunk of a query's mask which keys of the bit matrix it meets.
//
// The first entry of one table is the mask of the lanes without a key, and all its entries inherit it: what is no key
// never fits.

import { PADDING } from './layout';
import { ROW_STRIDE, placeInRow } from './transposition';

// An entry's shape. The compiler wants load offsets as constants, and of what a generic function is given only types
// are constants: so sizes and places are told by types.
@unmanaged export class OneWord { a: v128; }
@unmanaged export class TwoWords { a: v128; b: v128; }
@unmanaged export class FourWords { a: v128; b: v128; c: v128; d: v128; }

/** Fills the padding. Once, before any join. */
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
// @ts-ignore: decorator
@inline
export function padding(used: u32): v128 {
  return v128.load(PADDING + ((<usize>used) << 4));
}

/** Builds the table of the subsets of `bits` rows from `row` on. */
export function fillTable<Entry>(table: usize, row: usize, bits: i32): void {
  clearEntry<Entry>(table);
  extendTable<Entry>(table, row, bits);
}

// @ts-ignore: decorator
@inline
export function clearEntry<Entry>(at: usize): void {
  const zero = i64x2.splat(0);
  v128.store(at, zero);
  if (offsetof<Entry>() > 16) v128.store(at, zero, 16);
  if (offsetof<Entry>() > 32) {
    v128.store(at, zero, 32);
    v128.store(at, zero, 48);
  }
}

/**
 * The same for a table whose first entry is there already. The table doubles once for each bit: the entries with the
 * bit are those without it, with the bit's row added.
 */
export function extendTable<Entry>(table: usize, row: usize, bits: i32): void {
  let size = offsetof<Entry>();
  for (let end = row + <usize>bits * ROW_STRIDE; row < end; row += ROW_STRIDE) {
    const a = v128.load(row);
    const b = v128.load(row, 16);
    const c = v128.load(row, 32);
    const d = v128.load(row, 48);
    let from = table;
    let to = table + size;
    do {
      v128.store(to, v128.or(v128.load(from), a));
      if (offsetof<Entry>() > 16) v128.store(to, v128.or(v128.load(from, 16), b), 16);
      if (offsetof<Entry>() > 32) {
        v128.store(to, v128.or(v128.load(from, 32), c), 32);
        v128.store(to, v128.or(v128.load(from, 48), d), 48);
      }
      from += offsetof<Entry>();
      to += offsetof<Entry>();
    } while (from < table + size);
    size <<= 1;
  }
}
