import type { TargetedPointerEvent } from 'preact';
import { useMemo } from 'preact/hooks';
import { formatCount, plural } from '../../core/text/numbers.js';
import { CELL } from '../parts/board.js';
import { Click } from '../parts/controls.js';
import { makeSliderHandler } from '../parts/keys.js';
import { useOnce } from '../parts/use-once.js';
import { countBoardsTried, countHalves, listHalves, N } from './halves.js';
import { HalvesBoard, Verdict } from './halves-board.js';
import { MeetingTrees } from './meeting-trees.js';
import { chooseLower, type StepProps } from './why-state.js';

/**
 * Distance in the list between a half and the next one shown, so that the two look different. It reaches all halves.
 */
const STRIDE = 61;

/** Cuts the board in two. The reader moves the cut, and clicks a half to swap it for another. */
export function CutStep({ state, change, heading }: StepProps) {
  const { cut, upper } = state;
  const lower = chooseLower(state);
  const [uppers, lowers] = useMemo(() => [listHalves(cut, false), listHalves(N - cut, true)], [cut]);
  const isFirstVisit = useOnce('the cut');
  const [above, below] = [uppers[upper], lowers[lower]];
  if (!above || !below) return null; // the address has been checked
  const pairs = uppers.length * lowers.length;

  function moveTo(row: number): void {
    const to = Math.max(1, Math.min(N - 1, row));
    const inList = (index: number, rows: number) => Math.min(index, countHalves(rows) - 1);
    if (to !== cut) change({ cut: to, upper: inList(upper, to), lower: state.lower && inList(state.lower, N - to) });
  }
  function onDrag({ currentTarget, pointerId, clientY }: TargetedPointerEvent<HTMLElement>): void {
    const board = currentTarget.parentElement?.getBoundingClientRect();
    if (!board || !currentTarget.hasPointerCapture(pointerId)) return;
    moveTo(Math.round((N * (clientY - board.top)) / board.height));
  }
  return (
    <>
      <div class="say">
        {heading}
        <p>
          A solution is an upper half above a lower half. A search that stops at the cut builds all upper halves:{' '}
          {formatCount(uppers.length)} are free of attacks. Lower halves are the same, upside down. Both take{' '}
          {formatCount(countBoardsTried(Math.max(cut, N - cut)))} boards, not {formatCount(countBoardsTried(N))}.{' '}
          <b>Drag the cut: where are the trees smallest?</b> <Click /> a half to swap it.
        </p>
        <MeetingTrees cut={cut} />
        <p class="total">
          {formatCount(uppers.length)} upper halves × {formatCount(lowers.length)} lower halves
          <br />
          <strong class="number">{formatCount(pairs)} pairs</strong>
          <br />
          of which only 92 fit
        </p>
      </div>
      <div class="show">
        <div class={isFirstVisit ? 'cuttable first' : 'cuttable'} style={{ '--cut': `${(100 * cut) / N}%` }}>
          <HalvesBoard n={N} upper={above} lower={below}>
            <g class="handle">
              <circle cx={(N - 1) * CELL} cy={cut * CELL} r={7.5} />
              <path d={`M${(N - 1) * CELL} ${cut * CELL}m-3 -2l3 -3l3 3m-6 4l3 3l3 -3`} />
            </g>
          </HalvesBoard>
          <button
            type="button"
            aria-label="Another upper half"
            onClick={() => change({ upper: (upper + STRIDE) % uppers.length })}
          />
          <button
            type="button"
            aria-label="Another lower half"
            onClick={() => change({ lower: (lower + STRIDE) % lowers.length })}
          />
          <div
            class="knife"
            role="slider"
            tabIndex={0}
            aria-orientation="vertical"
            aria-label="Rows above the cut"
            aria-valuemin={1}
            aria-valuemax={N - 1}
            aria-valuenow={cut}
            aria-valuetext={`${plural(cut, 'row')} above, ${plural(N - cut, 'row')} below`}
            onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
            onPointerMove={onDrag}
            onKeyDown={makeSliderHandler(cut, 1, N - 1, moveTo)}
          />
        </div>
        <p class="verdict" role="status">
          <Verdict upper={above} lower={below} />
        </p>
      </div>
    </>
  );
}
