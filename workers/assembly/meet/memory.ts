// The memory that a caller grants, and the tables in it that never change.

import { fillCompressionTables } from './compression';
import { GRANT, clearFailure, fail } from './failure';
import { ARENA } from './layout';
import { fillPadding } from './word-lanes';
import { fillRanks } from './side';

let granted: usize = 0;
let tablesFilled: bool = false;

/** One past the last byte that may be used. */
export function memoryEnd(): usize {
  return granted;
}

/**
 * Grants the kernel `bytes` of memory, all told; may be called again between subproblems, with more or with less.
 * @returns false if the system has not that much (see `failure`).
 */
export function grantMemory(bytes: usize): bool {
  clearFailure();
  const pages = <i32>(bytes >> 16) + (bytes & 0xffff ? 1 : 0);
  const missing = max(pages, <i32>(ARENA >> 16)) - memory.size();
  if (missing > 0 && memory.grow(missing) < 0) {
    fail(GRANT, bytes, <u64>memory.size() << 16);
    return false;
  }
  granted = bytes;
  if (!tablesFilled) {
    fillCompressionTables();
    fillPadding();
    fillRanks();
    tablesFilled = true;
  }
  return true;
}
