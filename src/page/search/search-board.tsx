/** Shows a step of a search as a board and as a sentence. */
import { attacks, type Cell } from '../../board/attacked.js';
import { columnsOf, countColumns } from '../../board/masks.js';
import { Board, middleOf } from '../parts/board.js';
import { range } from '../parts/controls.js';
import type { SearchStep } from './search-steps.js';

/** The board with its attacked cells and the last step. */
export function SearchBoard({ n, frame }: { readonly n: number; readonly frame: SearchStep }) {
  const { event, queens } = frame;
  const touched: Cell | undefined = 'col' in event ? [event.row, event.col] : undefined;
  const attackers = attackersIn(frame);

  const cells = range(0, n * n - 1).map((i): Cell => [Math.floor(i / n), i % n]);
  const isTouched = ([row, col]: Cell) => touched?.[0] === row && touched[1] === col;
  const isQueen = ([row, col]: Cell) => queens.some(([r, c]) => r === row && c === col);
  const attacked = cells.filter(
    (cell) => !isTouched(cell) && !isQueen(cell) && queens.some((queen) => attacks(queen, cell)),
  );
  const marks = [
    ...attacked.map((cell) => [cell, 'attacked'] as const),
    ...(touched ? [[touched, stepClass(frame)] as const] : []),
  ];

  const label = `Board of ${n} by ${n}, queens in columns ${queens.map(([, col]) => col).join(', ') || 'none'}`;
  return (
    <Board n={n} queens={queens} label={`${label}. ${stepSentence(frame)}`} marks={marks}>
      {attacked.map((cell) => {
        const [cx, cy] = middleOf(cell);
        return <circle key={cell.join('.')} class="attacked-dot" cx={cx} cy={cy} r={2} />;
      })}
      {touched && event.kind === 'tried' && !event.free && <Cross cell={touched} />}
      {touched && (event.kind === 'undone' || (event.kind === 'tried' && event.free)) && <Ghost cell={touched} />}
      {touched &&
        attackers.map((queen) => {
          const [x1, y1] = middleOf(queen);
          const [x2, y2] = middleOf(touched);
          return <line key={queen.join('.')} class="attack" x1={x1} y1={y1} x2={x2} y2={y2} />;
        })}
    </Board>
  );
}

function stepClass({ event }: SearchStep): string {
  if (event.kind === 'tried') return event.free ? 'tried-free' : 'tried-attacked';
  return event.kind;
}

function Cross({ cell }: { readonly cell: Cell }) {
  const [x, y] = middleOf(cell);
  return <path class="cross" d={`M${x - 6} ${y - 6}l12 12m0-12l-12 12`} />;
}

/** The outline of a queen that is not yet on the board, or was just removed. */
function Ghost({ cell }: { readonly cell: Cell }) {
  const [x, y] = middleOf(cell);
  return <circle class="ghost" cx={x} cy={y} r={7} />;
}

/** Returns the queens that attack the cell that the step tries; none if the step tries no cell. */
function attackersIn({ event, queens }: SearchStep): readonly Cell[] {
  if (event.kind !== 'tried') return [];
  const tried: Cell = [event.row, event.col];
  return queens.filter((queen) => attacks(queen, tried));
}

/** Describes a step in one sentence. */
export function stepSentence(frame: SearchStep): string {
  const { event } = frame;
  switch (event.kind) {
    case 'tried': {
      const tried: Cell = [event.row, event.col];
      const attackers = attackersIn(frame).map((queen) => `row ${queen[0]} (${sharedLine(queen, tried)})`);
      if (attackers.length === 0) return `The cell in ${cellName(tried)} is free.`;
      const queens = attackers.length === 1 ? 'queen' : 'queens';
      return `The cell in ${cellName(tried)} is attacked by the ${queens} in ${joined(attackers)}.`;
    }
    case 'placed':
      return `A queen is placed in ${cellName([event.row, event.col])}.`;
    case 'undone':
      return `The queen in ${cellName([event.row, event.col])} is removed.`;
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

function cellName([row, col]: Cell): string {
  return `row ${row}, column ${col}`;
}

function sharedLine([row, col]: Cell, [otherRow, otherCol]: Cell): string {
  if (row === otherRow) return 'row';
  if (col === otherCol) return 'column';
  return row - otherRow === col - otherCol ? 'diagonal \\' : 'diagonal /';
}

function joined(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}
