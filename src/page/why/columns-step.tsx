import { columnsOf } from '../../board/masks.js';
import { formatCount } from '../../text/numbers.js';
import { CELL } from '../parts/board.js';
import { Pick } from '../parts/controls.js';
import { inWords, WORK_OF_20 } from './figures.js';
import { columnNames, HalfList, HalvesBoard, UpperHalves, useHalves } from './half-pictures.js';
import type { StepProps } from './why-state.js';

/** Shows the lists of halves by column set. Each upper list is paired with one lower list. */
export function ColumnsStep({ state, change }: StepProps) {
  const { n } = state;
  const shown = useHalves(state);
  const { cut, set, upper } = shown;
  const pairs = cut.sets.reduce((sum, { above, below }) => sum + above.length * below.length, 0);
  const others = 2 ** n - 1 - set.columns;

  return (
    <>
      <div class="why-text">
        <p>
          Each column has one queen. So if an upper half uses the columns {columnNames(set.columns)}, its lower half
          must use the other columns: {columnNames(others)}. The program keeps halves in lists by their{' '}
          <em>column set</em>. Each list of upper halves is then paired with one list of lower halves.
        </p>
        <p>
          That leaves {formatCount(pairs)} of {formatCount(cut.allPairs)} pairs. For 20 queens it leaves{' '}
          {inWords(WORK_OF_20.pairs)}, still more than the {inWords(WORK_OF_20.placed)} dots of the tree. So a pair must
          cost far less than a dot. Choose one of the {cut.sets.length} column sets. Each box shows its numbers of upper
          and lower halves.
        </p>
        <fieldset class="column-sets" aria-label="Column sets of the upper half">
          {cut.sets.map(({ columns, above, below }) => (
            <Pick
              key={columns}
              group="column-set"
              isPicked={columns === set.columns}
              name={`${above.length} · ${below.length} upper and lower halves on columns ${columnNames(columns)}`}
              onPick={() => change({ columns: [...columnsOf(columns)], half: 0 })}
            >
              <svg viewBox={`0 0 ${n} 1`} aria-hidden="true">
                {[...columnsOf(columns)].map((column) => (
                  <rect key={column} x={column + 0.08} y={0.08} width={0.84} height={0.84} />
                ))}
              </svg>
              {above.length} · {below.length}
            </Pick>
          ))}
        </fieldset>
        <h3>Upper halves on these columns: {set.above.length}</h3>
        <UpperHalves state={state} change={change} shown={shown} />
        <h3>Lower halves on the other columns: {set.below.length}</h3>
        <HalfList n={n} list={set.below} side="lower" />
      </div>
      <div class="why-picture">
        <HalvesBoard cut={cut} above={upper}>
          {[...columnsOf(others)].map((column) => (
            <rect
              key={column}
              class="outline"
              x={column * CELL + 2}
              y={cut.rows * CELL + 2}
              width={CELL - 4}
              height={(n - cut.rows) * CELL - 4}
            />
          ))}
        </HalvesBoard>
        <p class="hint">Outlined: the other columns, for the lower half.</p>
      </div>
    </>
  );
}
