/** Placements, images and classes computed in the plainest way, for tests to compare with. */

/** Column of the queen in each row. */
export type Queens = readonly number[];

/** All ways to place queens in the first `rows` rows of an n x n board so that none attacks another. */
export function placements(n: number, rows: number): Queens[] {
  if (rows === 0) return [[]];
  return placements(n, rows - 1).flatMap((queens) =>
    Array.from({ length: n }, (_, column) => column)
      .filter((column) => queens.every((c, row) => c !== column && Math.abs(c - column) !== rows - 1 - row))
      .map((column) => [...queens, column]),
  );
}

/** The images of a solution under the symmetries of the square, without repetition. */
export function images(solution: Queens): Queens[] {
  const n = solution.length;
  const mirrored = (queens: Queens) => queens.map((column) => n - 1 - column);
  const turned = (queens: Queens) => Array.from({ length: n }, (_, row) => n - 1 - queens.indexOf(row));
  const turns = [solution];
  for (let i = 0; i < 3; i++) turns.push(turned(turns[i] ?? []));
  const all = [...turns, ...turns.map(mirrored)];
  return [...new Map(all.map((queens) => [String(queens), queens])).values()];
}

/** Solutions that turn and mirror into each other. */
export function classes(solutions: readonly Queens[]): Queens[][] {
  const least = (solution: Queens) => images(solution).map(String).sort()[0] ?? '';
  return [...new Set(solutions.map(least))].map((name) => images(name.split(',').map(Number)));
}

/** How often each number occurs, the largest first: `11 × 8 + 1 × 4`. */
export function sumOf(numbers: readonly number[]): string {
  const distinct = [...new Set(numbers)].sort((a, b) => b - a);
  return distinct.map((one) => `${numbers.filter((other) => other === one).length} × ${one}`).join(' + ');
}
