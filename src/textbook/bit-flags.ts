/**
 * The flags of `diagonal-flags`, stored as the bits of three integers. A test is an AND. Setting and clearing are XORs.
 *
 *     columns          bit column                  n bits
 *     diagonals        bit row - column + n - 1    2n - 1 bits
 *     antidiagonals    bit row + column            2n - 1 bits
 *
 * JavaScript's bit operators work on 32 bits, which is enough up to n = 16. A bigint has no such limit, but its
 * operations allocate memory.
 */
import { backtrack, type Search, type SearchEvent } from './search.js';

/** Backtracks with bit flags. A conflict test checks the three bits of one cell. */
export function bitFlags(n: number, search: Search): Generator<SearchEvent, void, undefined> {
  const bits = Array.from({ length: 2 * n }, (_, i) => 1n << BigInt(i));
  const bit = (i: number) => bits[i] ?? 0n;
  let columns = 0n;
  let diagonals = 0n;
  let antidiagonals = 0n;

  function flip(row: number, column: number): void {
    columns ^= bit(column);
    diagonals ^= bit(row - column + n - 1);
    antidiagonals ^= bit(row + column);
  }
  return backtrack(n, search, {
    isFree(row, column) {
      search.tests++;
      const isTaken =
        (columns & bit(column)) | (diagonals & bit(row - column + n - 1)) | (antidiagonals & bit(row + column));
      return isTaken === 0n;
    },
    place: flip,
    remove: flip,
  });
}
