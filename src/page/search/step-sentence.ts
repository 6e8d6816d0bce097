import { attacks, type Cell } from '../../board/attacked.js';
import { columnsOf, countColumns } from '../../board/masks.js';
import type { SearchFrame } from './search-player.js';

/** The queens that attack the cell which was tried; none for other steps. */
export function attackersIn({ event, queens }: SearchFrame): readonly Cell[] {
  if (event.kind !== 'tried') return [];
  const tried: Cell = [event.row, event.col];
  return queens.filter((queen) => attacks(queen, tried));
}

/** What happened, in words. */
export function stepSentence(frame: SearchFrame): string {
  const { event } = frame;
  switch (event.kind) {
    case 'tried': {
      const tried: Cell = [event.row, event.col];
      const attacks = attackersIn(frame).map(
        (queen) => `along the ${line(queen, tried)} by the queen in ${named(queen)}`,
      );
      if (attacks.length === 0) return `The cell in ${named(tried)} is free.`;
      return `The cell in ${named(tried)} is attacked ${attacks.join(', and ')}.`;
    }
    case 'placed':
      return `A queen is placed in ${named([event.row, event.col])}.`;
    case 'undone':
      return `The queen in ${named([event.row, event.col])} is taken back.`;
    case 'solution':
      return `Solution ${frame.solutions}: ${event.columns.join(' ')}.`;
    case 'masks': {
      if (event.masks.free === 0) return `Row ${event.row} has no free cell: a dead end.`;
      const plural = countColumns(event.masks.free) > 1 ? 's' : '';
      return `Row ${event.row} is free in column${plural} ${[...columnsOf(event.masks.free)].join(', ')}.`;
    }
    case 'board':
      return `The board is ${event.peaceful ? 'peaceful' : 'not peaceful'}.`;
  }
}

function named([row, col]: Cell): string {
  return `row ${row}, column ${col}`;
}

function line([row, col]: Cell, [otherRow, otherCol]: Cell): string {
  if (row === otherRow) return 'row';
  if (col === otherCol) return 'column';
  return row - otherRow === col - otherCol ? 'falling diagonal' : 'rising diagonal';
}
