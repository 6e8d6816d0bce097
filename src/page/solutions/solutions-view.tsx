// src/page/solutions is the *Solutions* view: it lists all solutions for up to 8 queens, or those with given queens.

import { useMemo } from 'preact/hooks';
import { WHEN_SOLVABLE } from '../../core/board/known-counts.js';
import { type Cell, cellsOf } from '../../core/board/placement.js';
import { isFundamental, orbit } from '../../core/board/symmetries.js';
import { plural } from '../../core/text/numbers.js';
import { solutions } from '../../core/textbook/bitmask.js';
import { type QueryReader, useAddressState, type ViewProps } from '../parts/address.js';
import { BoardList } from '../parts/board-list.js';
import { Button, Choice, Click, Note, range } from '../parts/controls.js';
import { findCompletions, parseFixed, toggleQueen } from '../parts/fixed-queens.js';
import { PlayBoard } from '../parts/play-board.js';

/** The largest board. The list for a larger one would be too long to look at. */
const MAX_N = 8;

/** The *Solutions* view, which lists the solutions with the fixed queens and all images of the chosen solution. */
export function SolutionsView(props: ViewProps) {
  const { state, change, goTo, note } = useAddressState(parseState, props);
  const { n, fixed, solution } = state;
  const queens = cellsOf(fixed);
  const all = useMemo(() => [...solutions(n)], [n]);
  const kinds = all.filter(isFundamental).length;
  const found = findCompletions(all, queens);
  const chosen = solution ?? found[0];
  const images = chosen ? orbit(chosen).sort((a, b) => String(a).localeCompare(String(b))) : []; // in a fixed order
  const getCount = ({ row, column }: Cell) => found.filter((one) => one[row] === column).length;

  return (
    <div class="solutions">
      <Note>{note}</Note>
      <section aria-labelledby="found">
        <h1 id="found">{plural(found.length, 'solution')}</h1>
        <p>
          Each number counts the solutions with a queen on that square.{' '}
          <b>
            <Click /> one.
          </b>
        </p>
        {all.length === 0 && <p>{WHEN_SOLVABLE}</p>}
        <div class="row controls">
          <Choice name="Queens" value={n} values={range(1, MAX_N)} onChoose={(n) => goTo({ ...RESET, n })} />
          <Button isOff={queens.length === 0} onPress={() => goTo(RESET)}>
            Clear the board
          </Button>
        </div>
        <PlayBoard
          n={n}
          queens={queens}
          label="Squares to place queens on"
          getCount={getCount}
          onPress={(cell, isFree) => isFree && goTo({ solution: undefined, fixed: toggleQueen(fixed, cell) })}
        />
      </section>

      {chosen && (
        <>
          <section>
            <h2>All of them</h2>
            <BoardList label="All" boards={found} chosen={chosen} onChoose={(i) => change({ solution: found[i] })} />
          </section>
          <section>
            <h2>This solution, turned and mirrored</h2>
            <BoardList
              label="Images"
              boards={images}
              chosen={chosen}
              onChoose={(i) => change({ solution: images[i] })}
            />
            {all.length > 1 && (
              <p class="hint">
                Of the {all.length} solutions for {n} queens, {kinds === 1 ? '1 is' : `${kinds} are`} left if turned and
                mirrored boards count as one.
              </p>
            )}
          </section>
        </>
      )}
    </div>
  );
}

const RESET = { fixed: [], solution: undefined };

function parseState(reader: QueryReader) {
  const n = reader.whole('n', 1, MAX_N, MAX_N);
  const fixed = parseFixed(reader, 'fixed', n);
  /** The solution whose images are shown; undefined for the first in the list. */
  const solution = reader.value(
    'solution',
    (text) => findCompletions([...solutions(n)], cellsOf(fixed)).find((one) => String(one) === text),
    `the columns of a solution for ${plural(n, 'queen')}${fixed.length > 0 ? ' that contains the fixed queens' : ''}`,
    undefined,
  );
  return { n, fixed, solution };
}
