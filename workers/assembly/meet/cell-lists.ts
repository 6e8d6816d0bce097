// Lists with all rows, by cells (cell-join.ts). The half placements of all sources (list-sources.ts) first go to one place,
// whatever their cells, and are split there. Entries of their runs count from element 0 of the arena (packed-lists.ts).
//
//     SCRATCH    | l ........ | d ........ | p ........ |        in the bits of all rows; p has the central bits, too
//                      4 passes, one for each cell
//     list       | cell 0 | cell 1 | cell 2 | cell 3 |           or keys
//
// One pass that writes four lists at once and then moves them together takes as long as four passes (2026-11-23).

import { CELLS, CellKeys } from './cell-keys';
import { compress, shuffleOf } from './compression';
import { KEYS, fail } from './failure';
import { L_TO_D, MOST_KEYS, SCRATCH, SOURCES } from './layout';
import { SOURCE_BYTES, Source, endFor, firstFor, haveTies, nothing, sourcesEnd } from './list-sources';
import { BLOCK, FAILED, capacity, fits, listsD, listsL, listsP } from './lists';
import { endPart, partStart, startKeys } from './packed-keys';
import { CENTRAL_D, CENTRAL_L, Diagonals, padPacked } from './packing';
import { Side, setBoundary } from './side';

/** Bits of the central diagonals in p, in place of left-over ones that reach no row of the band. */
const CELL_L: u16 = 1 << 7;
const CELL_D: u16 = 1 << 8;

/** From l masks in SCRATCH to p masks. */
const L_TO_P: usize = 2 * L_TO_D;

/**
 * Lists what the sources give, from element `at` on; `entry` is told where.
 * @param leftOver whether the bits left over will be asked for.
 * @returns one past the last of them, or FAILED.
 */
export function listByCells(side: Side, leftOver: bool, at: u32, entry: usize): u32 {
  for (let part = 0; part < side.parts; part++) {
    const count = sourcesToScratch(part, nothing(), leftOver);
    if (count == FAILED || !fits(at + count + CELLS * BLOCK, capacity)) return FAILED;
    for (let cell = 0; cell < CELLS; cell++) {
      setBoundary(entry, part * CELLS + cell, at);
      const kept = listCell(count, cell, leftOver, at);
      if (kept) at = padPacked(at + kept, at);
    }
  }
  setBoundary(entry, side.lastParts(), at);
  return at;
}

/** Lists the keys of what the sources give and leaves `free` free. @returns false if there are too many (see failure.ts). */
export function keysByCells(side: Side, free: Diagonals, keys: CellKeys): bool {
  startKeys(side, keys);
  let end: u32 = 0;
  for (let part = 0; part < side.parts; part++) {
    const count = sourcesToScratch(part, free, false);
    if (count == FAILED) return false;
    if (end + count + CELLS * BLOCK > MOST_KEYS) {
      fail(KEYS, end + count + CELLS * BLOCK, MOST_KEYS);
      return false;
    }
    for (let cell = 0; cell < CELLS; cell++) {
      const number = part * CELLS + cell;
      const start = partStart(side, keys, number, end);
      end = start + passCell(count, cell, keys.at + ((<usize>start) << 1), L_TO_D, 0);
      endPart(side, keys, number, start, end);
    }
  }
  return true;
}

/**
 * Lists in SCRATCH what the sources give of a part (0 strict half placements, 1 ties) and leaves `free` free.
 * @returns how many, or FAILED.
 */
function sourcesToScratch(part: i32, free: Diagonals, leftOver: bool): u32 {
  if (part && !haveTies) return 0;
  let count: u32 = 0;
  for (let place: usize = SOURCES; place < sourcesEnd; place += SOURCE_BYTES) {
    const source = changetype<Source>(place);
    const start = firstFor(source, part);
    const length = endFor(source, part) - start;
    if (!length) continue;
    if (count + length > MOST_KEYS) {
      fail(KEYS, count + length, MOST_KEYS);
      return FAILED;
    }
    count += addToScratch(start, length, source.queen, free, leftOver, count);
  }
  // What the last vector holds behind them is of cell 0, and last there.
  v128.store(SCRATCH + (<usize>count << 1), i64x2.splat(0), L_TO_P);
  return count;
}

/** Adds a queen to those of `count` elements that leave it and `free` free; they go to element `at` of SCRATCH. */
function addToScratch(first: u32, count: u32, queen: Diagonals, free: Diagonals, leftOver: bool, at: u32): u32 {
  const l = queen.beforeL | free.beforeL;
  const d = queen.beforeD | free.beforeD;
  const p = queen.p | free.p;
  const addP = queen.p | (queen.cell & 2 ? CELL_L : 0) | (queen.cell & 1 ? CELL_D : 0);
  const from = listsL + (<usize>first << 1);
  const to = SCRATCH + (<usize>at << 1);
  return p || leftOver
    ? addKeeping(from, count, l, d, p, queen.l, queen.d, addP, to)
    : add(from, count, l, d, queen.l, queen.d, addP, to);
}

