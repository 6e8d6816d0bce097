import { useId } from 'preact/hooks';
import { isSame, type Placement } from '../../board/placement.js';
import { MiniBoard } from './board.js';

/** A list of small boards, of which one is chosen. The list is one tab stop, and the arrow keys choose the next board. */
export function BoardList(props: {
  /** Name of the list for screen readers. */
  readonly label: string;
  /** Columns of the queens of each board, from the top. */
  readonly boards: readonly Placement[];
  readonly chosen: Placement;
  readonly onChoose: (index: number) => void;
  /** Number of columns. By default each board is square. */
  readonly n?: number;
  /** The row of the whole board that is drawn at the top. */
  readonly firstRow?: number;
  /** Returns what stands beside a board. */
  readonly noteOf?: (index: number) => 'fits' | 'clashes' | '?';
}) {
  const { label, boards, chosen, onChoose, n, firstRow, noteOf } = props;
  const group = useId();
  return (
    <div class="boards" role="radiogroup" aria-label={label}>
      {boards.map((queens, index) => {
        const note = noteOf?.(index) ?? '';
        return (
          <label key={queens.join()} class="pick">
            <input
              type="radio"
              name={group}
              checked={isSame(queens, chosen)}
              aria-label={`${note} ${queens.join(' ')}`.trim()}
              onChange={() => onChoose(index)}
            />
            <MiniBoard n={n} queens={queens} firstRow={firstRow} />
            <span class={note}>{note}</span>
          </label>
        );
      })}
    </div>
  );
}
