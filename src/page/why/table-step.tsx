import { columnsOf } from '../../board/masks.js';
import { plural } from '../../text/numbers.js';
import { BitTable } from '../parts/bit-table.js';
import { Button } from '../parts/controls.js';
import { crossingDiagonals, diagonalName, isTaken, keyOf } from './half-boards.js';
import { HalvesBoard, halves, useHalves } from './half-pictures.js';
import type { StepProps } from './why-state.js';

/** The keys of the lower list as a table of bits, and the rows that the upper half asks for. */
export function TableStep({ state, change }: StepProps) {
  const { n } = state;
  const { cut, set, upper, half } = useHalves(state);
  const key = keyOf(upper);
  const taken = Math.min(state.detail.row ?? 0, key.length);
  const setTaken = (row: number) => change({ detail: { row } });
  const done = key.slice(0, taken);
  const next = key[taken];
  const result = set.below.map((lower) => done.some((diagonal) => isTaken(lower, diagonal)));
  const rows = crossingDiagonals(n).map((diagonal) => ({
    look: `row-${diagonal.direction}-${diagonal.bit}${done.map(diagonalName).includes(diagonalName(diagonal)) ? ' done' : ''}`,
    name: `${diagonalName(diagonal)} ${isTaken(upper, diagonal) ? '•' : ''}`,
    bits: set.below.map((lower) => isTaken(lower, diagonal)),
  }));
  const sum = {
    look: 'result-row',
    name: 'OR',
    bits: result,
    lookOf: (i: number) => (result[i] || next ? undefined : 'good'),
  };
  const zeros = result.filter((bit) => !bit).length;

  return (
    <>
      <div class="why-text">
        <p>
          Write the keys of the lower list side by side, each from top to bottom. Then a row of the table stands for one
          diagonal: 1 where a lower half has a queen on it, 0 where it has none. An upper half asks for the rows of its
          own diagonals (•) and combines them by OR: a bit of the result is 1 if it is 1 in any of these rows. A 0 that
          is left at the end is a lower half without a common diagonal. It fits.
        </p>
        <div class="controls">
          <Button isOff={!next} onPress={() => setTaken(taken + 1)}>
            OR the next row
          </Button>
          <Button isOff={!next} onPress={() => setTaken(key.length)}>
            All rows
          </Button>
          <Button isOff={taken === 0} onPress={() => setTaken(0)}>
            Start over
          </Button>
          <Button
            isOff={set.above.length < 2}
            onPress={() =>
              change({ columns: [...columnsOf(set.columns)], half: (half + 1) % set.above.length, detail: {} })
            }
          >
            Next upper half
          </Button>
        </div>
        <p role="status">
          {next
            ? `${taken} of ${plural(key.length, 'row')} ORed. Next is diagonal ${diagonalName(next)}.`
            : `All ${key.length} rows are ORed: ${plural(zeros, 'zero')}, so ${halves(zeros, 'lower')} ${zeros === 1 ? 'fits' : 'fit'} upper half ${half + 1}.`}
        </p>
        <p>One OR does the same to all bits of a row: it tests a diagonal of the upper half on the whole lower list.</p>
      </div>
      <div class="why-picture side-by-side">
        <BitTable corner="half" rows={[...rows, sum]} from={1} />
        <HalvesBoard cut={cut} above={upper} diagonals={next ? [next] : key} />
      </div>
    </>
  );
}
