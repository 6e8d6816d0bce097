import { useMemo, useState } from 'preact/hooks';
import type { Cell } from '../../core/board/placement.js';
import { plural } from '../../core/text/numbers.js';
import { Line } from '../parts/board.js';
import { Button, Click, Range } from '../parts/controls.js';
import { createSliderHandler } from '../parts/keys.js';
import { findClashes, LARGE_N, LARGE_PLACES, LARGE_UPPER, listLargeLowers } from './halves.js';
import { HalvesBoard } from './halves-board.js';
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

const ROWS = LARGE_PLACES.length;
const HEIGHT = ROWS + 2.5;

/**
 * A table of bits: a stripe for each lower half, a row for each diagonal of the upper half, and below them a green bar
 * for each stripe that fits. A press on a stripe chooses it, and a press below the rows chooses the nearest stripe that
 * fits. The left and right arrow keys choose a neighboring stripe, and the other two point at a row.
 *
 * @param common for each lower half, the places where it clashes with the upper half.
 * @param pair index of the chosen stripe.
 * @param row index of the row that the reader points at; undefined if there is none.
 */
function MarksTable(props: {
  readonly common: readonly (readonly number[])[];
  readonly pair: number;
  readonly row: number | undefined;
  readonly onChoose: (index: number) => void;
  readonly onPoint: (row: number | undefined) => void;
}) {
  const { common, pair, row, onChoose, onPoint } = props;
  const fits = (index: number) => common[index]?.length === 0;

  function onPointer({ currentTarget, clientX, clientY, buttons }: PointerEvent): void {
    if (!(currentTarget instanceof Element)) return;
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const stripe = ((clientX - left) * BATCH_SIZE) / width - 0.5;
    const pointed = Math.floor(((clientY - top) * HEIGHT) / height);
    onPoint(pointed < ROWS ? pointed : undefined);
    if (buttons === 0) return;
    const indexes = common.flatMap((_, index) => (pointed < ROWS || fits(index) ? [index] : []));
    const [nearest] = indexes.sort((a, b) => Math.abs(a - stripe) - Math.abs(b - stripe));
    if (nearest !== undefined) onChoose(nearest);
  }
  const moveStripe = createSliderHandler(pair, 0, common.length - 1, onChoose);
  const moveRow = createSliderHandler(row ?? -1, 0, ROWS - 1, onPoint);
  return (
    <div
      class="marks-table"
      role="slider"
      tabIndex={0}
      aria-label="Stripe on the board"
      aria-valuemin={1}
      aria-valuemax={common.length}
      aria-valuenow={pair + 1}
      aria-valuetext={`${pair + 1} of ${common.length}: ${fits(pair) ? 'fits' : 'clashes'}`}
      onKeyDown={(event) => (['ArrowUp', 'ArrowDown'].includes(event.key) ? moveRow(event) : moveStripe(event))}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onPoint(undefined)}
    >
      <svg viewBox={`0 0 ${BATCH_SIZE} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <rect class="field" width={BATCH_SIZE} height={ROWS} />
        {common.map((places, index) => (
          <g key={index}>
            <rect class="column" x={index} width={1} height={ROWS} />
            <path
              class="mark"
              data-part="clash"
              d={places.map((place) => `M${index} ${LARGE_PLACES.indexOf(place)}h1v.9h-1z`).join('')}
            />
            {fits(index) && <path class="fit" d={`M${index} ${ROWS + 0.5}h1v2h-1z`} />}
          </g>
        ))}
        {row !== undefined && <rect class="pointed" y={row} width={BATCH_SIZE} height={0.9} />}
        <rect class="chosen" data-part="lower" x={pair} width={1} height={HEIGHT} />
      </svg>
    </div>
  );
}
