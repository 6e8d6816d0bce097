/**
 * Backtracking with three masks that shift from row to row. Bit c is column c, so column 0 is on the right:
 *
 *     columns    columns with a queen above
 *     falling    cells attacked along diagonals \, whose column grows by one with each row (one bit to the left)
 *     rising     cells attacked along diagonals /, whose column decreases by one with each row (one bit to the right)
 *
 *     free = all & ~(columns | falling | rising)      all free cells of the row at once
 *     queen = free & -free                            the lowest free cell, so solutions come in lexicographic order
 *
 *     next row:  columns | queen,  (falling | queen) << 1,  (rising | queen) >>> 1
 *
 * Bits beyond the board are ignored. There is nothing to undo when the search backtracks, because each row keeps its
 * own masks. Masks are 32-bit integers, which is enough up to n = 32.
 *
 * The rows are on an explicit stack. Recursion (`yield*` through one generator per row) takes almost three times as
 * long.
 */
import { allColumns, checkBoardSize } from '../board/masks.js';
import type { Placement } from '../board/placement.js';
import { countNode, type RowMasks, type Search, type SearchEvent, solutionsOf } from './search.js';

/** Backtracks with masks. A conflict test computes the free columns of one row. */
export function* bitmask(n: number, search: Search): Generator<SearchEvent, void, undefined> {
  const all = allColumns(n);
  const columns: number[] = [];
  const first = createRow(0, 0, 0, 0);
  const stack = [first];
  if (search.watched && n > 0) yield { kind: 'masks', row: 0, masks: { ...first } };

  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const row = stack.length - 1;
    if (row === n) yield { kind: 'solution', columns: [...columns] };
    if (top.free === 0) {
      stack.pop();
      const column = columns.pop();
      if (search.watched && column !== undefined) yield { kind: 'undone', row: row - 1, column };
      continue;
    }

    const queen = top.free & -top.free;
    const column = 31 - Math.clz32(queen);
    if (search.watched) yield { kind: 'tried', row, column, free: true };
    top.free ^= queen;
    columns.push(column);
    countNode(search);
    if (search.watched) yield { kind: 'placed', row, column };
    const below = createRow(row + 1, top.columns | queen, (top.falling | queen) << 1, (top.rising | queen) >>> 1);
    stack.push(below);
    if (search.watched && row + 1 < n) yield { kind: 'masks', row: row + 1, masks: { ...below } };
  }

  function createRow(row: number, columns: number, falling: number, rising: number): Row {
    if (row < n) search.tests++;
    const given = search.fixed[row];
    const allowed = given === undefined ? all : 1 << given;
    const free = allowed & all & ~(columns | falling | rising);
    return { columns, falling: falling & all, rising: rising & all, free };
  }
}

/** The masks of a row. Tried columns are removed from `free`. */
interface Row extends RowMasks {
  free: number;
}

/**
 * Yields the solutions of the n-queens problem as they are found, in lexicographic order. A solution lists the 0-based
 * column of each row's queen. The search runs on demand and stores no solutions.
 *
 * @param n board size, from 0 to 32.
 * @throws UsageError for any other n.
 */
export function solutions(n: number): Generator<Placement, void, undefined> {
  return solutionsOf(bitmask, checkBoardSize(n));
}
