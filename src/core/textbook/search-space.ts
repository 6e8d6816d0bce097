/**
 * The boards that a solver would reach if it never backtracked, as a tree. At each level, another queen takes one of
 * its possible cells, and each complete board is a leaf. Solvers that test whole boards visit the leaves from left to
 * right. The index of a board is its number in this order, from 0.
 */
import type { Cell } from '../board/placement.js';

/** A set of boards with n queens, in lexicographic order of their cells. */
export interface SearchSpace {
  /** The number of boards as a formula, such as `C(64, 8)`. */
  formula(n: number): string;
  /** Returns the number of boards that begin with the given queens; without `queens`, the number of all boards. */
  size(n: number, queens?: readonly Cell[]): bigint;
  /** Returns the possible cells of the queen after the given ones, in order. */
  choices(n: number, queens: readonly Cell[]): readonly Cell[];
}

/** The boards with queens on any n of the n * n cells. The queens are in the order of their cells, row after row. */
export const anyCells: SearchSpace = {
  formula: (n) => `C(${n * n}, ${n})`,
  size: (n, queens = []) => binomial(n * n - cellsPassed(n, queens), n - queens.length),
  choices(n, queens) {
    const last = n * n - (n - queens.length); // the later queens also need cells
    const cells: Cell[] = [];
    for (let i = cellsPassed(n, queens); i <= last; i++) cells.push({ row: Math.floor(i / n), column: i % n });
    return cells;
  },
};

export const oneEachRow: SearchSpace = {
  formula: (n) => `${n}^${n}`,
  size: (n, queens = []) => BigInt(n) ** BigInt(n - queens.length),
  choices: (n, { length: row }) => Array.from({ length: n }, (_, column) => ({ row, column })),
};

export const oneEachRowAndColumn: SearchSpace = {
  formula: (n) => `${n}!`,
  size: (n, queens = []) => factorial(n - queens.length),
  choices: (n, queens) =>
    oneEachRow.choices(n, queens).filter(({ column }) => queens.every((queen) => queen.column !== column)),
};

/**
 * Returns the queens of a board in the space.
 *
 * @param index index of the board, at least 0 and less than the size of the space.
 */
export function boardAt(space: SearchSpace, n: number, index: bigint): readonly Cell[] {
  const queens: Cell[] = [];
  let rest = index; // index among the boards that begin with `queens`
  while (queens.length < n) {
    const next = space.choices(n, queens).find((cell) => {
      const size = space.size(n, [...queens, cell]);
      if (rest < size) return true;
      rest -= size;
      return false;
    });
    if (!next) throw new RangeError(`there is no board ${index} for n = ${n}`);
    queens.push(next);
  }
  return queens;
}

/** Returns the index of a board in the space, the inverse of `boardAt`. */
export function indexOfBoard(space: SearchSpace, n: number, board: readonly Cell[]): bigint {
  let index = 0n;
  board.forEach((queen, i) => {
    const above = board.slice(0, i);
    for (const cell of space.choices(n, above)) {
      if (cell.row === queen.row && cell.column === queen.column) break;
      index += space.size(n, [...above, cell]);
    }
  });
  return index;
}

/** Returns the number of cells up to and including the last queen's. */
function cellsPassed(n: number, queens: readonly Cell[]): number {
  const last = queens.at(-1);
  return last ? last.row * n + last.column + 1 : 0;
}

function factorial(n: number): bigint {
  return fallingProduct(n, n);
}

function binomial(n: number, k: number): bigint {
  return fallingProduct(n, k) / factorial(k);
}

/** Returns top * (top - 1) * ..., with the given number of factors. */
function fallingProduct(top: number, factors: number): bigint {
  let product = 1n;
  for (let i = 0; i < factors; i++) product *= BigInt(top - i);
  return product;
}
