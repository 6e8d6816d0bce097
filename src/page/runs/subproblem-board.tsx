/** A subproblem as a small board and in words: its given queens, and the sides of its split columns. */
import { columnsOf } from '../../board/masks.js';
import type { Subproblem } from '../../plan/subproblem.js';
import { CELL, Queen, Squares } from '../parts/board.js';

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
      <Squares n={n} rows={n} />
      {queens.map((column, row) =>
        column === null ? null : <rect key={row} class="given" y={row * CELL} width={side} height={CELL} />,
      )}
      <SplitColumns subproblem={subproblem} />
      {queens.map((column, row) => (column === null ? null : <Queen key={row} cell={[row, column]} />))}
    </svg>
  );
}

/** The split columns in a drawing of a board, each on the side where its queen must stand. */
function SplitColumns({ subproblem }: { readonly subproblem: Subproblem }) {
  return (
    <>
      {sidesOf(subproblem).flatMap(({ from, to, columns }) =>
        [...columnsOf(columns)].map((column) => (
          <rect
            key={`${from}.${column}`}
            class="split-column"
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

/** Describes the given queens and columns in sentences. */
export function givenInWords(subproblem: Subproblem, queens: readonly (number | null)[]): string {
  const rows = queens.flatMap((column, row) => (column === null ? [] : [`row ${row} column ${column}`]));
  const sides = sidesOf(subproblem).filter(({ columns }) => columns !== 0);
  return [
    rows.length > 0 ? `Queens given: ${rows.join(', ')}.` : 'No queen is given.',
    ...sides.map(({ name, columns }) => `Columns with their queen ${name}: ${[...columnsOf(columns)].join(', ')}.`),
  ].join(' ');
}

/** The split columns, by the side on which their queens must stand. */
function sidesOf(subproblem: Subproblem): readonly Side[] {
  if (subproblem.algorithm === 'bitmask') return [];
  const { n, rowsAbove, bandRows, splitColumns, splitColumnsBelow } = subproblem;
  const end = rowsAbove + bandRows;
  return [
    { name: 'above or within the band', from: 0, to: end, columns: splitColumns & ~splitColumnsBelow },
    { name: 'below the band', from: end, to: n, columns: splitColumnsBelow },
  ];
}
