// The loop over packed lists (packing.ts) keeps the halves that leave given diagonals free, and adds the diagonals of a
// queen. It writes a list, keys, or halves in SCRATCH. Halves in SCRATCH are then divided by group.
//
// One pointer reads l masks, and one writes them. The other masks are at fixed distances from these pointers. The loop
// has about 33 instructions for eight halves. Each one matters, because the processor executes about six per cycle.

import { compress, shuffleOf } from './compression';
import { L_TO_D, L_TO_P, SCRATCH } from './layout';
import { listsD, listsL, listsP } from './lists';
import { CENTRAL_D, CENTRAL_L, Diagonals, GROUP_D, GROUP_L } from './packing';

// Steps of the loop. A variant is a sum of steps. Variants are inlined, so the steps that a variant lacks cost nothing.
const TESTS_KEY: i32 = 1;
const TESTS_P: i32 = 2;
const ADDS: i32 = 4;
const WRITES_P: i32 = 8;
const MOVES_CENTRAL: i32 = 16;
/** Reads from SCRATCH, with constant distances between the masks of a half. Otherwise reads from lists in the arena. */
const FROM_FIXED: i32 = 32;
/** Writes to SCRATCH or to keys. Otherwise writes to lists in the arena. */
const TO_FIXED: i32 = 64;

// The functions below read `count` halves at `from`. They keep a half if it occupies no diagonal of `free` or of the
// new queen, and write it to `to`. They return the number of halves kept.

/** Adds a queen in any row but the last. Writes a list. */
export function toList(from: usize, count: u32, queen: Diagonals, free: Diagonals, to: usize): u32 {
  return addBefore(TESTS_KEY | ADDS, from, count, queen, free, to);
}

/** Does the same as `toList`, but also tests and writes left-over diagonals. */
export function toWholeList(from: usize, count: u32, queen: Diagonals, free: Diagonals, to: usize): u32 {
  return addBefore(TESTS_KEY | TESTS_P | ADDS | WRITES_P, from, count, queen, free, to);
}

// @ts-ignore: decorator
@inline
function addBefore(variant: i32, from: usize, count: u32, queen: Diagonals, free: Diagonals, to: usize): u32 {
  return pass(
    variant, from, count, queen.beforeL | free.beforeL, queen.beforeD | free.beforeD, queen.p | free.p, 0,
    queen.beforeL, queen.beforeD, queen.p, to,
  );
}

/** Adds a queen in the last row. Writes keys. Neither the queen nor `free` has left-over diagonals. */
export function toKeys(from: usize, count: u32, queen: Diagonals, free: Diagonals, to: usize): u32 {
  return addLast(TESTS_KEY | ADDS | TO_FIXED, from, count, queen, free, to);
}

/** Does the same as `toKeys`, but also tests left-over diagonals. */
export function toTestedKeys(from: usize, count: u32, queen: Diagonals, free: Diagonals, to: usize): u32 {
  return addLast(TESTS_KEY | TESTS_P | ADDS | TO_FIXED, from, count, queen, free, to);
}

/** Adds a queen in the last row. Writes to SCRATCH. The bits of central diagonals move from l and d to p. */
export function toScratch(from: usize, count: u32, queen: Diagonals, free: Diagonals, to: usize): u32 {
  return addLast(TESTS_KEY | ADDS | WRITES_P | MOVES_CENTRAL | TO_FIXED, from, count, queen, free, to);
}

/** Does the same as `toScratch`, but also tests and writes left-over diagonals. */
export function toWholeScratch(from: usize, count: u32, queen: Diagonals, free: Diagonals, to: usize): u32 {
  return addLast(TESTS_KEY | TESTS_P | ADDS | WRITES_P | MOVES_CENTRAL | TO_FIXED, from, count, queen, free, to);
}

// @ts-ignore: decorator
@inline
function addLast(variant: i32, from: usize, count: u32, queen: Diagonals, free: Diagonals, to: usize): u32 {
  return pass(
    variant, from, count, queen.beforeL | free.beforeL, queen.beforeD | free.beforeD, queen.p | free.p, 0,
    queen.l, queen.d, queen.p | groupBits(queen.group), to,
  );
}

/** Writes the keys of complete halves. `free` has no left-over diagonals. */
export function filterKeys(from: usize, count: u32, free: Diagonals, to: usize): u32 {
  return pass(TESTS_KEY | TO_FIXED, from, count, free.l, free.d, 0, 0, 0, 0, 0, to);
}

