import { useMemo, useState } from 'preact/hooks';
import type { Cell } from '../../board/attacked.js';
import type { Placement } from '../../board/placement.js';
import { fundamental } from '../../board/symmetry-class.js';
import { formatCount, plural } from '../../text/numbers.js';
import { Announcement, Choice, range } from '../parts/controls.js';
import { ChosenSolution } from './chosen-solution.js';
import { allSolutions, classesAmong, classesOf, completions, countByCell } from './completions.js';
import { CopyButtons } from './copy-buttons.js';
import { FixingBoard } from './fixing-board.js';
import { SolutionList } from './solution-list.js';

/** All 14,200 boards of 12 queens fit into the memory of a page; 73,712 of 13 are too many to look through. */
const LARGEST = 12;

/** Every solution, one by one or by its class, and those that complete a board. */
export function SolutionsView() {
  const [n, setN] = useState(8);
  const [isGrouped, setGrouped] = useState(true);
  const [queens, setQueens] = useState<readonly Cell[]>([]);
  const [page, setPage] = useState(0);
  const [choice, setChoice] = useState<Placement>();

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

  function begin(size: number): void {
    setN(size);
    fix([]);
  }
  function fix(cells: readonly Cell[]): void {
    setQueens(cells);
    setPage(0);
    setChoice(undefined);
  }
  function toggle([row, col]: Cell): void {
    const others = queens.filter(([r, c]) => r !== row || c !== col);
    fix(others.length < queens.length ? others : [...queens, [row, col]]);
  }
  function group(value: boolean): void {
    setGrouped(value);
    setPage(0);
    setChoice(undefined);
  }

  const completionsText = plural(found.length, queens.length > 0 ? 'completion' : 'solution');
  return (
    <div class="solutions">
      <section class="card" aria-labelledby="fix">
        <h2 id="fix">Fix queens</h2>
        <div class="fields">
          <Choice name="Queens" value={n} values={range(1, LARGEST)} onChoose={begin} />
          <button type="button" onClick={() => fix([])} disabled={queens.length === 0}>
            Clear the board
          </button>
        </div>
        <FixingBoard n={n} queens={queens} counts={counts} onToggle={toggle} />
        <p class="result">
          <strong>{formatCount(found.length)}</strong> {completionsText.replace(/^\S+ /, '')}
        </p>
        <p class="hint">
          Click a cell, or go with the arrow keys and press Enter. The number on a cell says how many completions have a
          queen there.
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
          onPage={setPage}
          onChoose={setChoice}
        />
        <CopyButtons n={n} placements={listed.map(({ placement }) => placement)} what="the list" />
      </section>

      <section class="card chosen" aria-labelledby="chosen">
        <h2 id="chosen">Solution</h2>
        {chosen ? <ChosenSolution placement={chosen} onChoose={setChoice} /> : <p>There is none.</p>}
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
