// The parts of a list of keys. With the symmetry rule of even n not all half placements weigh the same, so a list
// keeps those of one weight together:
//
//     0            end0              end1         end2             end3
//     |  strict    |  strict, apart  |  tie       |  tie, apart    |
//
// For odd n all are strict and none apart: one part, and three empty ones.

import { SIDES } from './layout';

@unmanaged
export class Parts {
  end0: u32;
  end1: u32;
  end2: u32;
  end3: u32;

  /** First key of a part (0 to 3). */
  start(part: i32): u32 {
    return part ? this.end(part - 1) : 0;
  }

  /** One past the last key of a part. */
  end(part: i32): u32 {
    return load<u32>(changetype<usize>(this) + ((<usize>part) << 2));
  }
}

/** Parts of the list above the band, which asks. */
export function queryParts(): Parts {
  return changetype<Parts>(SIDES + 0x380);
}

/** Parts of the list below the band, which becomes the bit matrix; nothing in it is apart. */
export function matrixParts(): Parts {
  return changetype<Parts>(SIDES + 0x3a0);
}
