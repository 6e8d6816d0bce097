/** Drawings: a large board, a small board, and the crown that stands for a queen. */
import type { ComponentChildren } from 'preact';
import type { Cell, Placement } from '../../core/board/placement.js';
import { CELL, CROWN, darkSquares } from '../../core/board/svg.js';
import { range } from './controls.js';

export { CELL };

export function middleOf({ row, column }: Cell): readonly [x: number, y: number] {
  return [(column + 0.5) * CELL, (row + 0.5) * CELL];
}

/** Describes a cell for readers, who count rows and columns from 1: `row 1, column 5`. */
export function formatCell({ row, column }: Cell): string {
  return `row ${row + 1}, column ${column + 1}`;
}

/** Formats columns for readers, who count them from 1: `1 5 8 6`. */
export function formatColumns(columns: Placement): string {
  return columns.map((column) => column + 1).join(' ');
}

/** Width of the margin for the row and column numbers. */
const NUMBERS = 14;

/** A large board. @param children SVG elements between the squares and the queens. A cell is 24 units wide. */
export function Board(props: {
  readonly n: number;
  readonly queens: readonly Cell[];
  readonly label: string;
  readonly isNumbered?: boolean;
  /** True to frame the board in green because it is a solution. */
  readonly isSolved?: boolean;
  readonly children?: ComponentChildren;
}) {
  const { n, queens, label, isNumbered = false, isSolved = false, children } = props;
  const edge = isNumbered ? NUMBERS : 0;
  const side = n * CELL + edge;
  return (
    <svg
      class={isSolved ? 'board solved' : 'board'}
      viewBox={`${-edge} ${-edge} ${side} ${side}`}
      role="img"
      aria-label={label}
    >
      {isNumbered &&
        range(0, n - 1).flatMap((i) => [
          <text key={`column ${i}`} x={(i + 0.5) * CELL} y={-4} children={i + 1} />,
          <text key={`row ${i}`} x={-NUMBERS / 2} y={(i + 0.66) * CELL} children={i + 1} />,
        ])}
      <Squares n={n} rows={n} />
      {children}
      {queens.map((cell) => (
        <Queen key={formatCell(cell)} cell={cell} />
      ))}
    </svg>
  );
}

/** The squares of a board, or of some of its rows. */
export function Squares(props: { readonly n: number; readonly rows: number; readonly first?: number }) {
  const { n, rows, first = 0 } = props;
  return (
    <>
      <rect class="square" width={n * CELL} height={rows * CELL} />
      <path class="square dark" d={darkSquares(n, rows, first)} />
    </>
  );
}

export function Queen({ cell: { row, column } }: { readonly cell: Cell }) {
  return <path class="queen" d={CROWN} transform={`translate(${column * CELL} ${row * CELL})`} />;
}

export function Line({ from, to, className }: { readonly from: Cell; readonly to: Cell; readonly className: string }) {
  const [x1, y1] = middleOf(from);
  const [x2, y2] = middleOf(to);
  return <line class={className} {...{ x1, y1, x2, y2 }} />;
}

/** A queen as large as the text around it. */
export function Crown() {
  return (
    <svg class="crown" viewBox="0 0 24 24" aria-hidden="true">
      <path d={CROWN} fill="currentcolor" />
    </svg>
  );
}
