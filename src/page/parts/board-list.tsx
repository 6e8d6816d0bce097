import { useId } from 'preact/hooks';
import { isSamePlacement, type Placement } from '../../core/board/placement.js';
import { formatColumns, MiniBoard } from './board.js';

/**
 * A note on a board: whether its halves fit, or that it is an image of a way that the reader found.
 */
type BoardNote = 'fits' | 'clashes' | '?' | 'image';

/**
 * A list of small boards, of which one is chosen. The list is one tab stop, and the arrow keys choose the next board.
 */
export function BoardList(props: {
  readonly label: string;
  /** Columns of the queens of each board, from the top. */
  readonly boards: readonly Placement[];
  /** The chosen board, which the list may lack. */
  readonly chosen: Placement | undefined;
  readonly onChoose: (index: number) => void;
  /** Number of columns. By default each board is square. */
  readonly n?: number;
  /** The row of the whole board that is drawn at the top. */
  readonly firstRow?: number;
  /** Returns the note on a board. It is written next to the board, except `image`, which makes the board gray. */
  readonly getNote?: (index: number) => BoardNote | undefined;
}) {
  const { label, boards, chosen, onChoose, n, firstRow, getNote } = props;
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
              checked={chosen !== undefined && isSamePlacement(queens, chosen)}
              aria-label={`${note} ${formatColumns(queens)}`.trim()}
              onChange={() => onChoose(index)}
            />
            <MiniBoard n={n} queens={queens} firstRow={firstRow} />
            {note !== 'image' && note}
          </label>
        );
      })}
    </div>
  );
}
