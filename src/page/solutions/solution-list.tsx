import type { Placement } from '../../board/placement.js';
import { formatCount } from '../../text/numbers.js';
import { wholeNumber } from '../address.js';
import { MiniBoard } from '../parts/board.js';
import { Button } from '../parts/controls.js';

/** Boards on a page of the list: more would be slow to draw. */
const ON_A_PAGE = 24;

/** A solution in the list. */
export interface Listed {
  readonly placement: Placement;
  /** Stands below the board, like the size of its class. */
  readonly note: string | undefined;
}

/** Solutions as small boards, page by page; one of them is chosen. */
export function SolutionList(props: {
  readonly listed: readonly Listed[];
  readonly chosen: Placement | undefined;
  /** Whether an entry stands for the chosen solution. */
  readonly isSame: (entry: Placement, chosen: Placement) => boolean;
  /** From 0; a page after the last one is taken as the last. */
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly onChoose: (placement: Placement) => void;
}) {
  const { listed, chosen, isSame, onPage, onChoose } = props;
  const pages = Math.max(1, Math.ceil(listed.length / ON_A_PAGE));
  const page = Math.min(props.page, pages - 1);
  const first = page * ON_A_PAGE;

  return (
    <>
      <ul class="boards">
        {listed.slice(first, first + ON_A_PAGE).map(({ placement, note }) => (
          <li key={String(placement)}>
            <button
              type="button"
              aria-pressed={chosen !== undefined && isSame(placement, chosen)}
              aria-label={`${note ? `${note}, ` : ''}${placement.join(' ')}`}
              onClick={() => onChoose(placement)}
            >
              <MiniBoard queens={placement} />
              {note && <span class="note">{note}</span>}
            </button>
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <nav class="pages" aria-label="Pages of the list">
          <Button isOff={page === 0} onPress={() => onPage(page - 1)}>
            ◂ Previous
          </Button>
          <label>
            Page{' '}
            <input
              type="number"
              min={1}
              max={pages}
              value={page + 1}
              onChange={({ currentTarget }) => {
                const wanted = wholeNumber(currentTarget.value, 1, pages);
                if (wanted === undefined) currentTarget.value = String(page + 1);
                else onPage(wanted - 1);
              }}
            />{' '}
            of {formatCount(pages)}
          </label>
          <Button isOff={page === pages - 1} onPress={() => onPage(page + 1)}>
            Next ▸
          </Button>
        </nav>
      )}
    </>
  );
}
