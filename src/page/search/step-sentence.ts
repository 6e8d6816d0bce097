import { attacks, type Cell } from '../../board/attacked.js';
import { columnsOf, countColumns } from '../../board/masks.js';
import type { SearchFrame } from './search-player.js';

/** The queens that attack the cell of a try; none for other steps. */
export function attackersIn({ event, queens }: SearchFrame): readonly Cell[] {
  if (event.kind !== 'tried') return [];
  const tried: Cell = [event.row, event.col];
  return queens.filter((queen) => attacks(queen, tried));
}

/** What happened in a step, in one sentence. */
export function stepSentence(frame: SearchFrame): string {
  const { event } = frame;
  switch (event.kind) {
    case 'tried': {
      const tried: Cell = [event.row, event.col];
      const attackers = attackersIn(frame).map((queen) => `row ${queen[0]} (${line(queen, tried)})`);
      if (attackers.length === 0) return `The cell in ${named(tried)} is free.`;
      const queens = attackers.length === 1 ? 'queen' : 'queens';
      return `The cell in ${named(tried)} is attacked by the ${queens} in ${listed(attackers)}.`;
    }
    case 'placed':
      return `A queen is placed in ${named([event.row, event.col])}.`;
    case 'undone':
      return `The queen in ${named([event.row, event.col])} is removed.`;
    case 'solution':
      return `Solution ${frame.solutions}: ${event.columns.join(' ')}.`;
    case 'masks': {
      if (event.masks.free === 0) return `Row ${event.row} has no free cell: a dead end.`;
      const columns = countColumns(event.masks.free) > 1 ? 'columns' : 'column';
      return `Row ${event.row} is free in ${columns} ${[...columnsOf(event.masks.free)].join(', ')}.`;
    }
    case 'board':
      return event.peaceful ? 'No queen on the board attacks another.' : 'Queens on the board attack each other.';
  }
}

function named([row, col]: Cell): string {
  return `row ${row}, column ${col}`;
}

function line([row, col]: Cell, [otherRow, otherCol]: Cell): string {
  if (row === otherRow) return 'row';
  if (col === otherCol) return 'column';
  return row - otherRow === col - otherCol ? 'diagonal \\' : 'diagonal /';
}

function listed(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}
