// The queries of the join (join.ts), cut into chunks once for all words of the matrix. A chunk is stored in 16 bits, as
// the byte offset of its entry in its table:
//
//     four chunks, up to 8 bits   QUERIES  | l low ...    | l high ... | d low ...        | d high ... |
//     five chunks, up to 6 bits   QUERIES  | l middle ... | l high ... | l low, d low ... | d middle ... | d high ... |
//                                          <COLUMN_BYTES>
//
// With five chunks, masks have 15 bits: three low, six middle, and six high ones. A step answers four queries, so each
// section is padded to a multiple of four with queries that no key fits.

import { keyBits } from './board';
import { Keys } from './keys';
import { L_TO_D, QUERIES, QUERY_STARTS } from './layout';
import { WORD_BYTES, WORD_SHIFT } from './words';

/** Distance in bytes from a chunk of a query to the query's next chunk. */
export const COLUMN_BYTES: usize = 0x20840;

// The number of chunks is a type, because shifts and load offsets must be compile-time constants.
@unmanaged export class FourChunks {}
@unmanaged export class FiveChunks { fifth: v128; }

/** Returns whether queries have five chunks. FiveChunks has a field, so the two types differ in size. */
@inline
export function isFive<Chunks>(): bool {
  return offsetof<Chunks>() > 0;
}

/** Returns the number of chunks of a query. */
export function chunksOf<Chunks>(): i32 {
  return isFive<Chunks>() ? 5 : 4;
}

/** Returns the number of bits in a chunk. */
@inline
export function chunkBits<Chunks>(): i32 {
  return isFive<Chunks>() ? 6 : 8;
}

/** Returns the number of bytes from the table of a chunk to the next table. */
@inline
export function tableBytes<Chunks>(): usize {
  return WORD_BYTES << chunkBits<Chunks>();
}

/** Cuts all queries of a list into chunks. */
export function prepareQueries<Chunks>(list: Keys): void {
  let to = QUERIES;
  const allOnes = <u16>(<usize>chunksOf<Chunks>() * tableBytes<Chunks>());
  for (let section = 0; section < list.sections; section++) {
    setQueries(section, to);
    const count = list.start(section + 1) - list.start(section);
    if (!count) continue;
    const end = to + (<usize>count << 1);
    cutQueries<Chunks>(list.addressOf(list.start(section)), to, end);
    to += <usize>((count + 3) & ~3) << 1;
    for (let at = end; at < to; at += 2) store<u16>(at, allOnes);
  }
  setQueries(list.sections, to);
}

/** Returns the address of the first query of a section, which is the end of the section before it. */
export function queriesOf(section: i32): usize {
  return load<usize>(QUERY_STARTS + (<usize>section << 2));
}

function setQueries(section: i32, at: usize): void {
  store<usize>(QUERY_STARTS + (<usize>section << 2), at);
}

/** Cuts the queries at `keys`, eight at a time, and stores them at to..end. May write up to seven past the end. */
function cutQueries<Chunks>(keys: usize, to: usize, end: usize): void {
  const key = i16x8.splat(<i16>((<i32>1 << keyBits) - 1)); // masks can have bits beyond the key (expansion.ts)
  const whole = i16x8.splat(<i16>(tableBytes<Chunks>() - WORD_BYTES));
  do {
    const l = v128.and(v128.load(keys), key);
    const d = v128.and(v128.load(keys, L_TO_D), key);
    if (isFive<Chunks>()) {
      const lowL = v128.and(i16x8.shl(l, WORD_SHIFT), i16x8.splat(<i16>7 << WORD_SHIFT));
      const lowD = v128.and(i16x8.shl(d, WORD_SHIFT + 3), i16x8.splat(<i16>7 << (WORD_SHIFT + 3)));
      v128.store(to, v128.and(i16x8.shl(l, WORD_SHIFT - 3), whole));
      v128.store(to, v128.and(i16x8.shr_u(l, 9 - WORD_SHIFT), whole), COLUMN_BYTES);
      v128.store(to, v128.or(lowL, lowD), 2 * COLUMN_BYTES);
      v128.store(to, v128.and(i16x8.shl(d, WORD_SHIFT - 3), whole), 3 * COLUMN_BYTES);
      v128.store(to, v128.and(i16x8.shr_u(d, 9 - WORD_SHIFT), whole), 4 * COLUMN_BYTES);
    } else {
      v128.store(to, v128.and(i16x8.shl(l, WORD_SHIFT), whole));
      v128.store(to, v128.and(i16x8.shr_u(l, 8 - WORD_SHIFT), whole), COLUMN_BYTES);
      v128.store(to, v128.and(i16x8.shl(d, WORD_SHIFT), whole), 2 * COLUMN_BYTES);
      v128.store(to, v128.and(i16x8.shr_u(d, 8 - WORD_SHIFT), whole), 3 * COLUMN_BYTES);
    }
    keys += 16;
    to += 16;
  } while (to < end);
}
