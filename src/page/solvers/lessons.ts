/** Lessons on the solvers: the idea of each, its code, and a picture of its memory. */
import type { ComponentType } from 'preact';
import type { SearchEvent } from '../../core/textbook/search.js';
import type { SolverName } from '../../core/textbook/solver-names.js';
import { BitFlags, Flags, MaskTable, type SearchState } from './memories.js';

/** A line of pseudocode, with the kinds of steps that run it. */
interface CodeLine {
  readonly text: string;
  readonly steps?: readonly SearchEvent['kind'][];
}

export interface Lesson {
  /** The solver's memory, unless it is what the board shows. */
  readonly Memory?: ComponentType<SearchState>;
  /** The solver's idea, as the end of a sentence that begins with `This solver`. */
  readonly about: string;
  readonly code: readonly CodeLine[];
}

/** Returns the code of a recursive search that tries each square of a row. `test` is the condition to place a queen. */
function writeRowSearch(test: readonly string[], place: string, remove: string): readonly CodeLine[] {
  return [
    { text: 'fill(row):' },
    { text: '  if all rows are filled: a solution, return', steps: ['solution'] },
    { text: '  for each column, from the left:' },
    ...test.map((text): CodeLine => ({ text: `    ${text}`, steps: ['tried'] })),
    { text: `      ${place}`, steps: ['placed'] },
    { text: '      fill(row + 1)' },
    { text: `      ${remove}`, steps: ['undone'] },
  ];
}

/** Returns the code of a solver that tests all boards. */
function writeBoardTest(first: string, next: string): readonly CodeLine[] {
  return [
    { text: first },
    { text: 'repeat:' },
    { text: '  compare each queen with those before her,', steps: ['board'] },
    { text: '  until two attack each other', steps: ['board'] },
    { text: '  if none do: a solution', steps: ['solution'] },
    { text: `  ${next}` },
    { text: 'until there is no next board' },
  ];
}

export const lessons: Readonly<Record<SolverName, Lesson>> = {
  combinations: {
    about: 'tries every way to put the queens on the squares and tests every board.',
    code: writeBoardTest(
      'put the queens on the first squares',
      'move the last queen that can move, and those after her',
    ),
  },
  'columns-product': {
    about: 'puts one queen in each row and counts through the columns like an odometer.',
    code: writeBoardTest('put all queens into column 1', 'move the last queen; at the end, carry to the row above'),
  },
  permutations: {
    about: 'puts one queen in each row and each column and tries every order of the columns.',
    code: writeBoardTest('columns = 1, 2, 3 and so on', 'columns = the next order of the same numbers'),
  },
  'full-board': {
    about: 'keeps a board of characters and looks in all eight directions from each square.',
    code: writeRowSearch(['if no Q is seen in eight directions:'], 'write Q on the square', 'write . on the square'),
  },
  'column-array': {
    about: 'keeps no board, only the column of the queen in each row.',
    code: writeRowSearch(
      ['if no queen above is in this column, or', '   as far away in rows as in columns:'],
      'columns[row] = column',
      'forget columns[row]',
    ),
  },
  iterative: {
    about: 'does the search of column-array in a loop; its list of columns remembers the way back.',
    code: [
      { text: 'repeat:' },
      { text: '  if all rows are filled: a solution', steps: ['solution'] },
      { text: '  if all rows are filled, or all columns are tried:' },
      { text: '    take the last column off the list,', steps: ['undone'] },
      { text: '    and continue to its right in the same row', steps: ['undone'] },
      { text: '  else if no queen on the list attacks the square:', steps: ['tried'] },
      { text: '    add the column to the list, go to the next row', steps: ['placed'] },
      { text: '  else: go to the next column' },
    ],
  },
  'diagonal-flags': {
    Memory: Flags,
    about: 'keeps a flag for each column and diagonal and tests the squares of a row one by one.',
    code: writeRowSearch(
      ['if its column and diagonal flags are 0:'],
      'place a queen, set the three flags',
      'remove it, clear the three flags',
    ),
  },
  'bit-flags': {
    Memory: BitFlags,
    about: 'keeps the flags of diagonal-flags as the bits of three numbers.',
    code: writeRowSearch(
      ['if its three bits are 0:'],
      'place a queen, set the three bits',
      'remove it, clear the three bits',
    ),
  },
  bitmask: {
    Memory: MaskTable,
    about: 'keeps three rows of bits, shifts them from row to row, and finds all free squares of a row at once.',
    code: [
      { text: 'fill(row, columns, falling, rising):' },
      { text: '  if all rows are filled: a solution, return', steps: ['solution'] },
      { text: '  free = all & ~(columns | falling | rising)', steps: ['masks'] },
      { text: '  while free is not 0:' },
      { text: '    queen = first bit of free; remove it from free', steps: ['tried'] },
      { text: '    fill(row + 1, columns | queen,', steps: ['placed'] },
      { text: '         falling | queen, shifted to the right,', steps: ['placed'] },
      { text: '         rising | queen, shifted to the left)', steps: ['placed'] },
      { text: '    continue here with the rest of free', steps: ['undone'] },
    ],
  },
};

/**
 * Returns whether a step executes a line. A step that tests a whole board and finds a solution also executes the line
 * for solutions.
 */
export function executes({ steps }: CodeLine, event: SearchEvent): boolean {
  if (event.kind === 'board' && event.peaceful && steps?.includes('solution')) return true;
  return steps?.includes(event.kind) ?? false;
}
