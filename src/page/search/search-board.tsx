/** Shows a step of a search as a board and as a sentence. */

import { columnsOf, countColumns } from '../../board/masks.js';
import type { Cell } from '../../board/placement.js';
import { Board, CELL, cellName, columnsInWords, Line, middleOf } from '../parts/board.js';
import { cellsOfBoard, findAttackers, isSameCell } from '../parts/play-board.js';
import type { SearchStep } from './search-steps.js';

/** The board with its attacked squares and the last step. */
export function SearchBoard({ n, frame }: { readonly n: number; readonly frame: SearchStep }) {
  const { event, queens } = frame;
  const touched: Cell | undefined = 'column' in event ? event : undefined;
  const taken = touched ? [...queens, touched] : queens;
  const attacked = cellsOfBoard(n).filter(
    (cell) => findAttackers(queens, cell).length > 0 && !taken.some((other) => isSameCell(other, cell)),
  );
  const label = `Board of ${n} by ${n}, queens in columns ${columnsInWords(queens.map(({ column }) => column)) || 'none'}`;
  return (
    <Board
      isNumbered
      n={n}
      queens={queens}
      isSolved={frame.event.kind === 'solution'}
      label={`${label}. ${stepSentence(frame)}`}
    >
      {attacked.map((cell) => {
        const [cx, cy] = middleOf(cell);
        return <circle key={cellName(cell)} class="attacked-dot" cx={cx} cy={cy} r={2.5} />;
      })}
      {touched && (
        <rect
          class={`mark ${stepClass(frame)}`}
          x={touched.column * CELL}
          y={touched.row * CELL}
          width={CELL}
          height={CELL}
        />
      )}
      {touched &&
        attackersIn(frame).map((queen) => <Line key={cellName(queen)} className="attack" from={queen} to={touched} />)}
    </Board>
  );
}

function stepClass({ event }: SearchStep): string {
  if (event.kind === 'tried') return event.free ? 'tried-free' : 'tried-attacked';
  return event.kind;
}

/** Returns the queens that attack the square that the step tries; none if the step tries no square. */
function attackersIn({ event, queens }: SearchStep): readonly Cell[] {
  if (event.kind !== 'tried') return [];
  return findAttackers(queens, event);
}

/** Says what happens in a step, for readers who do not see the board. */
export function stepSentence(frame: SearchStep): string {
  const { event } = frame;
  switch (event.kind) {
    case 'tried': {
      const attackers = attackersIn(frame).map((queen) => `row ${queen.row + 1} (${sharedLine(queen, event)})`);
      if (attackers.length === 0) return `The square in ${cellName(event)} is free.`;
      return `The square in ${cellName(event)} is attacked from ${attackers.join(' and ')}.`;
    }
    case 'placed':
      return `A queen is placed in ${cellName(event)}.`;
    case 'undone':
      return `The queen in ${cellName(event)} is removed.`;
    case 'solution':
      return `Solution ${frame.solutions}: ${columnsInWords(event.columns)}.`;
    case 'masks': {
      if (event.masks.free === 0) return `Row ${event.row + 1} has no free square: a dead end.`;
      const columns = countColumns(event.masks.free) > 1 ? 'columns' : 'column';
      return `Row ${event.row + 1} is free in ${columns} ${columnsInWords([...columnsOf(event.masks.free)])}.`;
    }
    case 'board':
      return event.peaceful ? 'No queen on the board attacks another.' : 'Queens on the board attack each other.';
  }
}

function sharedLine(one: Cell, other: Cell): string {
  if (one.row === other.row) return 'row';
  if (one.column === other.column) return 'column';
  return one.row - other.row === one.column - other.column ? 'falling diagonal' : 'rising diagonal';
}
