// The lanes of a word of 128 keys that count for the queries of each group (join.ts).

import { groups } from './board';
import { Keys, groupOf } from './keys';
import { PADDING, WORD_LANES } from './layout';
import { placeInRow } from './transposition';

/** Fills the padding. */
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
export function padding(used: u32): v128 {
  return v128.load(PADDING + ((<usize>used) << 4));
}

/** The groups, as bits, whose halves can fit one of `group`. */
export function compatible(group: i32): u32 {
  return (0b0001_0101_0011_1111 >> (4 * group)) & 15;
}

/** The lanes for the queries of a group: those of strict keys and those of ties, and the number of either. */
@unmanaged
export class Lanes {
  strict: v128;
  ties: v128;
  strictCount: u32;
  tieCount: u32;

  clear(): void {
    this.strict = i64x2.splat(0);
    this.ties = i64x2.splat(0);
    this.strictCount = 0;
    this.tieCount = 0;
  }
}

const LANES_BYTES: usize = 48;

export function lanesFor(group: i32): Lanes {
  return changetype<Lanes>(WORD_LANES + LANES_BYTES * <usize>group);
}

/** Finds the lanes for all groups in the word that begins with key `first`. @returns the groups in it, as bits. */
export function findLanes(matrix: Keys, first: u32): u32 {
  for (let group = 0; group < groups; group++) lanesFor(group).clear();
  let present: u32 = 0;
  for (let section = 0; section < matrix.sections; section++) {
    const start = laneOf(matrix.start(section), first);
    const end = laneOf(matrix.start(section + 1), first);
    if (start == end) continue;
    const group = groupOf(section);
    present |= (<u32>1) << group;
    const found = v128.xor(padding(start), padding(end));
    for (let rest = compatible(group); rest; rest &= rest - 1) {
      const lanes = lanesFor(ctz(rest));
      if (section < groups) {
        lanes.strict = v128.or(lanes.strict, found);
        lanes.strictCount += end - start;
      } else {
        lanes.ties = v128.or(lanes.ties, found);
        lanes.tieCount += end - start;
      }
    }
  }
  return present;
}

/** The lane of a key, or the word's start or end if it lies before or behind. */
function laneOf(key: u32, first: u32): u32 {
  return max(min(<i32>(key - first), 128), 0);
}
