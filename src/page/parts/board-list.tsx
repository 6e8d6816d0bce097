import { useId } from 'preact/hooks';
import type { Placement } from '../../board/placement.js';
import { MiniBoard } from './board.js';
import { Pick } from './controls.js';

/** A small board in a list. */
export interface ListedBoard {
  /** Column of the queen in each row, from the top. */
  readonly queens: Placement;
  /** Text below the board. */
  readonly note?: string | undefined;
  readonly className?: 'fits' | 'clashes' | undefined;
  /** Name for screen readers, read after the note. The default is the columns. */
  readonly name?: string;
}

/** A list of small boards. With `onChoose`, one board can be chosen, and the list is one tab stop. */
export function BoardList(props: {
  /** Name of the list for screen readers. */
  readonly label: string;
  readonly boards: readonly ListedBoard[];
  readonly isSmall?: boolean;
  /** Number of columns. By default each board is square. */
  readonly n?: number;
  /** The row of the whole board that is drawn at the top. */
  readonly firstRow?: number;
  readonly chosen?: number | undefined;
  readonly onChoose?: ((index: number) => void) | undefined;
}) {
  const { label, boards, isSmall = false, n, firstRow, chosen, onChoose } = props;
  const group = useId();
  return (
    <ul class={isSmall ? 'boards small' : 'boards'} role={onChoose && 'radiogroup'} aria-label={label}>
      {boards.map(({ queens, note, className, name = queens.join(' ') }, index) => {
        const picture = (
          <>
            <MiniBoard n={n} queens={queens} firstRow={firstRow} />
            {note && <span class="note">{note}</span>}
          </>
        );
        return (
          <li key={queens.join()} class={className} role={onChoose && 'presentation'}>
            {onChoose ? (
              <Pick
                group={group}
                isPicked={index === chosen}
                name={note ? `${note}, ${name}` : name}
                onPick={() => onChoose(index)}
              >
                {picture}
              </Pick>
            ) : (
              picture
            )}
          </li>
        );
      })}
    </ul>
  );
}
