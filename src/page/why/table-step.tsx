import { columnsOf } from '../../board/masks.js';
import { plural } from '../../text/numbers.js';
import { BitTable } from '../parts/bit-table.js';
import { Button } from '../parts/controls.js';
import { crossingDiagonals, diagonalName, isTaken, keyOf } from './half-boards.js';
import { HalvesBoard, useHalves } from './half-pictures.js';
import type { StepProps } from './why-state.js';

/** Shows the keys of the lower list as a table of bits, and combines the rows for an upper half. */
export function TableStep({ state, change }: StepProps) {
  const { n } = state;
  const { cut, set, upper, half } = useHalves(state);
  const key = keyOf(upper);
  const taken = Math.min(state.at ?? 0, key.length);
  const setTaken = (row: number) => change({ at: row });
  const done = key.slice(0, taken);
  const next = key[taken];
  const isDone = next === undefined;
  const result = set.below.map((lower) => done.some((diagonal) => isTaken(lower, diagonal)));
  const rows = crossingDiagonals(n).map((diagonal) => ({
    className: `row-${diagonal}${done.includes(diagonal) ? ' done' : ''}`,
    name: `${diagonalName(n, diagonal)} ${isTaken(upper, diagonal) ? '•' : ''}`,
    bits: set.below.map((lower) => isTaken(lower, diagonal)),
  }));
  const sum = {
    className: 'result-row',
    name: 'OR',
    bits: result,
    classNameOf: (i: number) => (result[i] || !isDone ? undefined : 'good'),
  };
  const zeros = result.filter((bit) => !bit).length;

  return (
    <>
      <div class="why-text">
        <p>
          Write the keys of the lower list side by side, each from top to bottom. Each row of the table then stands for
          one diagonal: 1 if a lower half has a queen on it, 0 if not. For an upper half, take the rows of its diagonals
          (•) and combine them by OR: a bit of the result is 1 if it is 1 in any of these rows. Each 0 in the final
          result is a lower half without a common diagonal. It fits.
        </p>
        <div class="row controls">
          <Button isOff={isDone} onPress={() => setTaken(taken + 1)}>
            OR the next row
          </Button>
          <Button isOff={isDone} onPress={() => setTaken(key.length)}>
            All rows
          </Button>
          <Button isOff={taken === 0} onPress={() => setTaken(0)}>
            Start over
          </Button>
          <Button
            isOff={set.above.length < 2}
            onPress={() =>
              change({ columns: [...columnsOf(set.columns)], half: (half + 1) % set.above.length, at: undefined })
            }
          >
            Next upper half
          </Button>
        </div>
        <p role="status">
          {next !== undefined
            ? `${taken} of ${plural(key.length, 'row')} ORed. The next row is diagonal ${diagonalName(n, next)}.`
            : `All ${key.length} rows are ORed: ${plural(zeros, 'zero')}. A zero is a lower half that fits upper half ${half + 1}.`}
        </p>
        <p>One OR works on all bits of a row. It tests a diagonal of the upper half against the whole lower list.</p>
      </div>
      <div class="why-picture row side-by-side">
        <BitTable corner="half" rows={[...rows, sum]} from={1} />
        <HalvesBoard cut={cut} above={upper} diagonals={next === undefined ? key : [next]} />
      </div>
    </>
  );
}
