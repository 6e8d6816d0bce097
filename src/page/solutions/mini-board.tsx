import type { Placement } from '../../board/placement.js';
import { CROWN } from '../../board/svg.js';
import { CELL } from '../parts/board.js';

/** A solution as a small picture; what it shows is said by what it stands in. */
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
function darkSquares(n: number): string {
  const square = (row: number, col: number) => `M${col * CELL} ${row * CELL}h${CELL}v${CELL}h-${CELL}z`;
  const rows = Array.from({ length: n }, (_, row) =>
    Array.from({ length: n }, (_, col) => ((row + col) % 2 === 1 ? square(row, col) : '')).join(''),
  );
  return rows.join('');
}
