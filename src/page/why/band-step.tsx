import { useMemo } from 'preact/hooks';
import { givenQueens } from '../../plan/band.js';
import { bandFillings } from '../../plan/fitting-fillings.js';
import { sharedDiagonals } from '../../plan/key-bits.js';
import type { MeetSubproblem } from '../../plan/subproblem.js';
import { formatCount, plural } from '../../text/numbers.js';
import { Board, CELL, middleOf } from '../parts/board.js';
import { Range } from '../parts/controls.js';
import { inWords, KEY_BITS_OF_20, LIST_LENGTHS_OF_20, WORK_OF_20 } from './figures.js';
import { DiagonalLines } from './half-pictures.js';
import type { StepProps } from './why-state.js';
import { workOf } from './work.js';

/** Shows the subproblems. Each begins with queens in a band of middle rows. */
export function BandStep({ state: { n, at }, change }: StepProps) {
  const all = useMemo(() => workOf(n), [n]);
  const { counted } = all;
  const largest = counted.reduce((best, { compared }, i) => (compared > (counted[best]?.compared ?? 0) ? i : best), 0);
  const index = Math.min(at ?? largest, counted.length - 1);
  const shown = counted[index];
  if (!shown) return null; // every board has subproblems
  const compared = comparedDiagonals(shown.subproblem);
  const { plain, banded } = LIST_LENGTHS_OF_20;
  const { least, most } = KEY_BITS_OF_20;

  return (
    <>
      <div class="why-text">
        <p>
          For 20 queens a list has about {formatCount(plain)} halves, and step 4 left {inWords(WORK_OF_20.pairs)} pairs.
          So the program leaves a <em>band</em> of middle rows between the halves: two rows here, three for 20 queens.
          It places the queens of the band first, and skips halves that they attack. Then a list has about{' '}
          {formatCount(banded)} halves. By the rule of step 2, the queens of the band also limit how far from the middle
          the queens of the middle columns can be. So images that are not counted never become pairs.
        </p>
        <p>
          Keys get shorter, too. A diagonal needs a bit only if both halves can have a queen on it. If a queen of the
          band stands on it, neither can. Here {compared.length} of the {2 * (n - 1)} diagonals of step 6 are left
          (lines). For 20 queens it is {least} to {most} of 38, so the tables are small.
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
          onChoose={(to) => change({ at: to })}
        />
        <p>
          All {counted.length} subproblems make {formatCount(all.made)} halves, compare {formatCount(all.compared)}{' '}
          pairs instead of {formatCount(all.pairs)}, and count {counted.reduce((sum, { count }) => sum + count, 0)}{' '}
          solutions.
        </p>
      </div>
      <div class="why-picture">
        <BandBoard subproblem={shown.subproblem} diagonals={compared} />
        <p role="status">
          This subproblem makes {formatCount(shown.made)} halves, compares {plural(shown.compared, 'pair')} and counts{' '}
          {plural(shown.count, 'solution')}, including images.
        </p>
      </div>
    </>
  );
}

/** Returns the diagonals that need a bit in the keys of a subproblem. */
function comparedDiagonals(subproblem: MeetSubproblem): readonly number[] {
  const [filling] = bandFillings(subproblem); // the only one, because a subproblem of a small board gives all its queens
  if (!filling) return [];
  const { l, d } = sharedDiagonals(filling);
  return [...l, ...d.map((number) => subproblem.n - 1 + number + subproblem.bandRows)];
}

/** A board with its band, the given queens, the cells for the last queen, and the diagonals of the keys. */
function BandBoard(props: { readonly subproblem: MeetSubproblem; readonly diagonals: readonly number[] }) {
  const { subproblem, diagonals } = props;
  const { n, rowsAbove, bandRows, lastRow } = subproblem;
  const given = givenQueens(subproblem);
  const columns = new Set(
    [...bandFillings(subproblem)].flatMap(({ lastQueens }) => lastQueens.map(({ column }) => column)),
  );
  const label = [
    `Board of ${n} by ${n} with a band of rows ${rowsAbove} to ${rowsAbove + bandRows - 1}.`,
    `Given queens: ${given.map(({ row, column }) => `row ${row} column ${column}`).join(', ')}.`,
    `Cells for the last queen of the band, in row ${lastRow}: columns ${[...columns].join(', ')}.`,
    `${diagonals.length} diagonals need a bit.`,
  ].join(' ');
  return (
    <Board n={n} queens={given} label={label}>
      <DiagonalLines cut={{ n, rows: rowsAbove }} diagonals={diagonals} />
      <rect class="outline" y={rowsAbove * CELL} width={n * CELL} height={bandRows * CELL} />
      {[...columns].map((column) => {
        const [x, y] = middleOf({ row: lastRow, column });
        return <circle key={column} class="last" cx={x} cy={y} r={CELL / 6} />;
      })}
    </Board>
  );
}
