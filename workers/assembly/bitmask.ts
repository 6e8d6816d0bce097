// The fast bitmask kernel: backtracking with masks of one bit per column, on eight boards at a time (four if n > 16).
//
//     bit of a mask     n-1  ...  2   1   0        A 1 bit in the masks of a board means, for its next row:
//     column of board   n-1  ...  2   1   0          open     no queen stands in this column
//                                                    falling  a queen above attacks it along a diagonal \, whose
//     going down a row:                                       column grows by one (<< 1) with every row
//       falling << 1  (open masks off bits past n-1) rising   the same along a diagonal / (>> 1)
//       rising  >> 1                                 free     columns left to try: at first, open & ~(falling | rising)
//
// Each row has a list of the boards that wait for a queen in that row. A pass takes the last boards of a list, at most
// PASS bytes of each mask, and places one queen on each, in the lowest free column:
//
//     list of row r        | other boards | boards of the pass |     keeps those that have another free column
//     list of row r + 1    | other boards | new boards -->           gets those that have a free column there
//
// Compression closes the gaps in both lists, so no branch depends on a board. A search that handles one board at a time
// loses most of its time to mispredicted branches: it takes 8 to 10 times as long for n = 14 to 16, and 4.1 to 4.8
// times for larger n (Node.js 20 and 26, 2026-11-28).
//
// The next pass is one row below if the list there is long enough for a full pass. Otherwise, it is in the same row or,
// if that list is also too short, in the row above. So a list is always shorter than two passes. A pass takes fewer
// boards only when all lists above are empty.
//
// A list consists of four arrays of masks, in 16-bit lanes or, if n > 16, in 32-bit lanes:
//
//     | open | falling | rising | free |   ROOM bytes each
//
// With relaxed shuffles, n = 15 to 17 would take 23 to 26% less time on Node.js 26. But they would need another module
// and another rule for choosing a module (the first is for the wide kernel of meet).
//
// Tried without a gain (2026-11-28): a lookahead that drops boards without a free column in the row after the next (19%
// fewer queens, 20% more instructions), one narrowing for the masks of both lists (1.06 times as long), and passes of
// half the size (1.01) or a quarter of it (1.08).

import { compress, fillCompressionTables, maskOf, shuffleOf } from './compression';

/** Size of a vector in bytes. */
const VECTOR: usize = 16;
/** Maximum number of bytes that a pass takes from each array of masks. */
const PASS: usize = 32 * VECTOR;
/** Bytes for each array in a list: two passes, and a cache line for the vector that a store may write past the end. */
const ROOM: usize = 2 * PASS + 64;

const OPEN: usize = 0;
const FALLING: usize = ROOM;
const RISING: usize = 2 * ROOM;
const FREE: usize = 3 * ROOM;
const LIST: usize = 4 * ROOM;

// The memory holds the compression tables, the end of each list, and the lists of up to 32 rows.
const ENDS: usize = 0x2000;
const LISTS: usize = 0x2100;
// If the system refuses the memory, it stays empty, and bitmask.ts reports that.
if (memory.grow(<i32>((LISTS + 32 * LIST + 0xffff) >> 16)) !== -1) fillCompressionTables();

let placements: u64 = 0;

/** Returns the number of queens that the last call to `count` placed. */
export function work(): u64 {
  return placements;
}

/**
 * Counts the ways to fill the remaining rows of an n×n board, for n from 0 to 32. The masks describe the next empty
 * row.
 */
export function count(n: i32, columns: u32, falling: u32, rising: u32): u64 {
  const all: u32 = n == 32 ? <u32>-1 : (<u32>1 << n) - 1;
  const open = all & ~columns;
  const free = open & ~(falling | rising);
  const rows = <i32>popcnt(open);
  placements = popcnt(free);
  if (!free) return u64(!open); // the board is full, or it cannot be completed
  if (rows == 1) return 1;
  return n <= 16 ? search<u16>(rows, open, falling, rising, free) : search<u32>(rows, open, falling, rising, free);
}

/** Counts the ways to fill the remaining rows of one board, which are at least two. T is the type of a lane. */
function search<T>(rows: i32, open: u32, falling: u32, rising: u32, free: u32): u64 {
  for (let row = 0; row < rows; row++) setEnd(row, listOf(row));
  const first = listOf(0);
  store<T>(first, <T>open, OPEN);
  store<T>(first, <T>falling, FALLING);
  store<T>(first, <T>rising, RISING);
  store<T>(first, <T>free, FREE);
  setEnd(0, first + sizeof<T>());

  const last = rows - 1;
  let solutions: u64 = 0;
  let placed: u64 = 0;
  let top = 0; // the lists of all rows above this one are empty
  let row = 0;
  while (top < last) {
    const size = endOf(row) - listOf(row);
    if (size < PASS && row > top) {
      row--;
    } else if (size) {
      placed += u64(min(size, PASS) / sizeof<T>());
      pass<T>(row);
      row++;
      if (row == last) {
        // These boards have a free column for their last queen.
        solutions += u64((endOf(last) - listOf(last)) / sizeof<T>());
        setEnd(last, listOf(last));
        row--;
      }
    } else {
      row = ++top;
    }
  }
  placements = placed + solutions;
  return solutions;
}

/** Places one queen on each of the last boards in a row's list. */
function pass<T>(row: i32): void {
  const end = endOf(row);
  let from = max(end - PASS, listOf(row));
  let kept = from;
  let next = endOf(row + 1);
  // Lanes past the end hold old boards. Clearing their free columns drops them from this list, and clearing their open
  // columns keeps them out of the next row's list.
  v128.store(end, i64x2.splat(0), FREE);
  v128.store(end, i64x2.splat(0), OPEN);
  do {
    const open = v128.load(from, OPEN);
    const falling = v128.load(from, FALLING);
    const rising = v128.load(from, RISING);
    const free = v128.load(from, FREE);
    const queen = v128.and(free, v128.neg<T>(free)); // lowest free column
    const nextOpen = v128.xor(open, queen);
    const nextFalling = v128.shl<T>(v128.or(falling, queen), 1);
    const nextRising = v128.shr<T>(v128.or(rising, queen), 1);
    const nextFree = v128.andnot(nextOpen, v128.or(nextFalling, nextRising));
    next = append<T>(next, nextOpen, nextFalling, nextRising, nextFree);
    kept = append<T>(kept, open, falling, rising, v128.xor(free, queen));
    from += VECTOR;
  } while (from < end);
  setEnd(row, kept);
  setEnd(row + 1, next);
}

/** Appends, at `to`, the boards of a vector that have a free column. @returns their end. */
@inline
function append<T>(to: usize, open: v128, falling: v128, rising: v128, free: v128): usize {
  const lanes: u32 = sizeof<T>() == 2 ? 0xff : 0xf;
  const mask = lanes ^ maskOf<T>(v128.eq<T>(free, i64x2.splat(0)));
  const shuffle = shuffleOf<T>(mask);
  v128.store(to, compress(open, shuffle), OPEN);
  v128.store(to, compress(falling, shuffle), FALLING);
  v128.store(to, compress(rising, shuffle), RISING);
  v128.store(to, compress(free, shuffle), FREE);
  return to + <usize>popcnt(mask) * sizeof<T>();
}

function listOf(row: i32): usize {
  return LISTS + LIST * <usize>row;
}

/** Returns the end of a row's list, in its array `open`. */
function endOf(row: i32): usize {
  return load<u32>(<usize>row << 2, ENDS);
}

function setEnd(row: i32, end: usize): void {
  store<u32>(<usize>row << 2, <u32>end, ENDS);
}
