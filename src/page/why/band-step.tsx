import { useMemo } from 'preact/hooks';
import { countWideReadably } from '../../../workers/meet-wide-readable.js';
import type { Cell } from '../../board/attacked.js';
import { fixedQueens } from '../../plan/fixed-queens.js';
import { LEAST_MEET_N, planMeet } from '../../plan/meet-plan.js';
import type { WideSubproblem } from '../../plan/subproblem.js';
import { wideNodes } from '../../plan/wide-rules.js';
import { plural } from '../../text/numbers.js';
import { Board, CELL, middleOf } from '../parts/board.js';
import { Choice, Field, range } from '../parts/controls.js';
import { givenInWords, KeyColumns } from '../runs/subproblem-board.js';
import { MOST_THREADS, NO_DETAIL, type StepProps } from './why-state.js';

/** The subproblems of the plan itself: a band of middle rows whose queens come first, and key columns. */
export function BandStep({ state: { n, threads, detail }, change }: StepProps) {
  const counted = useMemo(() => (n < LEAST_MEET_N ? [] : countPlan(n, threads)), [n, threads]);
  const largest = counted.reduce((best, { work }, i) => (work > (counted[best]?.work ?? 0) ? i : best), 0);
  const at = Math.min(detail.subproblem ?? largest, counted.length - 1);
  const shown = counted[at];
  const pairs = counted.reduce((sum, { work }) => sum + work, 0);
  const solutions = counted.reduce((sum, { count }) => sum + count, 0);
  if (!shown) {
    return <p class="why-text">A band of two rows needs a board of 5 rows at least: choose more queens.</p>;
  }
  const { subproblem } = shown;

  return (
    <>
      <div class="why-text">
        <p>
          On large boards the two lists are long: 41,000 halves each for 20 queens. So the program leaves a{' '}
          <em>band</em> of middle rows between the halves and places its queens first. What they attack is no longer
          possible above and below: with a band of two rows, lists of 20 queens have some 1,700 halves, and a seventh of
          the pairs is left. The band also has the middle rows, so the rule of step 2 is obeyed from the start.
        </p>
        <p>
          A subproblem gives all queens of the band but the last. That one goes to every cell with a dot, while the
          lists stay: they are only filtered by what it attacks. For more threads, subproblems are cut finer: for some{' '}
          <em>key columns</em> they also say on which side of the band the queen must stand.
        </p>
        <div class="fields">
          <Choice
            name="Threads"
            value={threads}
            values={range(1, MOST_THREADS)}
            onChoose={(count) => change({ threads: count, detail: NO_DETAIL })}
          />
          <Field name={`Subproblem ${at + 1} of ${counted.length}`} isWide>
            {(id) => (
              <input
                id={id}
                type="range"
                min={0}
                max={counted.length - 1}
                value={at}
                onInput={(event) => change({ detail: { subproblem: Number(event.currentTarget.value) } })}
              />
            )}
          </Field>
        </div>
        <p role="status">
          {givenInWords(subproblem, fixedQueens(subproblem))} It compares {plural(shown.work, 'pair')}, and its
          solutions count {shown.count}.
        </p>
        <p>
          {counted.length === 1 ? 'It compares' : `All ${counted.length} together compare`} {plural(pairs, 'pair')} and
          count {plural(solutions, 'solution')}.
        </p>
      </div>
      <div class="why-picture">
        <BandBoard subproblem={subproblem} />
      </div>
    </>
  );
}

interface Counted {
  readonly subproblem: WideSubproblem;
  readonly count: number;
  readonly work: number;
}

/** The plan's subproblems, each with what its kernel finds. */
function countPlan(n: number, threads: number): readonly Counted[] {
  return Array.from(planMeet(n, { threads }).subproblems, (subproblem) => ({
    subproblem,
    ...countWideReadably(subproblem),
  }));
}

/** A subproblem on the board: the band, its queens, the places of the last one, and the key columns. */
function BandBoard({ subproblem }: { readonly subproblem: WideSubproblem }) {
  const { n, rowsAbove, bandRows, lastRow } = subproblem;
  const given = fixedQueens(subproblem);
  const queens = given.flatMap((column, row): Cell[] => (column === null ? [] : [[row, column]]));
  const places = new Set(
    [...wideNodes(subproblem)].flatMap(({ rules }) => rules.lastQueens.map(({ column }) => column)),
  );
  const label = [
    `Board of ${n} by ${n} with a band of rows ${rowsAbove} to ${rowsAbove + bandRows - 1}.`,
    givenInWords(subproblem, given),
    `Places of the last band queen, in row ${lastRow}: columns ${[...places].join(', ') || 'none'}.`,
  ].join(' ');
  return (
    <Board n={n} queens={queens} label={label}>
      <KeyColumns subproblem={subproblem} />
      <rect class="band" y={rowsAbove * CELL} width={n * CELL} height={bandRows * CELL} />
      {[...places].map((column) => {
        const [x, y] = middleOf([lastRow, column]);
        return <circle key={column} class="place" cx={x} cy={y} r={CELL / 6} />;
      })}
    </Board>
  );
}
