// Some fillings do not fit the kernel. They are divided until all parts fit. The parts contain each solution once.
//
// Where the lists of a filling outgrow the memory, which only the kernel can tell, the queens of the columns next to the
// middle get a side: below the band, or in the band or above it.
//
// Where a filling has more diagonals than a key has bits (key-bits.ts), first the queens of the edge columns get a side,
// because then one of the two diagonals that end in their corners is no longer shared:
//
//     | column 0 below |        Q . .       column 0 above: no queen below stands in the lower corner,
//     | column 0 above |        . . .       so the diagonal that ends there is not shared
//
// If this is not enough, the band gets one more row, with every possible queen. Then fewer diagonals cross the band.

import type { Cell } from '../board/attacked.js';
import { columnsOf, countColumns } from '../board/masks.js';
import { attackedColumns, type Band, checkBand, givenQueens, givenRows, placements } from './band.js';
import { type BandFilling, bandFilling, isPossible, NO_TIES, patternOf, type SideRules } from './band-filling.js';
import { keyBits } from './key-bits.js';
import type { MeetSubproblem } from './subproblem.js';
import { rank } from './symmetry-rule.js';

/**
 * Yields every way to place all queens of a subproblem's band except the last one, or parts of it that fit the kernel.
 * Skips ways that no counted solution has, so it may yield nothing.
 *
 * @throws RangeError if the band is invalid for n.
 */
export function* bandFillings(subproblem: MeetSubproblem): Generator<BandFilling> {
  checkBand(subproblem);
  for (const queens of placements(subproblem, givenRows(subproblem), givenQueens(subproblem))) {
    const filling = bandFilling(subproblem, queens);
    if (filling) yield* fittingFillings(filling);
  }
}

/**
 * Yields a filling if it fits the kernel, or else parts of it that fit.
 *
 * @throws Error if the band cannot get more rows. (No filling for n <= 28 needs so many.)
 */
function* fittingFillings(filling: BandFilling): Generator<BandFilling> {
  if (keyBits(filling)) yield filling;
  else for (const part of divide(filling)) if (isPossible(part)) yield* fittingFillings(part);
}

/** Divides a filling into parts that have each of its solutions once. Some parts may have no solution. */
export function divide(filling: BandFilling): Iterable<BandFilling> {
  const { free, band } = filling;
  const edge = free & (1 | (1 << (band.n - 1)));
  return edge === 0 ? withOneMoreRow(filling) : withSides(filling, edge & -edge);
}

/**
 * Divides a filling whose lists outgrow the memory into two parts with shorter lists, by the free column next to the middle.
 * Returns the parts that may have solutions.
 *
 * @param filling with at least one free column.
 */
export function divideForMemory(filling: BandFilling): BandFilling[] {
  const { n } = filling.band;
  const [column = 0] = [...columnsOf(filling.free)].sort((a, b) => rank(n, a) - rank(n, b));
  return withSides(filling, 1 << column).filter(isPossible);
}

/** Returns two parts of a filling: with the queen of a free column below the band, and with it in the band or above. */
function withSides({ free, lastQueens, ...filling }: BandFilling, column: number): BandFilling[] {
  const others = lastQueens.filter((queen) => 1 << queen.column !== column);
  const requiring = (side: SideRules): SideRules => ({ ...side, required: side.required | column });
  return [
    withPattern({ ...filling, free: free & ~column, lastQueens: others, below: requiring(filling.below) }),
    withPattern({ ...filling, free: free & ~column, lastQueens, above: requiring(filling.above) }),
  ];
}

/** Yields a part for each queen that the row next to the band can have, on the side with more rows. */
function* withOneMoreRow(filling: BandFilling): Generator<BandFilling> {
  const { band, free, above, below } = filling;
  const isAbove = above.rows > below.rows;
  const side = isAbove ? above : below;
  const sideRow = side.rows - 1;
  if (sideRow < 2) throw new Error(`the keys of a band filling do not fit (n = ${band.n}, ${band.bandRows} band rows)`);
  const row = isAbove ? band.rowsAbove - 1 : band.rowsAbove + band.bandRows;
  const wider = { ...band, bandRows: band.bandRows + 1, rowsAbove: isAbove ? row : band.rowsAbove };
  for (let rest = (side.allowed[sideRow] ?? 0) & (free | side.required); rest !== 0; rest &= rest - 1) {
    const column = 31 - Math.clz32(rest & -rest);
    const ties = sideRow === side.tieRow && (side.tieColumns & (1 << column)) !== 0;
    yield withQueen(filling, wider, { row, column }, ties);
  }
}

/** Adds a queen in the new row of a wider band. If the queen `ties`, all halves become ties. */
function withQueen(filling: BandFilling, band: Band, queen: Cell, ties: boolean): BandFilling {
  const { n, rowsAbove, bandRows } = band;
  const taken = 1 << queen.column;
  const narrowed = (side: SideRules, rows: number, boardRow: (row: number) => number): SideRules => ({
    rows,
    required: side.required & ~taken,
    allowed: side.allowed.slice(0, rows).map((columns, row) => columns & ~attackedColumns(n, [queen], boardRow(row))),
    ...(side.tieRow < rows ? { tieRow: side.tieRow, tieColumns: side.tieColumns } : NO_TIES),
  });
  const attacked = attackedColumns(n, [queen], band.lastRow);
  return withPattern({
    ...filling,
    band,
    queens: [...filling.queens, queen],
    free: filling.free & ~taken,
    above: narrowed(filling.above, rowsAbove, (row) => row),
    below: narrowed(filling.below, n - rowsAbove - bandRows, (row) => n - 1 - row),
    lastQueens: filling.lastQueens
      .filter(({ column }) => !(attacked & (1 << column)))
      .map((last) => (ties ? { ...last, strict: last.tie } : last)),
  });
}

/** Chooses as many pattern columns as before. */
function withPattern(filling: BandFilling): BandFilling {
  const { free, lastQueens, pattern } = filling;
  return { ...filling, pattern: patternOf(free, lastQueens, countColumns(pattern)) };
}
