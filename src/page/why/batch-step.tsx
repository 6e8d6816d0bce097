import { useMemo, useState } from 'preact/hooks';
import type { Cell } from '../../core/board/placement.js';
import { plural } from '../../core/text/numbers.js';
import { Line } from '../parts/board.js';
import { Button, Click, Range } from '../parts/controls.js';
import { findClashes, LARGE_N, LARGE_PLACES, LARGE_UPPER, listLargeLowers } from './halves.js';
import { HalvesBoard } from './halves-board.js';
import { MarksTable } from './marks-table.js';
import { BATCH_SIZE } from './published.js';
import { Term } from './term.js';
import type { StepProps } from './why-state.js';

export function BatchStep({ state, change, heading }: StepProps) {
  const { together } = state;
  const lowers = useMemo(listLargeLowers, []).slice(0, together);
  const common = lowers.map((lower) => findClashes(LARGE_UPPER, lower));
  const fitting = common.flatMap(({ length }, index) => (length === 0 ? [index] : []));
  /** The row of the table at which the reader points. The board shows its diagonal. */
  const [row, setRow] = useState<number>();
  const pair = Math.min(state.pair ?? together - 1, together - 1);
  const lower = lowers[pair];
  if (!lower) return null; // there is at least one
  const nextFitting = fitting.find((index) => index > pair) ?? fitting[0];

  return (
    <>
      <div class="say">
        {heading}
        <p>
          Now with {LARGE_N} queens: each stripe of the table is a <Term part="lower">lower half</Term>, each row one of
          the {LARGE_PLACES.length} <Term part="diagonal">diagonals</Term> on which the{' '}
          <Term part="upper">upper half</Term> has a queen. A mark is a <Term part="clash">clash</Term>, so a stripe
          without marks fits. {together < BATCH_SIZE && <b>{`Drag to\u00a0${BATCH_SIZE}.`}</b>}
          {together === BATCH_SIZE && !fitting.includes(pair) && (
            <b>
              <Click /> a bar below the table.
            </b>
          )}
        </p>
        <Range
          name="Lower halves"
          min={1}
          max={BATCH_SIZE}
          value={together}
          onChoose={(to) => change({ together: to, pair: undefined })}
        />
        <p class="total" role="status">
          {LARGE_PLACES.length} processor steps, one for each row, check
          <br />
          <strong class="number">{plural(together, 'pair')}</strong>
        </p>
        <div class="row controls">
          <Button
            isOff={nextFitting === undefined}
            onPress={() => change({ pair: nextFitting })}
            children="Next that fits"
          />
          <span>{fitting.length === 0 ? 'None fits yet.' : `Fits: ${fitting.length} of ${together}.`}</span>
        </div>
        <details>
          <summary>Can it be faster still?</summary>
          <p>
            Yes. The program first combines six to eight rows into a table that has an entry for every subset of them.
            Then four or five lookups replace {LARGE_PLACES.length} steps.
          </p>
        </details>
      </div>
      <div class="show">
        <MarksTable
          common={common}
          pair={pair}
          row={row}
          onChoose={(index) => change({ pair: index })}
          onPoint={setRow}
        />
        <HalvesBoard n={LARGE_N} upper={LARGE_UPPER} lower={lower}>
          {LARGE_UPPER.crossings.map(({ cell, place }) => (
            <g key={place} class={`ray ${place === LARGE_PLACES[row ?? -1] ? 'pointed' : ''}`} data-part="diagonal">
              <Line className="diagonal" from={cell} to={findEnd(cell, place)} />
            </g>
          ))}
        </HalvesBoard>
        <p class="verdict" role="status">
          Stripe {pair + 1}:{' '}
          {fitting.includes(pair) ? <b class="good">fits, a solution.</b> : <b class="bad">a clash.</b>}
        </p>
      </div>
    </>
  );
}

/** Returns the last cell on a diagonal from a queen in the upper half across the cut. */
function findEnd({ row, column }: Cell, place: number): Cell {
  const isFalling = place < LARGE_N - 1;
  const steps = Math.min(LARGE_N - 1 - row, isFalling ? LARGE_N - 1 - column : column);
  return { row: row + steps, column: column + (isFalling ? steps : -steps) };
}
