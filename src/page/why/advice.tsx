import type { ComponentChildren } from 'preact';
import { type Cell, findAttackers, isSameCell, listCells } from '../../core/board/placement.js';
import { plural } from '../../core/text/numbers.js';
import { Click } from '../parts/controls.js';
import { findCompletions } from '../parts/fixed-queens.js';
import { N, WAYS } from './halves.js';

/** An answer to the player. A hint also draws a ring around a cell. */
export interface Advice {
  readonly first: ComponentChildren;
  readonly text?: ComponentChildren;
  readonly tone?: 'good' | 'bad';
  readonly ringed?: Cell | undefined;
}

export const ATTACKED: Advice = {
  tone: 'bad',
  first: 'A queen attacks that square.',
  text: 'Follow the red line to her, and try another square.',
};

export const FOUND_BEFORE: Advice = {
  tone: 'good',
  first: 'You have found this way before.',
  text: 'Can you find another?',
};

/** Rings a queen to take back if no way contains all given queens; otherwise, the square that leaves the most ways. */
export function giveHint(queens: readonly Cell[]): Advice {
  const without = (cell: Cell) => queens.filter((queen) => !isSameCell(queen, cell));
  if (findCompletions(WAYS, queens).length === 0) {
    const first = `None of the ${WAYS.length} ways has these queens.`;
    const ringed = queens.find((queen) => findCompletions(WAYS, without(queen)).length > 0) ?? queens.at(-1);
    return { ringed, tone: 'bad', first, text: 'Take back the ringed one, and ask again.' };
  }
  const squares = listCells(N)
    .filter((cell) => without(cell).length === queens.length)
    .map((cell) => ({ cell, ways: findCompletions(WAYS, [...queens, cell]).length }));
  const [best] = squares.sort((a, b) => b.ways - a.ways);
  return {
    ringed: best?.cell,
    first: 'Try the ringed square.',
    text: `That leaves ${plural(best?.ways ?? 0, 'way')}.`,
  };
}

export function describeBoard(queens: readonly Cell[]): Advice {
  const isQueen = (cell: Cell) => queens.some((queen) => isSameCell(queen, cell));
  const free = listCells(N).filter((cell) => !isQueen(cell) && findAttackers(queens, cell).length === 0).length;
  const left = `${plural(free, 'square')} left.`;
  const attacks = 'A queen attacks along her row, her column and both diagonals';
  if (queens.length <= 1) {
    const first = (
      <>
        <Click /> a {queens.length === 1 && 'free '}square.
      </>
    );
    return { first, text: `${attacks}.${queens.length === 1 ? ` ${left}` : ''}` };
  }
  if (queens.length === N) {
    return { tone: 'good', first: 'Eight queens, and none attacks another!', text: 'Can you find another way?' };
  }
  if (free > 0) return { first: `${queens.length} of 8 queens, ${left}` };
  return {
    tone: 'bad',
    first: `${plural(queens.length, 'queen')}, and no free square left.`,
    text: 'There is nowhere to put the next one. Take one back.',
  };
}
