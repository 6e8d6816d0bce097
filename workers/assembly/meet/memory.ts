// The memory that a caller grants, and the constant tables in it.
//
// With huge pages, n = 24 would take 14% less time, but Node.js cannot ask the system for them.

import { fillCompressionTables } from '../compression';
import { placeSums } from './answers';
import { ARENA } from './layout';
import { fillPadding } from './padding';
import { fillRanks } from './side';

let granted: usize = 0;

/** Returns the end of the granted memory. */
export function memoryEnd(): usize {
  return granted;
}

/**
 * Grants the kernel `bytes` of memory in total. Later calls, between subproblems, can grant more or less.
 * @returns false if the system cannot provide that much.
 */
export function grantMemory(bytes: usize): bool {
  const pages = <i32>(bytes >> 16) + (bytes & 0xffff ? 1 : 0);
  const missing = max(pages, <i32>(ARENA >> 16)) - memory.size();
  if (missing > 0 && memory.grow(missing) < 0) return false;
  if (!granted) {
    fillCompressionTables();
    fillPadding();
    placeSums();
    fillRanks();
  }
  granted = bytes;
  return true;
}
