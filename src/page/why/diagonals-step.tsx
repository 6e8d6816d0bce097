import { plural } from '../../text/numbers.js';
import { BitTable } from '../parts/bit-table.js';
import { clashes, crossingDiagonals, diagonalName, type Half, isTaken, keyOf } from './half-boards.js';
import { HalfList, HalvesBoard, UpperHalves, useHalves } from './half-pictures.js';
import type { StepProps } from './why-state.js';

/** Compares the keys of an upper and a lower half. */
export function DiagonalsStep({ state, change }: StepProps) {
  const { n } = state;
  const shown = useHalves(state);
  const { cut, set, upper } = shown;
  const fitting = set.below.filter((lower) => clashes(upper, lower).length === 0).length;
  const first = set.below.findIndex((lower) => clashes(upper, lower).length === 0);
  const index = Math.min(state.at ?? Math.max(0, first), set.below.length - 1);
  const lower = set.below[index];
  if (!lower) return null; // every set has lower halves
  const common = clashes(upper, lower);
  const solutions = set.above.flatMap((one) => set.below.filter((other) => clashes(one, other).length === 0)).length;

  return (
    <>
      <div class="why-text">
        <p>
          Rows and columns already fit, so only diagonals remain. In each direction, {n - 1} diagonals cross the cut.
          The others lie within a half. Diagonal 3 crosses the cut between columns 3 and 4. For each half, write 1 for
          each crossing diagonal with a queen, and 0 for the others. These {2 * (n - 1)} bits are the <em>key</em> of
          the half. A pair is a solution if no bit is 1 in both keys. The cells of the queens no longer matter.
        </p>
        <Keys n={n} upper={upper} lower={lower} />
        <h3>Choose an upper half</h3>
        <UpperHalves state={state} change={change} shown={shown} />
        <h3>Choose a lower half on the other columns</h3>
        <HalfList
          n={n}
          list={set.below}
          side="lower"
          chosen={index}
          onChoose={(at) => change({ at })}
          clashesOf={(other) => clashes(upper, other).length}
        />
      </div>
      <div class="why-picture">
        <HalvesBoard
          cut={cut}
          above={upper}
          below={lower}
          diagonals={common.length > 0 ? common : keyOf(upper)}
          isClash={common.length > 0}
        />
        <p role="status">
          {common.length === 0
            ? 'A solution: no lower queen stands on a diagonal of the upper half (lines).'
            : `This pair clashes on ${common.map((diagonal) => diagonalName(n, diagonal)).join(' and ')}.`}{' '}
          {fitting} of {set.below.length} lower halves {fitting === 1 ? 'fits' : 'fit'} this upper half. The two lists
          have {plural(set.above.length * set.below.length, 'pair')} and {plural(solutions, 'solution')}.
        </p>
      </div>
    </>
  );
}

/** The two keys, as a table for each direction. */
function Keys({ n, upper, lower }: { readonly n: number; readonly upper: Half; readonly lower: Half }) {
  const common = clashes(upper, lower);
  return (
    <div class="row keys">
      {['\\', '/'].map((direction, i) => {
        const diagonals = crossingDiagonals(n).slice(i * (n - 1), (i + 1) * (n - 1));
        const rowOf = (half: Half, name: string) => ({
          className: name,
          name,
          bits: diagonals.map((diagonal) => isTaken(half, diagonal)),
          classNameOf: (bit: number) => (common.includes(diagonals[bit] ?? -1) ? 'clash' : undefined),
        });
        return <BitTable key={direction} corner={direction} rows={[rowOf(upper, 'upper'), rowOf(lower, 'lower')]} />;
      })}
    </div>
  );
}
