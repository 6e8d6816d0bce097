/** Shows a step of a search as a board and as a sentence. Readers see rows and columns numbered from 1. */

import { columnsOf, countColumns } from '../../core/board/masks.js';
import { type Cell, findAttackers, isSameCell, listCells } from '../../core/board/placement.js';
import { formatCount } from '../../core/text/numbers.js';
import type { SearchSpace } from '../../core/textbook/search-space.js';
import { Board, CELL, formatCell, formatColumns, Line } from '../parts/board.js';
import type { SearchStep } from './steps.js';

/** The board after a step, with the step marked. Until the board is full, attacked squares are tinted. */
export function StepBoard({ n, frame }: { readonly n: number; readonly frame: SearchStep }) {
  const { event, queens } = frame;
  const touched: Cell | undefined = 'column' in event ? event : undefined;
  const columns = formatColumns(queens.map(({ column }) => column));
  const isBoard = event.kind === 'board';
  const label = `Board of ${n} by ${n}, queens in columns ${columns || 'none'}`;
  return (
    <Board isNumbered n={n} queens={queens} isSolved={isSolution(frame)} label={`${label}. ${describeStep(frame)}`}>
      <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path class="hatch" d="M0 0h1.5v5h-1.5z" />
      </pattern>
      {!isBoard &&
        queens.length < n &&
        listCells(n)
          .filter((cell) => !isTaken(cell, frame) && findAttackers(queens, cell).length > 0)
          .map((cell) => <Square key={formatCell(cell)} cell={cell} name="attacked" />)}
      {touched && <Square cell={touched} name={`mark ${chooseClass(frame)}`} />}
      {isBoard &&
        findAttacks(frame)
          .flat()
          .map((cell) => <Square key={formatCell(cell)} cell={cell} name="mark tried-attacked" />)}
      {findAttacks(frame).map(([from, to]) => (
        <Line key={formatCell(from)} className="attack" from={from} to={to} />
      ))}
    </Board>
  );
}

function isSolution({ event }: SearchStep): boolean {
  return event.kind === 'solution' || (event.kind === 'board' && event.peaceful);
}

function isTaken(cell: Cell, { event, queens }: SearchStep): boolean {
  return queens.some((queen) => isSameCell(queen, cell)) || ('column' in event && isSameCell(event, cell));
}

function Square({ cell: { row, column }, name }: { readonly cell: Cell; readonly name: string }) {
  return <rect class={name} x={column * CELL} y={row * CELL} width={CELL} height={CELL} />;
}

function chooseClass({ event }: SearchStep): string {
  if (event.kind === 'tried') return event.free ? 'tried-free' : 'tried-attacked';
  return event.kind;
}

/** Returns the attacks that a step finds: on the square that it tries, or the first one on a whole board. */
function findAttacks({ event, queens, clash }: SearchStep): readonly (readonly [from: Cell, to: Cell])[] {
  if (event.kind === 'tried') return findAttackers(queens, event).map((queen) => [queen, event]);
  return clash ? [clash] : [];
}

export function describeStep(frame: SearchStep): string {
  const { event } = frame;
  switch (event.kind) {
    case 'tried': {
      const attackers = findAttacks(frame).map(([queen]) => `row ${queen.row + 1} (${findSharedLine(queen, event)})`);
      if (attackers.length === 0) return `The square in ${formatCell(event)} is free.`;
      return `The square in ${formatCell(event)} is attacked from ${attackers.join(' and ')}.`;
    }
    case 'placed':
      return `A queen is placed in ${formatCell(event)}.`;
    case 'undone':
      return `The queen in ${formatCell(event)} is taken back.`;
    case 'solution':
      return describeSolution(frame);
    case 'masks': {
      const row = `Row ${event.row + 1}`;
      if (event.masks.free === 0) return `${row} has no free square: a dead end.`;
      const columns = countColumns(event.masks.free) > 1 ? 'columns' : 'column';
      return `${row} is free in ${columns} ${formatColumns([...columnsOf(event.masks.free)])}.`;
    }
    case 'board': {
      const { clash } = frame;
      if (!clash) return describeSolution(frame);
      const [one, other] = clash.map(formatCell);
      return `The queens in ${one} and in ${other} attack each other (${findSharedLine(...clash)}).`;
    }
  }
}

/** Lists a solution's columns. The text adds that they are counted from 1, because the command line counts from 0. */
function describeSolution({ solutions, queens }: SearchStep): string {
  const columns = formatColumns(queens.map(({ column }) => column));
  return `Solution ${solutions}: ${columns} (columns, counted from 1).`;
}

/** Describes how many boards begin with the queens down to the first clash. */
export function describeLostBoards(n: number, space: SearchSpace, { queens, clash }: SearchStep): string {
  if (!clash) return '';
  const begins = queens.slice(0, queens.indexOf(clash[1]) + 1);
  const boards = space.size(n, begins);
  if (boards === 1n) return 'Only the last queen is attacked. The solver tests the next board.';
  const lost = `${formatCount(boards)} boards begin with these ${begins.length} queens`;
  return `${lost}. None is a solution, but the solver tests them all.`;
}

function findSharedLine(one: Cell, other: Cell): string {
  if (one.row === other.row) return 'row';
  if (one.column === other.column) return 'column';
  return one.row - other.row === one.column - other.column ? 'falling diagonal' : 'rising diagonal';
}
