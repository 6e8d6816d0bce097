import type { Placement } from '../../board/placement.js';
import { MiniBoard } from './board.js';

/** A small board in a list. */
export interface ListedBoard {
  /** Column of the queen in each row, from the top. */
  readonly queens: Placement;
  /** Stands below the board. */
  readonly note?: string | undefined;
  readonly look?: 'fits' | 'clashes' | undefined;
  /** Names the board, after its note; by default its columns do. */
  readonly name?: string;
}

/** Small boards side by side, one of which can be chosen. */
export function BoardList(props: {
  readonly boards: readonly ListedBoard[];
  readonly isSmall?: boolean;
  /** Columns of every board; by default as many as it has rows. */
  readonly n?: number;
  /** The row of the whole board that is the topmost of these. */
  readonly firstRow?: number;
  /** The index of the chosen board. */
  readonly chosen?: number | undefined;
  /** Without it, boards are only shown. */
  readonly onChoose?: ((index: number) => void) | undefined;
}) {
  const { boards, isSmall = false, n, firstRow, chosen, onChoose } = props;
  return (
    <ul class={isSmall ? 'boards small' : 'boards'}>
      {boards.map(({ queens, note, look, name = queens.join(' ') }, index) => {
        const picture = (
          <>
            <MiniBoard n={n} queens={queens} firstRow={firstRow} />
            {note && <span class="note">{note}</span>}
          </>
        );
        return (
          <li key={queens.join()} class={look}>
            {onChoose ? (
              <button
                type="button"
                aria-pressed={index === chosen}
                aria-label={note ? `${note}, ${name}` : name}
                onClick={() => onChoose(index)}
              >
                {picture}
              </button>
            ) : (
              picture
            )}
          </li>
        );
      })}
    </ul>
  );
}
