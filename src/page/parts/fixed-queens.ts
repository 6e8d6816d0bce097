/** Queens that the user has placed, at most one in a row. */

import {
  type Cell,
  cellsOf,
  isPeaceful,
  isSameCell,
  type PartialPlacement,
  type Placement,
  parsePlacement,
} from '../../core/board/placement.js';
import type { QueryReader } from './address.js';

export function toggleQueen(fixed: PartialPlacement, cell: Cell): PartialPlacement {
  const cells = cellsOf(fixed);
  const others = cells.filter((queen) => !isSameCell(queen, cell));
  const next = others.length < cells.length ? others : [...cells, cell];
  const rows = Math.max(0, ...next.map(({ row }) => row + 1));
  return Array.from({ length: rows }, (_, row) => next.find((queen) => queen.row === row)?.column);
}

/** Returns the solutions that have queens on all given cells. */
export function findCompletions(all: readonly Placement[], queens: readonly Cell[]): readonly Placement[] {
  return all.filter((placement) => queens.every(({ row, column }) => placement[row] === column));
}

/** Reads queens from an address. They must not attack each other. An empty string means no queens. */
export function parseFixed(reader: QueryReader, name: string, n: number, initial: PartialPlacement = []) {
  const wanted = 'columns of queens that do not attack each other, row by row, such as 0,.,4, where . is an empty row';
  function parse(text: string): PartialPlacement | undefined {
    const fixed = text === '' ? [] : parsePlacement(text);
    const fits = fixed && fixed.length <= n && fixed.every((column = 0) => column < n) && isPeaceful(fixed);
    return fits ? fixed : undefined;
  }
  return reader.value(name, parse, wanted, initial);
}
