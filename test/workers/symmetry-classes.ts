/** The least of the eight images of a placement under the symmetries of the square: a name for its class. */
export function classOf(queens: readonly number[]): string {
  return [...imagesOf(queens)].toSorted()[0] ?? '';
}

/** All images of a placement, from 1 to 8, as text. */
export function imagesOf(queens: readonly number[]): Set<string> {
  const images = new Set<string>();
  let image = queens;
  for (let turn = 0; turn < 4; turn++) {
    images.add(image.join('.'));
    images.add(mirror(image).join('.'));
    image = mirror(transpose(image)); // a quarter turn
  }
  return images;
}

function mirror(queens: readonly number[]): number[] {
  return queens.map((column) => queens.length - 1 - column);
}

function transpose(queens: readonly number[]): number[] {
  return queens.map((_, row) => queens.indexOf(row));
}

/** Every solution of n queens, by plain backtracking. */
export function allSolutions(n: number): number[][] {
  const solutions: number[][] = [];
  const extend = (queens: number[]): void => {
    if (queens.length === n) {
      solutions.push(queens);
      return;
    }
    for (let column = 0; column < n; column++) {
      const attacked = queens.some((other, row) => {
        const distance = Math.abs(other - column);
        return distance === 0 || distance === queens.length - row;
      });
      if (!attacked) extend([...queens, column]);
    }
  };
  extend([]);
  return solutions;
}
