import { createSliderHandler } from '../parts/keys.js';
import { LARGE_PLACES } from './halves.js';
import { BATCH_SIZE } from './published.js';

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
export function MarksTable(props: {
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
