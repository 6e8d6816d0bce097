import { useId } from 'preact/hooks';
import type { Placement } from '../../core/board/placement.js';
import { CELL, formatColumns, Queen, Squares } from './board.js';

/**
 * A note on a board: whether its half fits (`?` if untried), or `image` if the board is a turned or mirrored way that
 * the reader found.
 */
type BoardNote = 'fits' | 'clashes' | '?' | 'image';

/**
 * A list of small boards to choose from. The list is a single tab stop; the arrow keys choose a neighboring board.
 */
export function BoardList(props: {
  readonly label: string;
  /** The queens' columns on each board, from the top row down. */
  readonly boards: readonly Placement[];
  /** The chosen board. It need not be in the list. */
  readonly chosen: Placement | undefined;
  readonly onChoose: (index: number) => void;
  /** Number of columns. By default each board is square. */
  readonly n?: number;
  /** Index of the boards' top row in the whole board, by default 0. */
  readonly firstRow?: number;
  /** Returns a board's note. It is shown next to the board, except that `image` makes the board gray instead. */
  readonly getNote?: (index: number) => BoardNote | undefined;
}) {
  const { label, boards, chosen, onChoose, n = boards[0]?.length ?? 0, firstRow = 0, getNote } = props;
  const group = useId();
  return (
    <div class="boards" role="radiogroup" aria-label={label}>
      {boards.map((queens, index) => {
        const note = getNote?.(index) ?? '';
        return (
          <label key={queens.join()} class={`pick ${note}`}>
            <input
              type="radio"
              name={group}
              checked={String(queens) === String(chosen)}
              aria-label={`${note} ${formatColumns(queens)}`.trim()}
              onChange={() => onChoose(index)}
            />
            <svg class="mini" viewBox={`0 0 ${n * CELL} ${queens.length * CELL}`} aria-hidden="true">
              <Squares n={n} rows={queens.length} first={firstRow} />
              {queens.map((column, row) => (
                <Queen key={column} cell={{ row, column }} />
              ))}
            </svg>
            {note !== 'image' && note}
          </label>
        );
      })}
    </div>
  );
}
