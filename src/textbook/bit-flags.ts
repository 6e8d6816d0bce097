/**
 * The flags of `diagonal-flags` as the bits of three integers: testing is AND, setting and clearing are XOR.
 *
 *     columns          bit col                  n bits
 *     diagonals        bit row - col + n - 1    2n - 1 bits
 *     antidiagonals    bit row + col            2n - 1 bits
 *
 * JavaScript's bit operators work on 32 bits, which would end this at n = 16. A bigint has as many bits as are asked
 * for, so this solver has no such end; its price is an allocation for every new value.
 */
import type { Search, SearchEvent } from './search.js';

/** A conflict test looks at the three bits of one cell. */
export function* bitFlags(n: number, search: Search): Generator<SearchEvent, void, undefined> {
  const columns: number[] = []; // for the solution's sake only
  let columnBits = 0n;
  let diagonalBits = 0n;
  let antidiagonalBits = 0n;
  const bits = Array.from({ length: 2 * n }, (_, i) => 1n << BigInt(i));
  const bit = (i: number) => bits[i] ?? 0n;
  yield* fillFrom(0);

  function* fillFrom(row: number): Generator<SearchEvent, void, undefined> {
    if (row === n) {
      yield { kind: 'solution', columns: [...columns] };
      return;
    }
    for (let col = 0; col < n; col++) {
      const column = bit(col);
      const diagonal = bit(row - col + n - 1);
      const antidiagonal = bit(row + col);
      search.tests++;
      const free =
        (columnBits & column) === 0n && (diagonalBits & diagonal) === 0n && (antidiagonalBits & antidiagonal) === 0n;
      if (search.watched) yield { kind: 'tried', row, col, free };
      if (!free) continue;

      columns.push(col);
      columnBits ^= column;
      diagonalBits ^= diagonal;
      antidiagonalBits ^= antidiagonal;
      search.nodes++;
      if (search.watched) yield { kind: 'placed', row, col };
      yield* fillFrom(row + 1);
      columns.pop();
      columnBits ^= column;
      diagonalBits ^= diagonal;
      antidiagonalBits ^= antidiagonal;
      if (search.watched) yield { kind: 'undone', row, col };
    }
  }
}
