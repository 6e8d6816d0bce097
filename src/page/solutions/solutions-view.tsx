import { useMemo, useState } from 'preact/hooks';
import type { Cell } from '../../board/attacked.js';
import type { Placement } from '../../board/placement.js';
import { fundamental } from '../../board/symmetries.js';
import { formatCount, plural } from '../../text/numbers.js';
import { QueryReader, type Route, useAddress, type ViewProps, wholeNumber, writeRoute } from '../address.js';
import { Announcement, Button, Choice, Note, range } from '../parts/controls.js';
import { ChosenSolution } from './chosen-solution.js';
import { allSolutions, classesAmong, classesOf, completions, countByCell, isAttacked } from './completions.js';
import { CopyMenu } from './copy-menu.js';
import { FixingBoard } from './fixing-board.js';
import { SolutionList } from './solution-list.js';

/** All 14,200 boards of 12 queens fit into the memory of a page; 73,712 of 13 are too many to look through. */
const LARGEST = 12;

/** The state of the view. */
interface Shown {
  readonly n: number;
  /** Whether solutions that turn and mirror into each other are listed as one. */
  readonly isGrouped: boolean;
  /** The fixed queens; no two attack each other. */
  readonly queens: readonly Cell[];
  /** The page of the list, from 0. */
  readonly page: number;
  /** The solution shown in full; by default the first of the list. */
  readonly choice: Placement | undefined;
}

/** Every solution, one by one or by its class, and those that complete a board. */
export function SolutionsView(props: ViewProps) {
  const { route } = props;
  const [asked, setAsked] = useState(route);
  const [{ shown, notes }, setState] = useState(() => shownAt(route));
  const { n, isGrouped, queens, page, choice } = shown;
  if (asked !== route) {
    setAsked(route);
    setState(shownAt(route));
  }
  useAddress(routeOf(shown), `${n} ${isGrouped} ${queens.join(' ')}`, props);

  function show(change: Partial<Shown>): void {
    setState({ shown: { ...shown, ...change }, notes: [] });
  }

  const all = useMemo(() => allSolutions(n), [n]);
  const found = useMemo(() => completions(all, queens), [all, queens]);
  const counts = useMemo(() => countByCell(n, found), [n, found]);
  const classes = useMemo(() => (isGrouped ? classesOf(all) : []), [all, isGrouped]);
  const listed = useMemo(
    () =>
      isGrouped
        ? classesAmong(classes, found).map(({ members, wanted: [first = [], ...others] }) => ({
            placement: first, // the fundamental one, unless it lacks a fixed queen
            note: `class of ${members.length}${queens.length > 0 ? `, ${others.length + 1} here` : ''}`,
          }))
        : found.map((placement) => ({ placement, note: undefined })),
    [classes, found, isGrouped, queens],
  );
  const chosen = choice ?? listed[0]?.placement;

  function start(size: number): void {
    show({ n: size, queens: [], page: 0, choice: undefined });
  }
  function fix(cells: readonly Cell[]): void {
    show({ queens: cells, page: 0, choice: undefined });
  }
  function toggle([row, col]: Cell): void {
    const others = queens.filter(([r, c]) => r !== row || c !== col);
    fix(others.length < queens.length ? others : [...queens, [row, col]]);
  }
  function group(value: boolean): void {
    show({ isGrouped: value, page: 0, choice: undefined });
  }

  const completionsText = plural(found.length, queens.length > 0 ? 'completion' : 'solution');
  return (
    <div class="solutions">
      <Note>{notes.join(' ')}</Note>
      <section class="card" aria-labelledby="fix">
        <h2 id="fix">Fix queens</h2>
        <div class="fields">
          <Choice name="Queens" value={n} values={range(1, LARGEST)} onChoose={start} />
          <Button isOff={queens.length === 0} onPress={() => fix([])}>
            Clear the board
          </Button>
        </div>
        <FixingBoard n={n} queens={queens} counts={counts} onToggle={toggle} />
        <p class="result">
          <strong>{formatCount(found.length)}</strong> {completionsText.replace(/^\S+ /, '')}
        </p>
        <p class="hint">
          Click a cell, or move with the arrow keys and press Enter. A cell has the number of completions with a queen
          there; on boards of more than 8 a darker cell has more.
        </p>
      </section>

      <section class="card list" aria-labelledby="list">
        <h2 id="list">{isGrouped ? plural(listed.length, 'fundamental solution') : completionsText}</h2>
        <fieldset class="choice">
          <legend>Show</legend>
          <label>
            <input type="radio" name="group" checked={isGrouped} onChange={() => group(true)} /> fundamental solutions
          </label>
          <label>
            <input type="radio" name="group" checked={!isGrouped} onChange={() => group(false)} /> all of them
          </label>
        </fieldset>
        {listed.length === 0 && (
          <p>{queens.length > 0 ? 'No solution has queens there.' : `${plural(n, 'queen')} have no solution.`}</p>
        )}
        <SolutionList
          listed={listed}
          chosen={chosen}
          isSame={isGrouped ? isOfOneClass : isEqual}
          page={page}
          onPage={(next) => show({ page: next })}
          onChoose={(solution) => show({ choice: solution })}
        />
      </section>

      <section class="card chosen" aria-labelledby="chosen">
        <h2 id="chosen">Solution</h2>
        {chosen ? (
          <>
            <ChosenSolution placement={chosen} onChoose={(solution) => show({ choice: solution })} />
            {/* A new one for each solution and list, so that its message is never about others. */}
            <CopyMenu
              key={writeRoute(routeOf({ ...shown, page: 0, choice: chosen }))}
              n={n}
              chosen={chosen}
              listed={listed.map(({ placement }) => placement)}
            />
          </>
        ) : (
          <p>No solution to show.</p>
        )}
      </section>
      <Announcement text={completionsText} />
    </div>
  );
}