function add(from: usize, count: u32, testL: u32, testD: u32, addL: u32, addD: u32, addP: u32, to: usize): u32 {
  return pass(from, count, testL, testD, 0, addL, addD, addP, to, false);
}

function addKeeping(
  from: usize, count: u32, testL: u32, testD: u32, testP: u32, addL: u32, addD: u32, addP: u32, to: usize,
): u32 {
  return pass(from, count, testL, testD, testP, addL, addD, addP, to, true);
}

// The loop is that of packing.ts, with the way of the central bits from l and d to p. As another variant there, it would
// make each of the others harder to read.

/** Eight at a time. @param readsP whether the bits left over are tested and kept. */
// @ts-ignore: decorator
@inline
function pass(
  from: usize, count: u32, testL: u32, testD: u32, testP: u32, addL: u32, addD: u32, addP: u32, to: usize, readsP: bool,
): u32 {
  const testsL = i16x8.splat(<i16>testL);
  const testsD = i16x8.splat(<i16>testD);
  const testsP = i16x8.splat(<i16>testP);
  const addsL = i16x8.splat(<i16>addL);
  const addsD = i16x8.splat(<i16>addD);
  const addsP = i16x8.splat(<i16>addP);
  const centralL = i16x8.splat(<i16>CENTRAL_L);
  const centralD = i16x8.splat(<i16>CENTRAL_D);
  const cells = i16x8.splat(<i16>(CELL_L | CELL_D));
  const zero = i64x2.splat(0);
  const start = to;
  const d = listsD - listsL;
  const p = listsP - listsL;
  const end = from + (<usize>count << 1);
  do {
    const l0 = v128.load(from);
    const d0 = v128.load(from + d);
    let hit = v128.or(v128.and(l0, testsL), v128.and(d0, testsD));
    let p0 = v128.or(i16x8.shl(v128.and(l0, centralL), 7), i16x8.shr_u(v128.and(d0, centralD), 7));
    if (readsP) {
      const leftOver = v128.load(from + p);
      hit = v128.or(hit, v128.and(leftOver, testsP));
      p0 = v128.or(p0, v128.andnot(leftOver, cells));
    }
    const mask = <u32>i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.eq(hit, zero), zero));
    const close = shuffleOf<u16>(mask);
    v128.store(to, compress(v128.or(v128.andnot(l0, centralL), addsL), close));
    v128.store(to, compress(v128.or(v128.andnot(d0, centralD), addsD), close), L_TO_D);
    v128.store(to, compress(v128.or(p0, addsP), close), L_TO_P);
    to += <usize>popcnt(mask) << 1;
    from += 16;
  } while (from < end);
  return <u32>((to - start) >> 1);
}

/** Lists those of the first `count` in SCRATCH that are of a cell, from element `at` of the arena on. @returns how many. */
function listCell(count: u32, cell: i32, leftOver: bool, at: u32): u32 {
  const to = listsL + (<usize>at << 1);
  return leftOver
    ? passCell(count, cell, to, listsD - listsL, listsP - listsL)
    : passCell(count, cell, to, listsD - listsL, 0);
}

/** The same to address `to`, with d masks `toD` bytes behind it and, unless that is 0, p masks `toP` behind. */
// @ts-ignore: decorator
@inline
function passCell(count: u32, cell: i32, to: usize, toD: usize, toP: usize): u32 {
  if (!count) return 0;
  const wanted = i16x8.splat(<i16>((cell & 2 ? CELL_L : 0) | (cell & 1 ? CELL_D : 0)));
  const cells = i16x8.splat(<i16>(CELL_L | CELL_D));
  const zero = i64x2.splat(0);
  const start = to;
  const end = SCRATCH + (<usize>count << 1);
  let from = SCRATCH;
  do {
    const p0 = v128.load(from, L_TO_P);
    const mask = <u32>i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.eq(v128.and(p0, cells), wanted), zero));
    const close = shuffleOf<u16>(mask);
    v128.store(to, compress(v128.load(from), close));
    v128.store(to + toD, compress(v128.load(from, L_TO_D), close));
    if (toP) v128.store(to + toP, compress(p0, close));
    to += <usize>popcnt(mask) << 1;
    from += 16;
  } while (from < end);
  const kept = <u32>((to - start) >> 1);
  return cell ? kept : kept - ((0 - count) & (BLOCK - 1));
}
