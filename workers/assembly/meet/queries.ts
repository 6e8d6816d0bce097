// The queries of the join (join.ts), cut into chunks once for all words of the matrix. A chunk is stored in 16 bits, as
// the byte offset of its entry in the chunk's table:
//
//     four chunks, up to 8 bits   QUERIES  | l low ...    | l high ... | d low ...        | d high ... |
//     five chunks, up to 6 bits   QUERIES  | l middle ... | l high ... | l low, d low ... | d middle ... | d high ... |
//                                          <COLUMN_BYTES>
//
// With five chunks, masks have 15 bits: three low, six middle, and six high bits. A step answers four queries, so each
// section is padded to a multiple of four with queries that no key fits.

import { keyBits } from './board';
import { Keys } from './keys';
import { L_TO_D, QUERIES, QUERY_STARTS } from './layout';
import {
  OneVector, TwoVectors, VECTOR_KEYS, WORD_BYTES, WORD_KEYS, WORD_SHIFT, loadSecond, storeWord,
} from './words';

/** Distance in bytes from a chunk of a query to the query's next chunk. */
export const COLUMN_BYTES: usize = 0x20840;

// The number of chunks is a type, because shifts and load offsets must be compile-time constants.
@unmanaged export class FourChunks {}
@unmanaged export class FiveChunks { fifth: v128; }

/** Returns whether queries have five chunks. FiveChunks has a field, so the two types differ in size. */
@inline
export function hasFiveChunks<Chunks>(): bool {
  return offsetof<Chunks>() > 0;
}

/** Returns the number of chunks of a query. */
export function chunksOf<Chunks>(): i32 {
  return hasFiveChunks<Chunks>() ? 5 : 4;
}

/** Returns the maximum number of bits in a chunk. */
@inline
export function chunkBits<Chunks>(): i32 {
  return hasFiveChunks<Chunks>() ? 6 : 8;
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
    const keys = list.addressOf(list.start(section));
    if (WORD_KEYS > VECTOR_KEYS) cutQueries<Chunks, TwoVectors>(keys, to, end);
    else cutQueries<Chunks, OneVector>(keys, to, end);
    to += <usize>((count + 3) & ~3) << 1;
    for (let at = end; at < to; at += 2) store<u16>(at, allOnes);
  }
  setQueries(list.sections, to);
}

/** Returns the address of the first query of a section, which is also the end of the previous section. */
export function queriesOf(section: i32): usize {
  return load<usize>(QUERY_STARTS + (<usize>section << 2));
}

function setQueries(section: i32, at: usize): void {
  store<usize>(QUERY_STARTS + (<usize>section << 2), at);
}

/** Cuts the queries at `keys` and stores them at to..end. May write up to 15 queries past the end. */
function cutQueries<Chunks, Vectors>(keys: usize, to: usize, end: usize): void {
  const key = i16x8.splat(<i16>((<i32>1 << keyBits) - 1)); // masks can have bits beyond the key (expansion.ts)
  do {
    const l = v128.and(v128.load(keys), key);
    const l2 = v128.and(loadSecond<Vectors>(keys), key);
    const d = v128.and(v128.load(keys + L_TO_D), key);
    const d2 = v128.and(loadSecond<Vectors>(keys + L_TO_D), key);
    if (hasFiveChunks<Chunks>()) {
      storeWord<Vectors>(to, middle(l), middle(l2));
      storeWord<Vectors>(to + COLUMN_BYTES, high<Chunks>(l), high<Chunks>(l2));
      storeWord<Vectors>(to + 2 * COLUMN_BYTES, bothLow(l, d), bothLow(l2, d2));
      storeWord<Vectors>(to + 3 * COLUMN_BYTES, middle(d), middle(d2));
      storeWord<Vectors>(to + 4 * COLUMN_BYTES, high<Chunks>(d), high<Chunks>(d2));
    } else {
      storeWord<Vectors>(to, low(l), low(l2));
      storeWord<Vectors>(to + COLUMN_BYTES, high<Chunks>(l), high<Chunks>(l2));
      storeWord<Vectors>(to + 2 * COLUMN_BYTES, low(d), low(d2));
      storeWord<Vectors>(to + 3 * COLUMN_BYTES, high<Chunks>(d), high<Chunks>(d2));
    }
    keys += WORD_BYTES;
    to += WORD_BYTES;
  } while (to < end);
}

/** Returns the lowest eight bits of masks, as byte offsets of table entries. */
@inline
function low(masks: v128): v128 {
  return v128.and(i16x8.shl(masks, WORD_SHIFT), i16x8.splat(<i16>0xff << WORD_SHIFT));
}

/** Does the same as `low` for bits 3 to 8. */
@inline
function middle(masks: v128): v128 {
  return v128.and(i16x8.shl(masks, WORD_SHIFT - 3), i16x8.splat(<i16>0x3f << WORD_SHIFT));
}

/** Does the same as `low` for the bits from 9 up, or from 8 up with four chunks. */
@inline
function high<Chunks>(masks: v128): v128 {
  return i16x8.shl(i16x8.shr_u(masks, hasFiveChunks<Chunks>() ? 9 : 8), WORD_SHIFT);
}

/** Does the same as `low` for bits 0 to 2 of both masks together. */
@inline
function bothLow(l: v128, d: v128): v128 {
  return v128.or(
    v128.and(i16x8.shl(l, WORD_SHIFT), i16x8.splat(<i16>7 << WORD_SHIFT)),
    v128.and(i16x8.shl(d, WORD_SHIFT + 3), i16x8.splat(<i16>7 << (WORD_SHIFT + 3))),
  );
}
