import { useMemo } from 'preact/hooks';
import type { Cell } from '../../board/attacked.js';
import { isSame, type Placement } from '../../board/placement.js';
import { fundamental } from '../../board/symmetries.js';
import { formatCount, plural } from '../../text/numbers.js';
import { solutions } from '../../textbook/bitmask.js';
import { type QueryReader, type Route, useAddress, useRouted, type ViewProps, wholeNumber } from '../address.js';
import { BoardList, type ListedBoard } from '../parts/board-list.js';
import { Button, Choice, Note, Range, range } from '../parts/controls.js';
import { ChosenSolution } from './chosen-solution.js';
import { classesOf, completions, countByCell, isAttacked } from './completions.js';
import { FixingBoard } from './fixing-board.js';

/** The 14,200 solutions for 12 queens fit into memory. The 73,712 for 13 are too many to browse. */
const LARGEST = 12;

/** Number of boards on a page of the list. More would be slow to draw. */
const PAGE_SIZE = 24;

/** State kept in the address. */
interface ViewState {
  readonly n: number;
  /** Whether rotations and reflections of a solution are listed as one. */
  readonly isGrouped: boolean;
  /** The fixed queens. They do not attack each other. */
  readonly queens: readonly Cell[];
  /** Page of the list, from 0. A number that is too large means the last page. */
  readonly page: number;
  /** The solution shown in full. By default the first in the list. */
  readonly choice: Placement | undefined;
}

/** The view that lists the solutions that contain the fixed queens: all of them, or one of each class. */
export function SolutionsView(props: ViewProps) {
  const { route, goTo } = props;
  const [shown, show, note] = useRouted(route, shownAt);
  const { n, isGrouped, queens, choice } = shown;
  useAddress(routeOf(shown), props);

  const all = useMemo(() => [...solutions(n)], [n]);
  const found = useMemo(() => completions(all, queens), [all, queens]);
  const counts = useMemo(() => countByCell(n, found), [n, found]);
  const listed = useMemo(
    (): readonly ListedBoard[] =>
      isGrouped
        ? // the fundamental solutions, unless they lack a fixed queen
          classesOf(found).map(({ first, size }) => ({ queens: first, note: `class of ${size}` }))
        : found.map((queens) => ({ queens })),
    [found, isGrouped],
  );
  const chosen = choice ?? listed[0]?.queens;
  const isChosen = isGrouped ? isOfOneClass : isSame;
  const pages = Math.max(1, Math.ceil(listed.length / PAGE_SIZE));
  const page = Math.min(shown.page, pages - 1);
  const boardsOnPage = listed.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);

  /** Changes the list and shows its first page. */
  function list(change: Partial<ViewState>): void {
    goTo(routeOf({ ...shown, ...change, page: 0, choice: undefined }));
  }
  function toggle(cell: Cell): void {
    const others = queens.filter(({ row, column }) => row !== cell.row || column !== cell.column);
    list({ queens: others.length < queens.length ? others : [...queens, cell] });
  }

  const completionsText = plural(found.length, queens.length > 0 ? 'completion' : 'solution');
  return (
    <div class="solutions">
      <Note>{note}</Note>
      <section class="card" aria-labelledby="fix">
        <h2 id="fix">Fix queens</h2>
        <div class="row fields">
          <Choice name="Queens" value={n} values={range(1, LARGEST)} onChoose={(n) => list({ n, queens: [] })} />
          <Button isOff={queens.length === 0} onPress={() => list({ queens: [] })}>
            Clear the board
          </Button>
        </div>
        <FixingBoard n={n} queens={queens} counts={counts} onToggle={toggle} />
        <p class="result" role="status">
          <strong>{formatCount(found.length)}</strong> {completionsText.replace(/^\S+ /, '')}
        </p>
        <p class="hint">Click a cell, or move with the arrow keys and press Enter.</p>
      </section>

      <section class="card list" aria-labelledby="list">
        <h2 id="list">{isGrouped ? plural(listed.length, 'fundamental solution') : completionsText}</h2>
        <fieldset class="row choice">
          <legend>Show</legend>
          <label>
            <input type="radio" name="group" checked={isGrouped} onChange={() => list({ isGrouped: true })} />{' '}
            fundamental solutions
          </label>
          <label>
            <input type="radio" name="group" checked={!isGrouped} onChange={() => list({ isGrouped: false })} /> all of
            them
          </label>
        </fieldset>
        {listed.length === 0 && (
          <p>{queens.length > 0 ? 'No solution has these queens.' : `${plural(n, 'queen')} have no solution.`}</p>
        )}
        {pages > 1 && (
          <div class="row controls">
            <Button isOff={page === 0} onPress={() => show({ page: page - 1 })}>
              ◂ Previous page
            </Button>
            <Button isOff={page === pages - 1} onPress={() => show({ page: page + 1 })}>
              Next page ▸
            </Button>
            <Range
              name={`Page ${formatCount(page + 1)} of ${formatCount(pages)}`}
              least={1}
              most={pages}
              value={page + 1}
              onChoose={(next) => show({ page: next - 1 })}
            />
          </div>
        )}
        <BoardList
          label="Solutions"
          boards={boardsOnPage}
          chosen={boardsOnPage.findIndex(({ queens }) => chosen && isChosen(queens, chosen))}
          onChoose={(board) => show({ choice: boardsOnPage[board]?.queens })}
        />
      </section>

      <section class="card chosen" aria-labelledby="chosen">
        <h2 id="chosen">Solution</h2>
        {chosen ? (
          <ChosenSolution placement={chosen} onChoose={(solution) => show({ choice: solution })} />
        ) : (
          <p>No solution to show.</p>
        )}
      </section>
    </div>
  );
}

