import { useMemo } from 'preact/hooks';
import { givenQueens } from '../../plan/band.js';
import { bandFillings } from '../../plan/fitting-fillings.js';
import type { MeetSubproblem } from '../../plan/subproblem.js';
import { formatCount, plural } from '../../text/numbers.js';
import { Board, CELL, middleOf } from '../parts/board.js';
import { Range } from '../parts/controls.js';
import { inWords, LIST_LENGTHS_OF_20, WORK_OF_20 } from './figures.js';
import type { StepProps } from './why-state.js';
import { countedSubproblems, workOf } from './work.js';

/** Shows the subproblems of the plan. Each begins with queens in a band of middle rows. */
export function BandStep({ state: { n, detail }, change }: StepProps) {
  const counted = useMemo(() => countedSubproblems(n), [n]);
  const all = useMemo(() => workOf(n), [n]);
  const largest = counted.reduce((best, { compared }, i) => (compared > (counted[best]?.compared ?? 0) ? i : best), 0);
  const index = Math.min(detail.subproblem ?? largest, counted.length - 1);
  const shown = counted[index];
  if (!shown) return null; // every plan has subproblems
  const { plain, banded } = LIST_LENGTHS_OF_20;

  return (
    <>
      <div class="why-text">
        <p>
          For 20 queens a list has about {formatCount(plain)} halves, and step 4 left {inWords(WORK_OF_20.pairs)} pairs.
          So the program leaves a <em>band</em> of two middle rows between the halves. It places the queens of the band
          first, and skips halves that they attack. A list for 20 queens then has about {formatCount(banded)} halves.
          With more rows in the band there would be fewer pairs, but making the many short lists would take longer than
          comparing them.
        </p>
        <p>
          The band contains the queens of the middle rows. By the rule of step 2, these queens limit how far from the
          middle the queens of the middle columns can be. So images that are not counted never become pairs.
        </p>
        <p>
          A <em>subproblem</em> fixes all queens of the band except the last. Its lists are made once. The last queen
          tries each cell with a dot, and halves that it attacks there are skipped. Subproblems are independent, so each
          processor core counts its own.
        </p>
        <Range
          name={`Subproblem ${index + 1} of ${counted.length}`}
          most={counted.length - 1}
          value={index}
          onChoose={(to) => change({ detail: { subproblem: to } })}
        />
        <p role="status">
          This subproblem makes {formatCount(shown.made)} halves, compares {plural(shown.compared, 'pair')} and counts{' '}
          {plural(shown.count, 'solution')}, including images.
        </p>
        <p>
          All {counted.length} subproblems together make {formatCount(all.made)} halves, compare{' '}
          {formatCount(all.compared)} pairs instead of {formatCount(all.pairs)}, and count{' '}
          {counted.reduce((sum, { count }) => sum + count, 0)} solutions.
        </p>
      </div>
      <div class="why-picture">
        <BandBoard subproblem={shown.subproblem} />
      </div>
    </>
  );
}

/** A board with its band, the given queens, and the cells for the last queen. */
function BandBoard({ subproblem }: { readonly subproblem: MeetSubproblem }) {
  const { n, rowsAbove, bandRows, lastRow } = subproblem;
  const given = givenQueens(subproblem);
  const columns = new Set(
    [...bandFillings(subproblem)].flatMap(({ lastQueens }) => lastQueens.map(({ column }) => column)),
  );
  const label = [
    `Board of ${n} by ${n} with a band of rows ${rowsAbove} to ${rowsAbove + bandRows - 1}.`,
    `Given queens: ${given.map(({ row, column }) => `row ${row} column ${column}`).join(', ')}.`,
    `Cells for the last queen of the band, in row ${lastRow}: columns ${[...columns].join(', ')}.`,
  ].join(' ');
  return (
    <Board n={n} queens={given} label={label}>
      <rect class="outline" y={rowsAbove * CELL} width={n * CELL} height={bandRows * CELL} />
      {[...columns].map((column) => {
        const [x, y] = middleOf({ row: lastRow, column });
        return <circle key={column} class="last" cx={x} cy={y} r={CELL / 6} />;
      })}
    </Board>
  );
}
