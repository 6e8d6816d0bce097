import { useMemo } from 'preact/hooks';
import { plural } from '../../core/text/numbers.js';
import { Button, Click, Range } from '../parts/controls.js';
import { useMotion } from '../parts/motion.js';
import { findClashes, LARGE_N, LARGE_PLACES, LARGE_UPPER, listLargeLowers } from './halves.js';
import { HalvesBoard } from './halves-board.js';
import { MarksTable } from './marks-table.js';
import { BATCH_SIZE } from './published.js';
import type { StepProps } from './why-state.js';

export function BatchStep({ state, change, heading }: StepProps) {
  const { together } = state;
  const lowers = useMemo(listLargeLowers, []).slice(0, together);
  const common = lowers.map((lower) => findClashes(LARGE_UPPER, lower));
  const fitting = common.flatMap(({ length }, index) => (length === 0 ? [index] : []));
  const motion = useMotion('the first columns', together);
  const pair = Math.min(state.pair ?? together - 1, together - 1);
  const lower = lowers[pair];
  if (!lower) return null; // there is at least one
  const nextFitting = fitting.find((index) => index > pair) ?? fitting[0];

  return (
    <>
      <div class="say">
        {heading}
        <p>
          Now with 16 queens: each column is a lower half, each row one of the {LARGE_PLACES.length} diagonals that
          cross the cut from above. Red is a clash, so a column without red fits. In one step, the processor checks a
          row of 1 or {BATCH_SIZE} columns.{' '}
          <b>
            {together < BATCH_SIZE ? (
              `Drag to\u00a0${BATCH_SIZE}.`
            ) : (
              <>
                <Click /> a green mark.
              </>
            )}
          </b>
        </p>
        <Range
          name="Lower halves"
          min={1}
          max={BATCH_SIZE}
          value={together}
          onChoose={(to) => change({ together: to, pair: undefined })}
        />
        <p class="total" role="status">
          {LARGE_PLACES.length} processor steps check
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
        <MarksTable common={common} pair={pair} motion={motion} onChoose={(index) => change({ pair: index })} />
        <HalvesBoard n={LARGE_N} upper={LARGE_UPPER} lower={lower} />
        <p class="verdict" role="status">
          Column {pair + 1}:{' '}
          {fitting.includes(pair) ? <b class="good">fits, a solution.</b> : <b class="bad">a clash.</b>}
        </p>
      </div>
    </>
  );
}
