/**
 * The half placements of a board that is cut between two rows, as the explanation shows them. The kernel leaves a band of
 * rows between its halves (workers/meet-wide-readable.ts); without one every diagonal that leaves a half enters the other.
 */

/**
 * The queens of one half of the board, from its edge to the cut, and what matters of them to the other half. The lower
 * half is upside down, so that its l is the other half's d.
 */
export interface HalfPlacement {
  /** Column of the queen in each row, counted from the edge. */
  readonly queens: readonly number[];
  /** Diagonals that move one column up a row and cross the cut: bit c for that through column c of the last row. */
  readonly l: number;
  /** Diagonals that move one column down a row: bit c for that through column c of the other half's first row. */
  readonly d: number;
}

/** All placements of `rows` rows on one side of the cut within the `allowed` columns (a mask), by column set. */
export function halfPlacements(n: number, rows: number, allowed: number): Map<number, HalfPlacement[]> {
  const lists = new Map<number, HalfPlacement[]>();
  const extend = (queens: readonly number[], columns: number, l: number, d: number): void => {
    if (queens.length === rows) {
      const list = lists.get(columns) ?? [];
      list.push({ queens, l: (l >> 1) & (2 ** (n - 1) - 1), d });
      lists.set(columns, list);
      return;
    }
    for (let column = 0; column < n; column++) {
      const queen = 1 << column;
      if (!(queen & allowed) || queen & (columns | l | d)) continue;
      extend([...queens, column], columns | queen, ((l | queen) << 1) & (2 ** n - 1), (d | queen) >> 1);
    }
  };
  extend([], 0, 0, 0);
  return lists;
}

/** Whether half placements on either side of the cut share no diagonal. */
export function fits(a: HalfPlacement, b: HalfPlacement): boolean {
  return (a.l & b.d) === 0 && (a.d & b.l) === 0;
}
