/** Pictures of the memories of solvers, after a step. */

import { allColumns, freeColumns, masksOf } from '../../board/masks.js';
import type { Cell } from '../../board/placement.js';
import { Figures, range } from '../parts/controls.js';
import type { SearchStep } from './search-steps.js';

/** A step of a search on a board of n columns. */
export interface StateOfSearch {
  readonly n: number;
  readonly frame: SearchStep;
}

/** The flags of columns and diagonals, with flag 0 at the left. A flag is 1 if a queen stands on its line. */
export function Flags({ n, frame: { queens } }: StateOfSearch) {
  const lines = [
    ['columns', 'column', n, ({ column }: Cell) => column],
    ['diagonals \\', 'row - column + n - 1', 2 * n - 1, ({ row, column }: Cell) => row - column + n - 1],
    ['diagonals /', 'row + column', 2 * n - 1, ({ row, column }: Cell) => row + column],
  ] as const;
  const bitsOf = (length: number, flagOf: (queen: Cell) => number) =>
    range(0, length - 1).map((flag) => (queens.some((queen) => flagOf(queen) === flag) ? 1 : 0));
  return (
    <Figures
      figures={lines.map(([name, meaning, length, flagOf]) => [
        `${name}, by ${meaning}`,
        bitsOf(length, flagOf).join(''),
      ])}
    />
  );
}

/** The masks of the next row. Column 0 is at the left, as on the board. */
export function Masks({ n, frame }: StateOfSearch) {
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
          <th scope="col">{isFull ? 'All rows are filled' : `Row ${columns.length}: 1 where`}</th>
          {range(0, n - 1).map((column) => (
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
