/** A simple search, as a reference for tests. */

/** The column of the queen in each row. */
export type Queens = readonly number[];

/** Returns all peaceful placements in the first `rows` rows of a board. All queens stand in the given columns. */
export function placements(n: number, rows: number, columns: readonly number[] = [...Array(n).keys()]): Queens[] {
  if (rows === 0) return [[]];
  return placements(n, rows - 1, columns).flatMap((queens) =>
    columns
      .filter((column) => queens.every((c, row) => c !== column && Math.abs(c - column) !== rows - 1 - row))
      .map((column) => [...queens, column]),
  );
}
