// The loop over packed lists (packing.ts). It keeps the halves that leave the given diagonals free, and adds a queen's
// diagonals to them. Each of the four functions runs only the steps that it needs:
//
//     function            tests                       adds a queen     writes
//     toList              l, d, and p if it matters   yes              a list, with p if it matters
//     toKeys              l, d, and p if it matters   yes              keys
//     filterKeys          l, d                                         keys
//     filterTestedKeys    l, d, p                                      keys
//
// Each function reads `count` halves at `from`, keeps those that occupy no diagonal of `free` or of the new queen, and
// writes them to `to`. It returns the number of halves kept.
//
// One pointer is for reading l masks, another for writing them. The other masks are at fixed distances from these
// pointers. The loop takes about 33 instructions for eight halves and runs at about six instructions per cycle, so
// every instruction costs time. Steps of 16 halves are no faster.
//
// Tried on 2026-11-27 without a gain: one register for zero, and one for the shuffle's address and the popcnt (four
// instructions fewer, but 0.98 to 1.03 times as long), loading the next source early (1.04 for n = 18), and loading the
// start of a list below before the list above is filtered (1.00 for n = 22). Eight halves take 1.0 ns if the list is in
// the L1 cache, 2.1 ns if all lists take 8 MB, and 6.5 ns if they take 16 MB.

import { compress, maskOf, shuffleOf } from '../compression';
import { L_TO_D } from './layout';
import { listsD, listsL, listsP } from './lists';
import { Diagonals } from './packing';

const TESTS_P: i32 = 1;
const ADDS: i32 = 2;
const WRITES_P: i32 = 4;
/** Writes keys, whose masks are a constant distance apart. Otherwise, the loop writes a list in the arena. */
const TO_KEYS: i32 = 8;

@inline
export function toList(from: usize, count: u32, queen: Diagonals, free: Diagonals, keepsP: bool, to: usize): u32 {
  return keepsP || queen.p | free.p
    ? add(ADDS | TESTS_P | WRITES_P, from, count, queen, free, to)
    : add(ADDS, from, count, queen, free, to);
}

@inline
export function toKeys(from: usize, count: u32, queen: Diagonals, free: Diagonals, to: usize): u32 {
  return queen.p | free.p
    ? add(ADDS | TESTS_P | TO_KEYS, from, count, queen, free, to)
    : add(ADDS | TO_KEYS, from, count, queen, free, to);
}

export function filterKeys(from: usize, count: u32, free: Diagonals, to: usize): u32 {
  return pass(TO_KEYS, from, count, free.l, free.d, 0, 0, 0, 0, to);
}

export function filterTestedKeys(from: usize, count: u32, free: Diagonals, to: usize): u32 {
  return pass(TESTS_P | TO_KEYS, from, count, free.l, free.d, free.p, 0, 0, 0, to);
}

@inline
function add(variant: i32, from: usize, count: u32, queen: Diagonals, free: Diagonals, to: usize): u32 {
  return pass(
    variant, from, count, queen.l | free.l, queen.d | free.d, queen.p | free.p, queen.l, queen.d, queen.p, to,
  );
}

/**
 * Runs the loop. Keeps a half if its tested bits are zero.
 * @returns the number of halves kept. Up to one vector past their end is overwritten.
 */
@inline
function pass(
  variant: i32, from: usize, count: u32, testL: u32, testD: u32, testP: u32, addL: u32, addD: u32, addP: u32, to: usize,
): u32 {
  const testsL = i16x8.splat(<i16>testL);
  const testsD = i16x8.splat(<i16>testD);
  const testsP = i16x8.splat(<i16>testP);
  const addsL = i16x8.splat(<i16>addL);
  const addsD = i16x8.splat(<i16>addD);
  const addsP = i16x8.splat(<i16>addP);
  const zero = i64x2.splat(0);
  const lToD = listsD - listsL;
  const lToP = listsP - listsL;
  const start = to;
  if (!count) return 0;
  const end = from + (<usize>count << 1);
  // V8 moves constants out of a loop only if the condition comes last, which saves 19% of the time for n = 18.
  do {
    let l = v128.load(from);
    let d = v128.load(from + lToD);
    let p = zero;
    let hit = v128.or(v128.and(l, testsL), v128.and(d, testsD));
    if (variant & TESTS_P) {
      p = v128.load(from + lToP);
      hit = v128.or(hit, v128.and(p, testsP));
    }
    const mask = maskOf<u16>(i16x8.eq(hit, zero));
    const close = shuffleOf<u16>(mask);
    if (variant & ADDS) {
      l = v128.or(l, addsL);
      d = v128.or(d, addsD);
      p = v128.or(p, addsP);
    }
    v128.store(to, compress(l, close));
    if (variant & TO_KEYS) v128.store(to, compress(d, close), L_TO_D);
    else v128.store(to + lToD, compress(d, close));
    if (variant & WRITES_P) v128.store(to + lToP, compress(p, close));
    to += <usize>popcnt(mask) << 1;
    from += 16;
  } while (from < end);
  return <u32>((to - start) >> 1);
}
