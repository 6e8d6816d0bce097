// Lists of keys in parts by cell (cell-join.ts says what cells are):
//
//     even n     | strict: 0 | 1 | 2 | 3 | ties: 0 | 1 | 2 | 3 |        odd n     | 0 | 1 | 2 | 3 |
//
// A part starts at a multiple of 4; the gap before it may hold anything.

import { Keys } from './join';

/** Cells that there are; a part's number modulo this is its cell. */
export const CELLS = 4;

/** A list of keys in 4 or 8 parts, `all` of them without gaps. 128 keys past its end may be read. */
@unmanaged
export class CellKeys extends Keys {
  parts: i32;
  // Behind: 9 starts (the last is the end of the last part, with its gap) and 8 ends, all counted in keys from `at`.

  /** First key of a part, a multiple of 4: the end of the part before, rounded up. Part `parts` starts where all end. */
  // @ts-ignore: decorator
  @inline
  start(part: i32): u32 {
    return load<u32>(changetype<usize>(this) + (<usize>part << 2), STARTS);
  }

  /** One past the last key of a part. */
  // @ts-ignore: decorator
  @inline
  end(part: i32): u32 {
    return load<u32>(changetype<usize>(this) + (<usize>part << 2), ENDS);
  }

  /** Says where a part ends; to be called for all parts, in order. */
  // @ts-ignore: decorator
  @inline
  setEnd(part: i32, end: u32): void {
    const entry = changetype<usize>(this) + (<usize>part << 2);
    if (!part) store<u32>(entry, 0, STARTS);
    store<u32>(entry, end, ENDS);
    store<u32>(entry, (end + 3) & ~3, STARTS + 4);
  }
}

const STARTS: usize = offsetof<CellKeys>();
const ENDS: usize = STARTS + 4 * 9;

/** Bytes that a CellKeys takes. */
export const CELL_KEYS_BYTES: usize = ENDS + 4 * 8;

/** The cells, as bits, that go with a cell. */
// @ts-ignore: decorator
@inline
export function compatible(cell: i32): u32 {
  return (0b0001_0101_0011_1111 >> (4 * cell)) & 15;
}
