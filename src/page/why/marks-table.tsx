import { createSliderHandler } from '../parts/keys.js';
import { LARGE_PLACES } from './halves.js';
import { BATCH_SIZE } from './published.js';

const ROWS = LARGE_PLACES.length;
const HEIGHT = ROWS + 2.5;

/**
 * A table of bits: a column for each lower half, a row for each diagonal of the upper half, and below them a green mark
 * for each column that fits. A press on a column chooses it, and a press below the rows chooses the nearest column that
 * fits. The arrow keys choose a neighboring column.
 *
 * @param common for each lower half, the places where it clashes with the upper half.
 * @param pair index of the chosen column.
 * @param motion a class that lets columns run in one by one: all on the first visit, later only new ones.
 */
export function MarksTable(props: {
  readonly common: readonly (readonly number[])[];
  readonly pair: number;
  readonly motion: string;
  readonly onChoose: (index: number) => void;
}) {
  const { common, pair, motion, onChoose } = props;
  const fits = (index: number) => common[index]?.length === 0;

  function onPointer({ currentTarget, clientX, clientY, buttons }: PointerEvent): void {
    if (!(currentTarget instanceof Element) || buttons === 0) return;
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const column = ((clientX - left) * BATCH_SIZE) / width - 0.5;
    const isBelow = ((clientY - top) * HEIGHT) / height > ROWS;
    const indexes = common.flatMap((_, index) => (!isBelow || fits(index) ? [index] : []));
    const [nearest] = indexes.sort((a, b) => Math.abs(a - column) - Math.abs(b - column));
    if (nearest !== undefined) onChoose(nearest);
  }
  return (
    <div
      class={`marks-table ${motion}`}
      role="slider"
      tabIndex={0}
      aria-label="Column on the board"
      aria-valuemin={1}
      aria-valuemax={common.length}
      aria-valuenow={pair + 1}
      aria-valuetext={`${pair + 1} of ${common.length}: ${fits(pair) ? 'fits' : 'clashes'}`}
      onKeyDown={createSliderHandler(pair, 0, common.length - 1, onChoose)}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
    >
      <svg viewBox={`0 0 ${BATCH_SIZE} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <rect class="field" width={BATCH_SIZE} height={ROWS} />
        {common.map((places, index) => (
          <g key={index} style={{ '--index': index }}>
            <rect class="column" x={index} width={1} height={ROWS} />
            <path
              class="mark"
              d={places.map((place) => `M${index} ${LARGE_PLACES.indexOf(place)}h1v.9h-1z`).join('')}
            />
            {fits(index) && <path class="fit" d={`M${index} ${ROWS + 0.5}h1v2h-1z`} />}
          </g>
        ))}
        <rect class="chosen" x={pair} width={1} height={HEIGHT} />
      </svg>
    </div>
  );
}
