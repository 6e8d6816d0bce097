// The lanes of a word of 128 keys that are counted for the queries of each group (join.ts).

import { groups } from './board';
import { Keys, groupOf } from './keys';
import { PADDING, WORD_LANES } from './layout';
import { bitInRow } from './transposition';

/** Fills PADDING with the masks of unused lanes. */
export function fillPadding(): void {
  for (let used: u32 = 0; used <= 128; used++) {
    const mask = PADDING + 16 * <usize>used;
    memory.fill(mask, 0, 16);
    for (let key = used; key < 128; key++) {
      const bit = bitInRow(key);
      const byte = mask + (bit >> 3);
      store<u8>(byte, load<u8>(byte) | <u8>((<u32>1) << (bit & 7)));
    }
  }
}

/** Returns the mask of the lanes of a word that are unused if it has `used` keys. */
export function padding(used: u32): v128 {
  return v128.load(PADDING + ((<usize>used) << 4));
}

/** Returns the groups with halves that can fit a half of `group`, as bits. */
export function compatible(group: i32): u32 {
  return (0b0001_0101_0011_1111 >> (4 * group)) & 15;
}

/** The lanes counted for the queries of a group: lanes of strict keys, lanes of ties, and the number of each. */
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

/** Finds the lanes for all groups in the word that begins with key `first`. @returns its keys' groups, as bits. */
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
    for (let rest = compatible(group) & ((1 << groups) - 1); rest; rest &= rest - 1) {
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

/** Returns the lane of a key in a word: 0 if the key is before the word, 128 if it is after the word. */
function laneOf(key: u32, first: u32): u32 {
  return max(min(<i32>(key - first), 128), 0);
}
