/** Boards as drawings: a large one with its numbers, a small one, and the crown that stands for a queen. */
import type { ComponentChildren } from 'preact';
import type { Cell } from '../../board/attacked.js';
import type { Placement } from '../../board/placement.js';
import { CROWN } from '../../board/svg.js';

/** The side of a cell in the drawing. */
export const CELL = 24;

/** The middle of a cell in the drawing. */
export function middleOf([row, col]: Cell): readonly [x: number, y: number] {
  return [(col + 0.5) * CELL, (row + 0.5) * CELL];
}

/**
 * A board as a drawing, numbered from 0 as the command line does.
 *
 * @param label what it shows, for those who cannot see it.
 * @param marks a class for cells that are not as the others.
 * @param children what is drawn above the cells, in cells of 24 by 24.
 */
export function Board(props: {
  readonly n: number;
  readonly queens: readonly Cell[];
  readonly label: string;
  readonly marks?: (cell: Cell) => string | undefined;
  readonly children?: ComponentChildren;
}) {
  const { n, queens, label, marks, children } = props;
  const numbers = Array.from({ length: n }, (_, i) => i);
  const side = n * CELL;
  const edge = side / 16; // the room for row and column numbers: as large on a small board as on a large one
  return (
    <svg
      class="board"
      viewBox={`${-edge} ${-edge} ${side + edge + 1} ${side + edge + 1}`}
      font-size={side / 26}
      role="img"
      aria-label={label}
    >
      {numbers.map((i) => (
        <g key={i} class="number">
          <text x={(i + 0.5) * CELL} y={-edge / 3}>
            {i}
          </text>
          <text x={-edge / 2} y={(i + 0.5) * CELL + side / 75}>
            {i}
          </text>
        </g>
      ))}
      {numbers.map((row) =>
        numbers.map((col) => (
          <rect
            key={`${row}.${col}`}
            class={['cell', (row + col) % 2 === 1 ? 'dark' : '', marks?.([row, col]) ?? ''].join(' ').trim()}
            x={col * CELL}
            y={row * CELL}
            width={CELL}
            height={CELL}
          />
        )),
      )}
      {numbers.map((row) =>
        numbers.map((col) =>
          marks?.([row, col]) === 'attacked' ? (
            <circle key={`${row}.${col}`} class="attacked-dot" cx={(col + 0.5) * CELL} cy={(row + 0.5) * CELL} r={2} />
          ) : null,
        ),
      )}
      <rect class="frame" width={side} height={side} />
      {children}
      <g class="queens">
        <rect class="extent" width={side} height={side} />
        {queens.map(([row, col]) => (
          <path key={`${row}.${col}`} class="queen" d={CROWN} transform={`translate(${col * CELL} ${row * CELL})`} />
        ))}
      </g>
    </svg>
  );
}

/** A solution as a small picture, without a name: the button around it has one. */
export function MiniBoard({ placement }: { readonly placement: Placement }) {
  const side = placement.length * CELL;
  return (
    <svg class="mini" viewBox={`0 0 ${side} ${side}`} aria-hidden="true">
      <rect class="cell" width={side} height={side} />
      <path class="cell dark" d={darkSquares(placement.length)} />
      {placement.map((col, row) => (
        <path key={col} class="queen" d={CROWN} transform={`translate(${col * CELL} ${row * CELL})`} />
      ))}
    </svg>
  );
}

/** Every other square, two rows at a time. */
export function darkSquares(n: number): string {
  const square = (row: number, col: number) => `M${col * CELL} ${row * CELL}h${CELL}v${CELL}h-${CELL}z`;
  const rows = Array.from({ length: n }, (_, row) =>
    Array.from({ length: n }, (_, col) => ((row + col) % 2 === 1 ? square(row, col) : '')).join(''),
  );
  return rows.join('');
}

/** A queen, as large as the text around it. */
export function Crown() {
  return (
    <svg class="crown" viewBox="0 0 24 24" aria-hidden="true">
      <path d={CROWN} />
    </svg>
  );
}
