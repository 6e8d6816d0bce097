/**
 * Subproblems in pieces, for the readable kernel. It keeps a half placement as an object, not as four bytes: it cannot hold
 * a whole subproblem of n = 19, of which there are ten.
 */
import { columnAt, ones } from './column-masks.js';
import { wideAmounts } from './meet-cost.js';
import { keyColumn } from './meet-cuts.js';
import { hasRoom, withIdAndCost } from './meet-wide-plan.js';
import type { Subproblem, WideSubproblem } from './subproblem.js';
import { givenQueens, givenRows, possibleColumns } from './wide-band.js';

/**
 * What a piece of `meet` may cost at most, or how many lists it may build. (From n = 20 on, nothing costs so little.) The
 * readable kernel takes up to five seconds for it, and about a gigabyte. 2026-11-23.
 */
const READABLE_COST = 5_000;
const READABLE_LISTS = 1_000;

/**
 * A subproblem in pieces that the readable kernel can hold and that together count what it counts. One of `bitmask`, which
 * takes no memory, stays whole. No two pieces have the same id, if their subproblems are of one plan.
 *
 * @param share which part of the usual size a piece may have; tests ask for less than 1.
 */
export function piecesOf(subproblem: Subproblem, share = 1): Subproblem[] {
  return subproblem.algorithm === 'meet' ? widePieces(subproblem, share) : [subproblem];
}

function widePieces(subproblem: WideSubproblem, share: number): WideSubproblem[] {
  if (isReadable(subproblem, share)) return [subproblem];
  const pieces = cutByQueen(subproblem) ?? cutByKeyColumn(subproblem);
  return pieces?.flatMap((piece) => widePieces(piece, share)) ?? [subproblem];
}

function isReadable(subproblem: WideSubproblem, share: number): boolean {
  const [, lists] = wideAmounts(subproblem);
  return subproblem.cost <= share * READABLE_COST || lists <= share * READABLE_LISTS;
}

/** By the places of the next queen of the band; undefined if all but the last one are given. */
function cutByQueen(subproblem: WideSubproblem): WideSubproblem[] | undefined {
  const { queens, keyColumns, keyColumnsBelow } = subproblem;
  const row = givenRows(subproblem)[queens.length];
  if (row === undefined) return undefined;
  const columns = possibleColumns(subproblem, givenQueens(subproblem), row) & ~keyColumnsBelow;
  return Array.from({ length: ones(columns) }, (_, i) => {
    const column = columnAt(columns, i);
    return withIdAndCost({ ...subproblem, queens: [...queens, column], keyColumns: keyColumns & ~(1 << column) });
  });
}

/** In two, by the side of the next key column; one that can hold no solution is left out. Undefined if no column is left. */
function cutByKeyColumn(subproblem: WideSubproblem): WideSubproblem[] | undefined {
  const column = nextKeyColumn(subproblem);
  if (column === 0) return undefined;
  const keyColumns = subproblem.keyColumns | column;
  return [0, column]
    .map((below) => ({ ...subproblem, keyColumns, keyColumnsBelow: subproblem.keyColumnsBelow | below }))
    .filter((half) => hasRoom(half, half))
    .map(withIdAndCost);
}

/** The first key column (a mask) of which nothing is given yet; 0 if there is none. */
function nextKeyColumn({ n, queens, keyColumns }: WideSubproblem): number {
  const given = queens.reduce((mask, queen) => mask | (1 << queen), keyColumns);
  for (let i = 0; i < n; i++) {
    const column = keyColumn(n, i);
    if (column & ~given) return column;
  }
  return 0;
}