/** Does the same as `filterKeys`, but also tests left-over diagonals. */
export function filterTestedKeys(from: usize, count: u32, free: Diagonals, to: usize): u32 {
  return pass(TESTS_KEY | TESTS_P | TO_FIXED, from, count, free.l, free.d, free.p, 0, 0, 0, 0, to);
}

/** Selects the halves of a group among the first `count` in SCRATCH. Writes a list. */
export function groupToList(count: u32, group: i32, to: usize): u32 {
  return divide(TESTS_P | FROM_FIXED, count, group, to);
}

/** Does the same as `groupToList`, but also writes left-over diagonals. */
export function groupToWholeList(count: u32, group: i32, to: usize): u32 {
  return divide(TESTS_P | WRITES_P | FROM_FIXED, count, group, to);
}

/** Does the same as `groupToList`, but writes keys. */
export function groupToKeys(count: u32, group: i32, to: usize): u32 {
  return divide(TESTS_P | FROM_FIXED | TO_FIXED, count, group, to);
}

// @ts-ignore: decorator
@inline
function divide(variant: i32, count: u32, group: i32, to: usize): u32 {
  return pass(variant, SCRATCH, count, 0, 0, GROUP_L | GROUP_D, groupBits(group), 0, 0, 0, to);
}

/** Returns the bits of p that mark a group in SCRATCH. */
// @ts-ignore: decorator
@inline
function groupBits(group: i32): u32 {
  return (group & 2 ? GROUP_L : 0) | (group & 1 ? GROUP_D : 0);
}

/**
 * Runs the loop. Keeps a half if its tested bits of l and d are zero and its tested bits of p equal `wantedP`.
 * @returns the number of halves kept. Up to one vector past their end is overwritten.
 */
// @ts-ignore: decorator
@inline
function pass(
  variant: i32, from: usize, count: u32, testL: u32, testD: u32, testP: u32, wantedP: u32,
  addL: u32, addD: u32, addP: u32, to: usize,
): u32 {
  const testsL = i16x8.splat(<i16>testL);
  const testsD = i16x8.splat(<i16>testD);
  const testsP = i16x8.splat(<i16>testP);
  const wanted = i16x8.splat(<i16>wantedP);
  const addsL = i16x8.splat(<i16>addL);
  const addsD = i16x8.splat(<i16>addD);
  const addsP = i16x8.splat(<i16>addP);
  const centralL = i16x8.splat(<i16>CENTRAL_L);
  const centralD = i16x8.splat(<i16>CENTRAL_D);
  const zero = i64x2.splat(0);
  const lToD = listsD - listsL;
  const lToP = listsP - listsL;
  const start = to;
  if (!count) return 0;
  const end = from + (<usize>count << 1);
  // V8 hoists invariants out of a loop only if the loop's condition is at its end.
  do {
    let l = v128.load(from);
    let d = variant & FROM_FIXED ? v128.load(from, L_TO_D) : v128.load(from + lToD);
    let p = zero;
    let hit = variant & TESTS_KEY ? v128.or(v128.and(l, testsL), v128.and(d, testsD)) : zero;
    if (variant & TESTS_P) {
      p = variant & FROM_FIXED ? v128.load(from, L_TO_P) : v128.load(from + lToP);
      const hitP = v128.and(p, testsP);
      hit = variant & TESTS_KEY ? v128.or(hit, hitP) : hitP;
    }
    // x86 has no mask instruction for lanes of 16 bits, so they are narrowed to bytes.
    const mask = <u32>i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.eq(hit, variant & TESTS_KEY ? zero : wanted), zero));
    const close = shuffleOf<u16>(mask);
    if (variant & MOVES_CENTRAL) {
      const central = v128.or(i16x8.shl(v128.and(l, centralL), 7), i16x8.shr_u(v128.and(d, centralD), 7));
      p = variant & TESTS_P ? v128.or(v128.andnot(p, i16x8.splat(GROUP_L | GROUP_D)), central) : central;
      l = v128.andnot(l, centralL);
      d = v128.andnot(d, centralD);
    }
    if (variant & ADDS) {
      l = v128.or(l, addsL);
      d = v128.or(d, addsD);
      p = v128.or(p, addsP);
    }
    v128.store(to, compress(l, close));
    if (variant & TO_FIXED) v128.store(to, compress(d, close), L_TO_D);
    else v128.store(to + lToD, compress(d, close));
    if (variant & WRITES_P) {
      if (variant & TO_FIXED) v128.store(to, compress(p, close), L_TO_P);
      else v128.store(to + lToP, compress(p, close));
    }
    to += <usize>popcnt(mask) << 1;
    from += 16;
  } while (from < end);
  return <u32>((to - start) >> 1);
}
