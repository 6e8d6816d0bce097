import { useMemo } from 'preact/hooks';
import type { Cell } from '../../board/attacked.js';
import { isSame, type Placement } from '../../board/placement.js';
import { fundamental } from '../../board/symmetries.js';
import { plural } from '../../text/numbers.js';
import { solutions } from '../../textbook/bitmask.js';
import { type QueryReader, useRouted, type ViewProps } from '../address.js';
import { Numbered } from '../parts/board.js';
import { BoardList, type ListedBoard } from '../parts/board-list.js';
import { classesOf, completions } from '../parts/completions.js';
import { Button, Choice, Note, range } from '../parts/controls.js';
import { cellsOfFixed, type FixedQueens, readFixed, toggled } from '../parts/fixed-queens.js';
import { PlayBoard } from '../parts/play-board.js';
import { ChosenSolution } from './chosen-solution.js';

/** The list of a larger board would be too long to look at. */
const LARGEST = 8;

/** State kept in the address. */
interface ViewState {
  readonly n: number;
  /** Whether rotations and reflections of a solution are listed as one. */
  readonly show: 'classes' | 'all';
  readonly fixed: FixedQueens;
  /** The solution shown in full. By default the first in the list. */
  readonly solution: Placement | undefined;
}

/** The view that lists the solutions that contain the fixed queens: all of them, or one of each class. */
export function SolutionsView(props: ViewProps) {
  const { state, change, goTo, note } = useRouted(readState, props);
  const { n, show, fixed, solution } = state;
  const isGrouped = show === 'classes';
  const queens = cellsOfFixed(fixed);

  const all = useMemo(() => [...solutions(n)], [n]);
  const found = completions(all, queens);
  const listed: readonly ListedBoard[] = isGrouped
    ? // the fundamental solutions, unless they lack a fixed queen
      classesOf(found).map(({ first, size }) => ({ queens: first, note: `one of ${size}` }))
    : found.map((queens) => ({ queens }));
  const chosen = solution ?? listed[0]?.queens;
  const isChosen = isGrouped ? isOfOneClass : isSame;
  const countOf = ({ row, column }: Cell) => found.filter((one) => one[row] === column).length;

  return (
    <div class="solutions">
      <Note>{note}</Note>
      <section aria-labelledby="found">
        <h1 id="found" tabIndex={-1}>
          {plural(found.length, 'solution')}
        </h1>
        <p>
          {queens.length === 0
            ? `${plural(n, 'queen')} can stand in so many ways without an attack. Click a square to keep those with a queen there.`
            : `have ${plural(queens.length, 'queen')} where yours ${queens.length === 1 ? 'stands' : 'stand'}. Click a queen to remove her.`}
        </p>
        <div class="row controls">
          <Choice name="Queens" value={n} values={range(1, LARGEST)} onChoose={(n) => goTo({ ...RESET, n })} />
          <Button isOff={queens.length === 0} onPress={() => goTo(RESET)}>
            Clear the board
          </Button>
        </div>
        <Numbered n={n}>
          <PlayBoard
            n={n}
            queens={queens}
            label="Squares to fix queens on"
            contentOf={countOf}
            nameOf={(cell) => plural(countOf(cell), 'solution')}
            onPress={(cell, isFree) => isFree && goTo({ solution: undefined, fixed: toggled(fixed, cell) })}
          />
        </Numbered>
      </section>

      <section class="list" aria-labelledby="list">
        <h2 id="list">{plural(listed.length, isGrouped ? 'fundamental solution' : 'solution')}</h2>
        <fieldset class="row choice" aria-label="Show">
          <label>
            <input type="radio" name="group" checked={isGrouped} onChange={() => goTo({ show: 'classes' })} /> without
            turned and mirrored ones
          </label>
          <label>
            <input type="radio" name="group" checked={!isGrouped} onChange={() => goTo({ show: 'all' })} /> all
          </label>
        </fieldset>
        {listed.length === 0 && (
          <p>{queens.length > 0 ? 'No solution has these queens.' : `${plural(n, 'queen')} have no solution.`}</p>
        )}
        <BoardList
          label="Solutions"
          boards={listed}
          chosen={listed.findIndex(({ queens }) => chosen && isChosen(queens, chosen))}
          onChoose={(board) => change({ solution: listed[board]?.queens })}
        />
      </section>

      {chosen && <ChosenSolution placement={chosen} onChoose={(solution) => change({ solution })} />}
    </div>
  );
}

const RESET: Partial<ViewState> = { fixed: [], solution: undefined };

function isOfOneClass(a: Placement, b: Placement): boolean {
  return a.length === b.length && isSame(fundamental(a), fundamental(b));
}

/** Reads the state from an address. */
function readState(reader: QueryReader): ViewState {
  const n = reader.whole('n', 1, LARGEST, LARGEST);
  const fixed = readFixed(reader, 'fixed', n);
  const solution = reader.value(
    'solution',
    (text) => completions([...solutions(n)], cellsOfFixed(fixed)).find((one) => String(one) === text),
    `the columns of a solution of ${plural(n, 'queen')}${fixed.length > 0 ? ' with the fixed queens' : ''}`,
    undefined,
  );
  return { n, fixed, solution, show: reader.oneOf('show', ['classes', 'all'], 'classes') };
}
