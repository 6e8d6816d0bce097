// A list of keys has a section of strict halves and, if there are ties (only for even n), a section of ties.

import { MAX_KEYS } from './layout';

/** A list of keys. The join reads and clears whole words, up to 255 keys past the list's end (words.ts). */
@unmanaged
export class Keys {
  /** Address of the l masks. The d masks are L_TO_D bytes after them. */
  address: usize;
  /** Number of sections: 1, or 2 with ties. */
  sections: i32;
  // After these fields: the first key of each section, then the end of the last section.

  begin(address: usize, sections: i32): void {
    this.address = address;
    this.sections = sections;
    this.setStart(0, 0);
  }

  /** Returns the first key of a section, which is also the end of the previous section. */
  start(section: i32): u32 {
    return load<u32>(changetype<usize>(this) + (<usize>section << 2), STARTS);
  }

  setStart(section: i32, key: u32): void {
    store<u32>(changetype<usize>(this) + (<usize>section << 2), key, STARTS);
  }

  size(): u32 {
    return this.start(this.sections);
  }

  /** Returns the address of a key's l mask. */
  addressOf(key: u32): usize {
    return this.address + (<usize>key << 1);
  }
}

const STARTS: usize = offsetof<Keys>();

/** Size of a `Keys` object in bytes, without the keys. */
export const KEYS_BYTES: usize = STARTS + 4 * 3;

/**
 * Stops the kernel with a trap if a list has no room for `count` keys. The caller can then divide the board and call
 * the kernel again. For n = 22 to 28, the longest lists found by hill climbing have 14,000 to 65,000 keys (2026-11-28).
 */
export function checkKeys(count: u32): void {
  if (count > MAX_KEYS) unreachable();
}
