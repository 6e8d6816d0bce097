/** Pictures of halves: the board with its cut and diagonals, and small ones for lists. */
import type { ComponentChildren } from 'preact';
import type { Cell } from '../../board/attacked.js';
import { CROWN } from '../../board/svg.js';
import { Board, CELL, middleOf } from '../parts/board.js';
import { type CutBoard, cellsOf, cellsOfDiagonal, type Diagonal, diagonalName } from './half-boards.js';
import type { HalfPlacement } from './half-placements.js';

/** The first or last rows of a board as a small picture; the button around it has its name. */
export function MiniHalf(props: {
  readonly n: number;
  readonly queens: readonly number[];
  readonly isBelow?: boolean;
}) {
  const { n, queens, isBelow = false } = props;
  const rows = isBelow ? [...queens].reverse() : queens; // the lower half is listed from the edge of the board
  const first = isBelow ? n - queens.length : 0;
  const dark = rows.flatMap((_, row) =>
    Array.from({ length: n }, (_, col) =>
      (first + row + col) % 2 === 1 ? `M${col * CELL} ${row * CELL}h${CELL}v${CELL}h-${CELL}z` : '',
    ),
  );
  return (
    <svg class="mini" viewBox={`0 0 ${n * CELL} ${rows.length * CELL}`} aria-hidden="true">
      <rect class="cell" width={n * CELL} height={rows.length * CELL} />
      <path class="cell dark" d={dark.join('')} />
      {rows.map((col, row) => (
        <path key={col} class="queen" d={CROWN} transform={`translate(${col * CELL} ${row * CELL})`} />
      ))}
    </svg>
  );
}

/** The board with its cut, the queens of one or both halves, and diagonals across the cut. */
export function HalvesBoard(props: {
  readonly cut: CutBoard;
  readonly above: HalfPlacement | undefined;
  readonly below?: HalfPlacement | undefined;
  readonly diagonals?: readonly Diagonal[];
  readonly look?: 'lit' | 'free' | 'clash';
  readonly children?: ComponentChildren;
}) {
  const { cut, above, below, diagonals = [], look = 'lit', children } = props;
  const { n, rows } = cut;
  const queens: readonly Cell[] = [
    ...(above ? cellsOf(n, above, 'above') : []),
    ...(below ? cellsOf(n, below, 'below') : []),
  ];
  const named = diagonals.map(diagonalName).join(', ');
  const label = [
    `Board of ${n} by ${n}, cut below row ${rows - 1}`,
    `queens in ${queens.map(([row, col]) => `row ${row} column ${col}`).join(', ') || 'no row'}`,
    ...(named ? [`diagonals ${named}`] : []),
  ].join('; ');
  return (
    <Board n={n} queens={queens} label={label}>
      <rect class="half-shade" y={rows * CELL} width={n * CELL} height={(n - rows) * CELL} />
      {diagonals.map((diagonal) => {
        const cells = cellsOfDiagonal(cut, diagonal);
        const [from, to] = [cells[0] ?? [0, 0], cells.at(-1) ?? [0, 0]].map((cell) => middleOf(cell));
        return (
          <line
            key={diagonalName(diagonal)}
            class={`diagonal ${look}`}
            x1={from?.[0]}
            y1={from?.[1]}
            x2={to?.[0]}
            y2={to?.[1]}
          />
        );
      })}
      <line class="cut" x1={0} x2={n * CELL} y1={rows * CELL} y2={rows * CELL} />
      {children}
    </Board>
  );
}

/** Halves to choose from, as small boards. */
export function HalfList(props: {
  readonly n: number;
  readonly list: readonly HalfPlacement[];
  readonly side: 'above' | 'below';
  readonly chosen: number | undefined;
  readonly onChoose: (place: number) => void;
  /** Said of a half, and how it is marked. */
  readonly noteOf?: (half: HalfPlacement) => { readonly text: string; readonly isGood: boolean };
}) {
  const { n, list, side, chosen, onChoose, noteOf } = props;
  return (
    <ul class="boards halves">
      {list.map((half, place) => {
        const note = noteOf?.(half);
        const name = `${side === 'above' ? 'upper' : 'lower'} half ${place + 1}`;
        return (
          <li key={half.queens.join()} class={note ? (note.isGood ? 'fits' : 'clashes') : undefined}>
            <button
              type="button"
              aria-pressed={place === chosen}
              aria-label={note ? `${name}, ${note.text}` : name}
              onClick={() => onChoose(place)}
            >
              <MiniHalf n={n} queens={half.queens} isBelow={side === 'below'} />
              {note && <span class="note">{note.text}</span>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** `1 upper half`, `5 lower halves`. */
export function halves(count: number, side: 'upper' | 'lower'): string {
  return `${count} ${side} ${count === 1 ? 'half' : 'halves'}`;
}
