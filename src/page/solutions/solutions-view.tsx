import { useMemo } from 'preact/hooks';
import { WHEN_SOLVABLE } from '../../board/known-counts.js';
import type { Cell, Placement } from '../../board/placement.js';
import { isFundamental, orbit } from '../../board/symmetries.js';
import { plural } from '../../text/numbers.js';
import { solutions } from '../../textbook/bitmask.js';
import { type QueryReader, useRouted, type ViewProps } from '../address.js';
import { BoardList } from '../parts/board-list.js';
import { Button, Choice, Click, Note, range } from '../parts/controls.js';
import { cellsOfFixed, completions, type FixedQueens, readFixed, toggled } from '../parts/fixed-queens.js';
import { PlayBoard } from '../parts/play-board.js';

/** The list of a larger board would be too long to look at. */
const LARGEST = 8;

/** State kept in the address. */
interface ViewState {
  readonly n: number;
  readonly fixed: FixedQueens;
  /** The solution whose images are shown. By default the first in the list. */
  readonly solution: Placement | undefined;
}

/** The view that lists the solutions with the fixed queens, and the images of one of them. */
export function SolutionsView(props: ViewProps) {
  const { state, change, goTo, note } = useRouted(readState, props);
  const { n, fixed, solution } = state;
  const queens = cellsOfFixed(fixed);
  const all = useMemo(() => [...solutions(n)], [n]);
  const found = completions(all, queens);
  const chosen = solution ?? found[0];
  const images = chosen ? orbit(chosen).sort((a, b) => String(a).localeCompare(String(b))) : []; // in a fixed order
  const countOf = ({ row, column }: Cell) => found.filter((one) => one[row] === column).length;

  return (
    <div class="solutions">
      <Note>{note}</Note>
      <section aria-labelledby="found">
        <h1 id="found">{plural(found.length, 'solution')}</h1>
        <p>
          The number on a square: how many of the {found.length} have a queen there.{' '}
          <b>
            <Click /> one.
          </b>
        </p>
        {all.length === 0 && <p>{WHEN_SOLVABLE}</p>}
        <div class="row controls">
          <Choice name="Queens" value={n} values={range(1, LARGEST)} onChoose={(n) => goTo({ ...RESET, n })} />
          <Button isOff={queens.length === 0} onPress={() => goTo(RESET)}>
            Clear the board
          </Button>
        </div>
        <PlayBoard
          n={n}
          queens={queens}
          label="Squares to place queens on"
          countOf={countOf}
          onPress={(cell, isFree) => isFree && goTo({ solution: undefined, fixed: toggled(fixed, cell) })}
        />
      </section>

      {chosen && (
        <>
          <section>
            <h2>All of them</h2>
            <BoardList label="All" boards={found} chosen={chosen} onChoose={(i) => change({ solution: found[i] })} />
          </section>
          <section>
            <h2>The chosen one, turned and mirrored</h2>
            <BoardList
              label="Images"
              boards={images}
              chosen={chosen}
              onChoose={(i) => change({ solution: images[i] })}
            />
            <p class="hint">
              If images count once, {plural(n, 'queen')} have {plural(all.filter(isFundamental).length, 'solution')}.
            </p>
          </section>
        </>
      )}
    </div>
  );
}

const RESET: Partial<ViewState> = { fixed: [], solution: undefined };

function readState(reader: QueryReader): ViewState {
  const n = reader.whole('n', 1, LARGEST, LARGEST);
  const fixed = readFixed(reader, 'fixed', n);
  const solution = reader.value(
    'solution',
    (text) => completions([...solutions(n)], cellsOfFixed(fixed)).find((one) => String(one) === text),
    `the columns of a solution of ${plural(n, 'queen')}${fixed.length > 0 ? ' with these queens' : ''}`,
    undefined,
  );
  return { n, fixed, solution };
}
