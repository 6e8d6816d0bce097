import type { Cell } from '../../src/board/attacked.js';
import { columnAt, columnsOf, countColumns } from '../../src/board/masks.js';
import { type Band, givenRows, possibleColumns } from '../../src/plan/band.js';
import { meetCut } from '../../src/plan/meet-cuts.js';
import type { MeetSubproblem } from '../../src/plan/subproblem.js';

/**
 * Places all queens of a band but the last at random, often near the edges, where keys are longest. Then gives most of
 * the other columns a side at random, so that any kernel counts the subproblem in milliseconds.
 *
 * @param choices an endless stream of random numbers.
 * @param open number of columns without a side.
 */
export function randomSubproblem(
  n: number,
  choices: Iterator<number>,
  open: number,
  band: Omit<Band, 'n'> = meetCut(n, 0),
): MeetSubproblem {
  const random = (limit: number): number => Number(choices.next().value) % limit;
  const { rowsAbove, bandRows, lastRow } = band;
  const shape = { n, rowsAbove, bandRows, lastRow };
  const queens: Cell[] = [];
  for (const row of givenRows(shape)) {
    const possible = possibleColumns(shape, queens, row);
    const nearEdges = possible & (7 | (7 << (n - 3)));
    const columns = nearEdges && random(2) ? nearEdges : possible;
    if (columns === 0) return randomSubproblem(n, choices, open, band);
    queens.push({ row, column: columnAt(columns, random(countColumns(columns))) });
  }
  let splitColumns = (2 ** n - 1) & ~queens.reduce((mask, { column }) => mask | (1 << column), 0);
  while (countColumns(splitColumns) > 0 && n - bandRows + 1 - countColumns(splitColumns) < open) {
    splitColumns &= ~(1 << columnAt(splitColumns, random(countColumns(splitColumns))));
  }
  let splitColumnsBelow = 0;
  for (const column of columnsOf(splitColumns)) if (random(2)) splitColumnsBelow |= 1 << column;
  return {
    ...{ algorithm: 'meet', id: 'random', n, weight: 1, cost: 1, rowsAbove, bandRows, lastRow },
    ...{ queens: queens.map(({ column }) => column), patternColumns: random(4), splitColumns, splitColumnsBelow },
  };
}