function isOfOneClass(a: Placement, b: Placement): boolean {
  return a.length === b.length && isSame(fundamental(a), fundamental(b));
}

/** Reads the state from an address. */
function shownAt(reader: QueryReader): ViewState {
  const n = reader.whole('n', 1, LARGEST, 8);
  const isGrouped = reader.oneOf('show', ['classes', 'all'], 'classes') === 'classes';
  const queens = reader.value(
    'fixed',
    (text) => parseQueens(text, n),
    'columns of queens that do not attack each other, row by row, like 0,4, with . for an empty row',
    [],
  );
  const choice = reader.value(
    'solution',
    (text) => parseSolution(text, n, queens),
    `the columns of a solution of ${plural(n, 'queen')}${queens.length > 0 ? ' with the fixed queens' : ''}`,
    undefined,
  );
  const page = reader.whole('page', 1, 1000, 1) - 1;
  return { n, isGrouped, queens, page, choice };
}

/** Writes the address of a state. Fixed queens are written as in `solve --with`, with a dot for an empty row. */
function routeOf({ n, isGrouped, queens, page, choice }: ViewState): Route {
  const rows = Math.max(0, ...queens.map(({ row }) => row + 1));
  const fixed = range(0, rows - 1).map((row) => queens.find((queen) => queen.row === row)?.column ?? '.');
  const query = {
    n: String(n),
    ...(fixed.length > 0 && { fixed: fixed.join() }),
    ...(!isGrouped && { show: 'all' }),
    ...(page > 0 && { page: String(page + 1) }),
    ...(choice && { solution: choice.join() }),
  };
  return { view: 'solutions', path: [], query };
}

function parseQueens(text: string, n: number): readonly Cell[] | undefined {
  const queens: Cell[] = [];
  const columns = text.split(',');
  if (columns.length > n) return undefined;
  for (const [row, name] of columns.entries()) {
    if (name === '.') continue;
    const column = wholeNumber(name, 0, n - 1);
    if (column === undefined || isAttacked(queens, { row, column })) return undefined;
    queens.push({ row, column });
  }
  return queens;
}

function parseSolution(text: string, n: number, fixed: readonly Cell[]): Placement | undefined {
  const placement = parseQueens(text, n)?.map(({ column }) => column) ?? [];
  return placement.length === n && completions([placement], fixed).length > 0 ? placement : undefined;
}
