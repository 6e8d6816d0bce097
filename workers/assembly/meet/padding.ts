// Masks of the unused lanes in a word that is only partly filled with keys (join.ts).

import { PADDING } from './layout';
import { bitInRow } from './transposition';
import { WORD_BYTES, WORD_KEYS } from './words';

/** Fills PADDING with the masks of unused lanes. */
export function fillPadding(): void {
  for (let used: u32 = 0; used <= WORD_KEYS; used++) {
    const mask = padding(used);
    memory.fill(mask, 0, WORD_BYTES);
    for (let key = used; key < WORD_KEYS; key++) {
      const bit = bitInRow(key);
      const byte = mask + (bit >> 3);
      store<u8>(byte, load<u8>(byte) | <u8>((<u32>1) << (bit & 7)));
    }
  }
}

/** Returns the address of the mask of the unused lanes in a word with `used` keys. */
export function padding(used: u32): usize {
  return PADDING + WORD_BYTES * <usize>used;
}
