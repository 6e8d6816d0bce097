import type { TargetedPointerEvent } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { formatCount, plural } from '../../core/text/numbers.js';
import { CELL } from '../parts/board.js';
import { Click } from '../parts/controls.js';
import { makeSliderHandler } from '../parts/keys.js';
import { useFrames, useOnce } from '../parts/motion.js';
import { countBoardsTried, countHalves, listHalves, N } from './halves.js';
import { HalvesBoard, Verdict } from './halves-board.js';
import { MeetingTrees } from './meeting-trees.js';
import { chooseLower, type StepProps, type WhyState } from './why-state.js';

/**
 * Distance in the list between a half and the next one shown, so that the two look different. It reaches all halves.
 */
const STRIDE = 61;

/** Rows above the cut while it glides through all its places and back to the middle, and the seconds at each. */
const GLIDE = [1, 2, 3, 4, 5, 6, 7, 6, 5];
const GLIDE_SECONDS = 0.45;

/**
 * Cuts the board in two. On the first visit, the cut glides by itself, until the reader moves it or clicks a half to
 * swap it for another.
 */
export function CutStep({ state: chosen, change, heading }: StepProps) {
  const isFirstVisit = useOnce('the cut');
  const [isGliding, setIsGliding] = useState(isFirstVisit && chosen.cut === N / 2);
  const [glide, setGlide] = useState(0);
  useFrames(isGliding, (seconds) => {
    const at = Math.floor(seconds / GLIDE_SECONDS);
    setGlide(at);
    setIsGliding(at < GLIDE.length);
  });
  const state = { ...chosen, ...(isGliding && moveCut(chosen, GLIDE[glide] ?? chosen.cut)) };
  const { cut, upper } = state;
  const lower = chooseLower(state);
  const [uppers, lowers] = useMemo(() => [listHalves(cut, false), listHalves(N - cut, true)], [cut]);
  const [above, below] = [uppers[upper], lowers[lower]];
  if (!above || !below) return null; // the address has been checked
  const pairs = uppers.length * lowers.length;

  function choose(to: Partial<WhyState>): void {
    setIsGliding(false);
    change({ ...state, ...to });
  }
  function moveTo(row: number): void {
    const to = Math.max(1, Math.min(N - 1, row));
    if (to !== cut) choose(moveCut(state, to));
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
          {formatCount(uppers.length)} are free of attacks. Lower halves are the same, upside down. So one search finds
          both, and tries {formatCount(countBoardsTried(Math.max(cut, N - cut)))} boards instead of{' '}
          {formatCount(countBoardsTried(N))}. <b>Drag the cut: where are the trees smallest?</b> <Click /> a half to
          swap it.
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
        <div
          class={isFirstVisit && !isGliding ? 'cuttable first' : 'cuttable'}
          style={{ '--cut': `${(100 * cut) / N}%` }}
        >
          <HalvesBoard n={N} upper={above} lower={below}>
            <g class="handle">
              <circle cx={(N - 1) * CELL} cy={cut * CELL} r={7.5} />
              <path d={`M${(N - 1) * CELL} ${cut * CELL}m-3 -2l3 -3l3 3m-6 4l3 3l3 -3`} />
            </g>
          </HalvesBoard>
          <button
            type="button"
            aria-label="Another upper half"
            onClick={() => choose({ upper: (upper + STRIDE) % uppers.length })}
          />
          <button
            type="button"
            aria-label="Another lower half"
            onClick={() => choose({ lower: (lower + STRIDE) % lowers.length })}
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
            onPointerDown={({ currentTarget, pointerId }) => {
              currentTarget.setPointerCapture(pointerId);
              choose({});
            }}
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

/** Returns the change that moves the cut. Each half stays at its index, if the new list is long enough. */
function moveCut({ upper, lower }: WhyState, cut: number): Partial<WhyState> {
  const inList = (index: number, rows: number) => Math.min(index, countHalves(rows) - 1);
  return { cut, upper: inList(upper, cut), lower: lower && inList(lower, N - cut) };
}
