// A list of keys, in sections: strict halves and, with the symmetry rule of even n, ties; each of the two in four groups
// if lists have groups (join.ts).
//
//     even n     | strict: 0 | 1 | 2 | 3 | ties: 0 | 1 | 2 | 3 |        odd n     | 0 | 1 | 2 | 3 |
//     or         | strict | ties |                                      or        | strict |

import { groups } from './board';
import { KEYS, fail } from './failure';
import { MOST_KEYS } from './layout';

/** A list of keys. 128 keys past its end may be read. */
@unmanaged
export class Keys {
  /** Address of the l masks; the d masks lie L_TO_D behind. */
  at: usize;
  /** As many as there are groups, or twice as many with ties. */
  sections: i32;
  // Behind: the first key of each of up to 8 sections, and the end of the last.

  begin(at: usize, sections: i32): void {
    this.at = at;
    this.sections = sections;
    this.setStart(0, 0);
  }

  /** The first key of a section, where the one before it ends. */
  start(section: i32): u32 {
    return load<u32>(changetype<usize>(this) + (<usize>section << 2), STARTS);
  }

  setStart(section: i32, key: u32): void {
    store<u32>(changetype<usize>(this) + (<usize>section << 2), key, STARTS);
  }

  size(): u32 {
    return this.start(this.sections);
  }

  /** Address of a key's l mask. */
  addressOf(key: u32): usize {
    return this.at + (<usize>key << 1);
  }
}

const STARTS: usize = offsetof<Keys>();

/** Bytes that a list of keys takes here. */
export const KEYS_BYTES: usize = STARTS + 4 * 9;

/** Whether a list can hold `count` keys; if not, the failure is noted. */
export function holds(count: u32): bool {
  if (count <= MOST_KEYS) return true;
  fail(KEYS, count, MOST_KEYS);
  return false;
}

/** The group of a section. */
export function groupOf(section: i32): i32 {
  return section & (groups - 1);
}
