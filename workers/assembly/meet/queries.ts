// Queries of the join (join.ts), cut into chunks once for all words of the matrix. A chunk is stored as the distance in
// bytes from the start of its table to the entry for its bits, 16 bits long:
//
//     two chunks of a mask      QUERIES    | l low ... | l high ...   | d low ...  | d high ... |
//     three chunks              QUERIES    | l low ... | l middle ... | l high ... | d low ...  | d middle ... | d high ... |
//                                          <COLUMN_BYTES>
//
// Each section is filled up to a multiple of eight, the queries of a step, with queries that nothing fits.

import { keyBits } from './board';
import { Keys } from './keys';
import { L_TO_D, QUERIES, QUERY_STARTS } from './layout';

/** Bytes from a chunk of a query to the next one. */
export const COLUMN_BYTES: usize = 0x20840;

// The number of chunks is a type, because shifts and load offsets must be compile-time constants.
@unmanaged export class TwoChunks {}
@unmanaged export class ThreeChunks { third: v128; }

/** Bits of a chunk; the last chunk of a mask has those that are left. */
// @ts-ignore: decorator
@inline
export function chunkBits<Chunks>(): i32 {
  return offsetof<Chunks>() ? 5 : 8;
}

/** Bytes from the table of a chunk to that of the next. */
// @ts-ignore: decorator
@inline
export function tableBytes<Chunks>(): usize {
  return offsetof<Chunks>() ? 64 * 16 : 256 * 16;
}

/** Distance from the first table to an entry that is all ones. */
// @ts-ignore: decorator
@inline
export function allOnesAt<Chunks>(): usize {
  return offsetof<Chunks>() ? 6 * tableBytes<Chunks>() : 4 * tableBytes<Chunks>();
}

/** Cuts the queries of a list. */
export function prepareQueries<Chunks>(list: Keys): void {
  let to = QUERIES;
  for (let section = 0; section < list.sections; section++) {
    setQueriesOf(section, to);
    const count = list.start(section + 1) - list.start(section);
    if (!count) continue;
    const end = to + (<usize>count << 1);
    to = prepareRun<Chunks>(list.addressOf(list.start(section)), to, end);
    for (let at = end; at < to; at += 2) store<u16>(at, <u16>allOnesAt<Chunks>());
  }
  setQueriesOf(list.sections, to);
}

/** Address of the first query of a section, where the section before it ends. */
export function queriesOf(section: i32): usize {
  return load<usize>(QUERY_STARTS + (<usize>section << 2));
}

function setQueriesOf(section: i32, at: usize): void {
  store<usize>(QUERY_STARTS + (<usize>section << 2), at);
}

/** Cuts the queries at `keys`, eight at a time, and stores them at to..end. @returns where the last eight end. */
// @ts-ignore: decorator
@inline
function prepareRun<Chunks>(keys: usize, to: usize, end: usize): usize {
  const bits = chunkBits<Chunks>();
  const chunk = i16x8.splat(<i16>(((<i32>16) << bits) - 16));
  const last = i16x8.splat(<i16>(((<i32>16) << max(keyBits() - 2 * bits, 0)) - 16));
  do {
    const l = v128.load(keys);
    const d = v128.load(keys, L_TO_D);
    const lowL = v128.and(i16x8.shl(l, 4), chunk);
    const lowD = v128.and(i16x8.shl(d, 4), chunk);
    const nextL = v128.and(i16x8.shr_u(l, bits - 4), chunk);
    const nextD = v128.and(i16x8.shr_u(d, bits - 4), chunk);
    if (offsetof<Chunks>()) {
      const lastL = v128.and(i16x8.shr_u(l, 2 * bits - 4), last);
      const lastD = v128.and(i16x8.shr_u(d, 2 * bits - 4), last);
      v128.store(to, lowL);
      v128.store(to, nextL, COLUMN_BYTES);
      v128.store(to, lastL, 2 * COLUMN_BYTES);
      v128.store(to, lowD, 3 * COLUMN_BYTES);
      v128.store(to, nextD, 4 * COLUMN_BYTES);
      v128.store(to, lastD, 5 * COLUMN_BYTES);
    } else {
      v128.store(to, lowL);
      v128.store(to, nextL, COLUMN_BYTES);
      v128.store(to, lowD, 2 * COLUMN_BYTES);
      v128.store(to, nextD, 3 * COLUMN_BYTES);
    }
    keys += 16;
    to += 16;
  } while (to < end);
  return to;
}
