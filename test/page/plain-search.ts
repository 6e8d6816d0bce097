/** Simple code for placements, images and classes, as a reference for tests. */

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

/** Returns the distinct images of a solution under the eight symmetries of the square. */
export function images(solution: Queens): Queens[] {
  const n = solution.length;
  const mirrored = (queens: Queens) => queens.map((column) => n - 1 - column);
  const turned = (queens: Queens) => Array.from({ length: n }, (_, row) => n - 1 - queens.indexOf(row));
  const turns = [solution];
  for (let i = 0; i < 3; i++) turns.push(turned(turns[i] ?? []));
  const all = [...turns, ...turns.map(mirrored)];
  return [...new Map(all.map((queens) => [String(queens), queens])).values()];
}
