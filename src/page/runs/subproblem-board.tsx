/** What a subproblem fixes, as a small board and in words: the queens that are given, and the sides of key columns. */
import { columnsOf } from '../../board/masks.js';
import { CROWN } from '../../board/svg.js';
import type { Subproblem } from '../../plan/subproblem.js';
import { CELL, darkSquares } from '../parts/board.js';

/** Rows from one to another, not included, and the columns (a mask) whose queens must stand there. */
interface Side {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly columns: number;
}

/** @param queens column of the queen in each row; null in rows that are left open. */
export function SubproblemBoard(props: {
  readonly subproblem: Subproblem;
  readonly queens: readonly (number | null)[];
}) {
  const { subproblem, queens } = props;
  const { n } = subproblem;
  const side = n * CELL;
  return (
    <svg
      class="mini subproblem"
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={givenInWords(subproblem, queens)}
    >
      <rect class="cell" width={side} height={side} />
      <path class="cell dark" d={darkSquares(n)} />
      {queens.map((column, row) =>
        column === null ? null : <rect key={row} class="given" y={row * CELL} width={side} height={CELL} />,
      )}
      <KeyColumns subproblem={subproblem} />
      {queens.map((column, row) =>
        column === null ? null : (
          <path key={row} class="queen" d={CROWN} transform={`translate(${column * CELL} ${row * CELL})`} />
        ),
      )}
    </svg>
  );
}

/** The key columns in a drawing of a board, each on the side where its queen must stand. */
export function KeyColumns({ subproblem }: { readonly subproblem: Subproblem }) {
  return (
    <>
      {sidesOf(subproblem).flatMap(({ from, to, columns }) =>
        [...columnsOf(columns)].map((column) => (
          <rect
            key={`${from}.${column}`}
            class="key-column"
            x={column * CELL}
            y={from * CELL}
            width={CELL}
            height={(to - from) * CELL}
          />
        )),
      )}
    </>
  );
}

/** What is given, in sentences. */
export function givenInWords(subproblem: Subproblem, queens: readonly (number | null)[]): string {
  const rows = queens.flatMap((column, row) => (column === null ? [] : [`row ${row} column ${column}`]));
  const sides = sidesOf(subproblem).filter(({ columns }) => columns !== 0);
  return [
    rows.length > 0 ? `Queens given: ${rows.join(', ')}.` : 'No queen is given.',
    ...sides.map(({ name, columns }) => `Columns with their queen ${name}: ${[...columnsOf(columns)].join(', ')}.`),
  ].join(' ');
}

/** The key columns, by the side on which their queens must stand. */
function sidesOf(subproblem: Subproblem): readonly Side[] {
  if (subproblem.algorithm === 'bitmask') return [];
  const { n, rowsAbove, bandRows, keyColumns, keyColumnsBelow } = subproblem;
  const end = rowsAbove + bandRows;
  return [
    { name: 'above or within the band', from: 0, to: end, columns: keyColumns & ~keyColumnsBelow },
    { name: 'below the band', from: end, to: n, columns: keyColumnsBelow },
  ];
}