function isEqual(a: Placement, b: Placement): boolean {
  return String(a) === String(b);
}

function isOfOneClass(a: Placement, b: Placement): boolean {
  return a.length === b.length && isEqual(fundamental(a), fundamental(b));
}

/** Reads the state from an address. */
function shownAt(route: Route): { readonly shown: Shown; readonly notes: readonly string[] } {
  const reader = new QueryReader(route, ['n', 'fixed', 'show', 'page', 'solution']);
  const n = reader.whole('n', 1, LARGEST, 8);
  const isGrouped = reader.oneOf('show', ['classes', 'all'], 'classes') === 'classes';
  const queens = reader.value(
    'fixed',
    (text) => parseQueens(text, n),
    `the columns of queens by row that do not attack each other, like 0,4, with . for a row without`,
    [],
  );
  const choice = reader.value(
    'solution',
    (text) => parseSolution(text, n),
    `a solution of ${plural(n, 'queen')}, as its columns`,
    undefined,
  );
  const page = reader.whole('page', 1, 1000, 1) - 1;
  return { shown: { n, isGrouped, queens, page, choice }, notes: reader.notes };
}

/** Writes the address of a state: fixed queens as in `solve --with`, a row without one as a dot. */
function routeOf({ n, isGrouped, queens, page, choice }: Shown): Route {
  const rows = Math.max(0, ...queens.map(([row]) => row + 1));
  const fixed = range(0, rows - 1).map((row) => queens.find(([r]) => r === row)?.[1] ?? '.');
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
    const col = wholeNumber(name, 0, n - 1);
    if (col === undefined || isAttacked(queens, [row, col])) return undefined;
    queens.push([row, col]);
  }
  return queens;
}

function parseSolution(text: string, n: number): Placement | undefined {
  const queens = parseQueens(text, n);
  return queens?.length === n ? queens.map(([, col]) => col) : undefined;
}
