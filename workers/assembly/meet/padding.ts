// Masks of the unused lanes of a word of 128 keys (join.ts).

import { PADDING } from './layout';
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
