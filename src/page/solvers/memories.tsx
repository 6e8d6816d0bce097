/** Pictures of a solver's memory after a step. Rows, columns and squares are counted from 1, as on the board. */

import { allColumns, freeColumns, masksOf } from '../../core/board/masks.js';
import type { Cell } from '../../core/board/placement.js';
import { range, Statistics } from '../parts/controls.js';
import type { SearchStep } from './steps.js';

export interface SearchState {
  readonly n: number;
  readonly frame: SearchStep;
}

/** Kinds of lines: a name, the formula shown for a flag's index (from 1), and a function that returns it (from 0). */
const LINES: readonly (readonly [name: string, meaning: string, findFlag: (queen: Cell, n: number) => number])[] = [
  ['columns', 'column', ({ column }) => column],
  ['falling', 'row - column + n', ({ row, column }, n) => row - column + n - 1],
  ['rising', 'row + column - 1', ({ row, column }) => row + column],
];

/** Returns, for each kind, the flags of its lines in order: 1 if a queen stands on the line. */
function listFlags({ n, frame: { queens } }: SearchState) {
  return LINES.map(([name, meaning, findFlag]) => {
    const taken = queens.map((queen) => findFlag(queen, n));
    const flags = range(0, name === 'columns' ? n - 1 : 2 * n - 2).map((flag) => (taken.includes(flag) ? 1 : 0));
    return [name, meaning, flags] as const;
  });
}

/** The flags of columns and diagonals. The first flag is at the left. */
export function Flags(state: SearchState) {
  return (
    <Statistics
      stats={listFlags(state).map(([name, meaning, flags]) => [`${name}, flag ${meaning}`, flags.join('')])}
    />
  );
}

/** The same flags, written as binary numbers. The first flag is at the right. */
export function BitFlags(state: SearchState) {
  const numbers = listFlags(state).map(([name, , flags]) => [name, [...flags].reverse().join('')] as const);
  return <Statistics stats={numbers.map(([name, bits]) => [name, `${bits} = ${Number.parseInt(bits, 2)}`])} />;
}

/** The masks for the next row, as a table of bits in which ones stand out. Column 1 is at the left, as on the board. */
export function MaskTable({ n, frame }: SearchState) {
  const columns = frame.queens.map(({ column }) => column);
  const masks = masksOf(columns);
  const isFull = columns.length === n;
  const rows = [
    ['columns', 'a queen stands above', masks.columns],
    ['falling', 'a diagonal \\ comes down here', masks.falling],
    ['rising', 'a diagonal / comes down here', masks.rising],
    ['free', 'free, and not yet tried', isFull ? 0 : freeColumns(n, masks) & ~columnsTried(frame)],
  ] as const;
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
