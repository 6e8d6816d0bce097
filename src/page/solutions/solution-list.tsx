import type { Placement } from '../../board/placement.js';
import { formatCount } from '../../text/numbers.js';
import { MiniBoard } from '../parts/board.js';

/** Boards on a page of the list: more would be slow to draw, and nobody looks at them. */
const ON_A_PAGE = 24;

/** A solution in the list. */
export interface Listed {
  readonly placement: Placement;
  /** Said below the board, like the size of its class. */
  readonly note: string | undefined;
}

/** Solutions as small boards, page by page; one of them is chosen. */
export function SolutionList(props: {
  readonly listed: readonly Listed[];
  readonly chosen: Placement | undefined;
  /** Whether an entry stands for the chosen solution. */
  readonly isSame: (entry: Placement, chosen: Placement) => boolean;
  /** From 0. */
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly onChoose: (placement: Placement) => void;
}) {
  const { listed, chosen, isSame, page, onPage, onChoose } = props;
  const pages = Math.max(1, Math.ceil(listed.length / ON_A_PAGE));
  const first = page * ON_A_PAGE;

  return (
    <>
      <ul class="boards">
        {listed.slice(first, first + ON_A_PAGE).map(({ placement, note }) => (
          <li key={String(placement)}>
            <button
              type="button"
              aria-pressed={chosen !== undefined && isSame(placement, chosen)}
              aria-label={`${placement.join(' ')}${note ? `, ${note}` : ''}`}
              onClick={() => onChoose(placement)}
            >
              <MiniBoard placement={placement} />
              {note && <span class="note">{note}</span>}
            </button>
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <nav class="pages" aria-label="Pages of the list">
          <button type="button" onClick={() => onPage(page - 1)} disabled={page === 0}>
            ◂ Previous
          </button>
          <span>
            {formatCount(page + 1)} of {formatCount(pages)}
          </span>
          <button type="button" onClick={() => onPage(page + 1)} disabled={page === pages - 1}>
            Next ▸
          </button>
        </nav>
      )}
    </>
  );
}
