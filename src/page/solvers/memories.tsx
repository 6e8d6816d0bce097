/** Pictures of a solver's memory after a step. Rows, columns and squares are counted from 1, as on the board. */

import { allColumns, freeColumns, masksOf } from '../../core/board/masks.js';
import type { Cell } from '../../core/board/placement.js';
import { range, Statistics } from '../parts/controls.js';
import type { SearchStep } from './steps.js';

/** A step of a search on a board of n columns. */
export interface SearchState {
  readonly n: number;
  readonly frame: SearchStep;
}

/** The numbers of the squares with a queen. */
export function Squares({ n, frame: { queens } }: SearchState) {
  const squares = queens.map(({ row, column }) => row * n + column + 1);
  return <Statistics stats={[[`squares, numbered from 1 to ${n * n}, row by row`, squares.join(' ')]]} />;
}

/** The column of the queen in each row. */
export function Columns({ n, frame: { queens } }: SearchState) {
  return (
    <table class="bits">
      <thead>
        <tr>
          <th scope="col">row</th>
          {range(1, n).map((row) => (
            <th key={row} scope="col">
              {row}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">
            <b>columns</b>
          </th>
          {range(0, n - 1).map((row) => {
            const queen = queens[row];
            return (
              <td key={row} class={queen && 'one'}>
                {queen ? queen.column + 1 : '–'}
              </td>
            );
          })}
        </tr>
      </tbody>
    </table>
  );
}

/** A character for each square. */
export function Characters({ n, frame: { queens } }: SearchState) {
  const rows = range(0, n - 1).map((row) =>
    range(0, n - 1)
      .map((column) => (queens.some((queen) => queen.row === row && queen.column === column) ? 'Q' : '.'))
      .join(' '),
  );
  return (
    <pre
      class="characters"
      role="img"
      aria-label={`${n} lines of ${n} characters: Q for a queen, . for an empty square`}
    >
      {rows.join('\n')}
    </pre>
  );
}

/** The kinds of lines: a name, a formula for the number of a line's flag (from 1), and a function for it (from 0). */
const LINES: readonly (readonly [name: string, meaning: string, findFlag: (queen: Cell, n: number) => number])[] = [
  ['columns', 'column', ({ column }) => column],
  ['falling', 'row - column + n', ({ row, column }, n) => row - column + n - 1],
  ['rising', 'row + column - 1', ({ row, column }) => row + column],
];

/** Returns the flags of all lines of a kind, in their order: 1 if a queen stands on the line. */
function listFlags(name: string, findFlag: (queen: Cell, n: number) => number, { n, frame }: SearchState): number[] {
  const taken = frame.queens.map((queen) => findFlag(queen, n));
  return range(0, name === 'columns' ? n - 1 : 2 * n - 2).map((flag) => (taken.includes(flag) ? 1 : 0));
}

/** The flags of columns and diagonals, with the first flag at the left. */
export function Flags(state: SearchState) {
  return (
    <Statistics
      stats={LINES.map(([name, meaning, findFlag]) => [
        `${name}, flag ${meaning}`,
        listFlags(name, findFlag, state).join(''),
      ])}
    />
  );
}

/** The same flags as binary numbers, with the first flag at the right. */
export function BitFlags(state: SearchState) {
  return (
    <Statistics
      stats={LINES.map(([name, , findFlag]) => {
        const binary = listFlags(name, findFlag, state).reverse().join('');
        return [name, `${binary} = ${Number.parseInt(binary, 2)}`];
      })}
    />
  );
}

/** The masks of the next row. Column 1 is at the left, as on the board. */
export function Masks({ n, frame }: SearchState) {
  const columns = frame.queens.map(({ column }) => column);
  const masks = masksOf(columns);
  const isFull = columns.length === n;
  const rows: readonly [name: string, meaning: string, mask: number][] = [
    ['columns', 'a queen stands above', masks.columns],
    ['falling', 'a diagonal \\ comes down here', masks.falling],
    ['rising', 'a diagonal / comes down here', masks.rising],
    ['free', 'free, and not yet tried', isFull ? 0 : freeColumns(n, masks) & ~columnsTried(frame)],
  ];
  return (
    <table class="bits">
      <thead>
        <tr>
          <th scope="col">{isFull ? 'All rows are filled' : `Row ${columns.length + 1}: 1 where`}</th>
          {range(1, n).map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, meaning, mask]) => (
          <tr key={name} class={name}>
            <th scope="row">
              <b>{name}</b> {meaning}
            </th>
            {range(0, n - 1).map((column) => (
              <td key={column} class={(mask >>> column) & 1 ? 'one' : undefined}>
                {(mask >>> column) & 1}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns a mask of the columns that the loop over the row has already tried. */
function columnsTried({ event }: SearchStep): number {
  if (event.kind === 'tried') return allColumns(event.column);
  return event.kind === 'undone' ? allColumns(event.column + 1) : 0;
}
