/**
 * Cuts subproblems into pieces for the readable kernel. This kernel stores each half as an object instead of in four bytes,
 * so a whole subproblem of n = 19 does not fit in memory.
 */
import { columnsOf } from '../board/masks.js';
import { givenQueens, givenRows, possibleColumns } from './band.js';
import { workAmounts } from './meet-cost.js';
import { hasRoom, splitColumn, withIdAndCost } from './meet-cuts.js';
import type { MeetSubproblem, Subproblem } from './subproblem.js';

/**
 * Limits of the cost and of the number of lists. A piece must be within at least one. For n >= 20, the number of lists
 * decides. The readable kernel takes up to a minute and four gigabytes for a piece (n = 22 and 25, 2026-11-26).
 */
const READABLE_COST = 5;
const READABLE_LISTS = 1_000;

/**
 * Cuts a subproblem into pieces that fit the memory of the readable kernel. The counts of the pieces add up to the count of
 * the subproblem. Subproblems of `bitmask` need hardly any memory and are not cut. All pieces of a plan have different ids.
 *
 * @param limit factor for both limits; tests use factors below 1.
 */
export function piecesOf(subproblem: Subproblem, limit = 1): Subproblem[] {
  return subproblem.algorithm === 'meet' ? meetPieces(subproblem, limit) : [subproblem];
}

function meetPieces(subproblem: MeetSubproblem, limit: number): MeetSubproblem[] {
  if (isReadable(subproblem, limit)) return [subproblem];
  const pieces = cutByQueen(subproblem) ?? cutBySplitColumn(subproblem);
  return pieces?.flatMap((piece) => meetPieces(piece, limit)) ?? [subproblem];
}

function isReadable(subproblem: MeetSubproblem, limit: number): boolean {
  const [, lists] = workAmounts(subproblem);
  return subproblem.cost <= limit * READABLE_COST || lists <= limit * READABLE_LISTS;
}

/** Cuts by the column of the next band queen. Returns undefined if all band queens except the last are given. */
function cutByQueen(subproblem: MeetSubproblem): MeetSubproblem[] | undefined {
  const { queens, splitColumns, splitColumnsBelow } = subproblem;
  const row = givenRows(subproblem)[queens.length];
  if (row === undefined) return undefined;
  const columns = possibleColumns(subproblem, givenQueens(subproblem), row) & ~splitColumnsBelow;
  return Array.from(columnsOf(columns), (column) =>
    withIdAndCost({ ...subproblem, queens: [...queens, column], splitColumns: splitColumns & ~(1 << column) }),
  );
}

/** Cuts by the side of the next split column and drops impossible pieces. Returns undefined if no column is left. */
function cutBySplitColumn(subproblem: MeetSubproblem): MeetSubproblem[] | undefined {
  const column = nextSplitColumn(subproblem);
  if (column === 0) return undefined;
  const splitColumns = subproblem.splitColumns | column;
  return [0, column]
    .map((below) => ({ ...subproblem, splitColumns, splitColumnsBelow: subproblem.splitColumnsBelow | below }))
    .filter((piece) => hasRoom(piece, piece))
    .map(withIdAndCost);
}

/** Returns a mask of the first column that is neither given nor split; 0 if there is none. */
function nextSplitColumn({ n, queens, splitColumns }: MeetSubproblem): number {
  const given = queens.reduce((mask, queen) => mask | (1 << queen), splitColumns);
  for (let i = 0; i < n; i++) {
    const column = splitColumn(n, i);
    if (column & ~given) return column;
  }
  return 0;
}
