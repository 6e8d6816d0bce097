import type { TargetedPointerEvent } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { formatCount, plural } from '../../core/text/numbers.js';
import { CELL } from '../parts/board.js';
import { createSliderHandler } from '../parts/keys.js';
import { useFrames, useOnce } from '../parts/motion.js';
import { countBoardsTried, listHalves, N } from './halves.js';
import { HalvesBoard, Verdict } from './halves-board.js';
import { MeetingTrees } from './meeting-trees.js';
import { FIRST_PAIR, type StepProps } from './why-state.js';

/** Rows above the cut while it glides through all its places and back, and the seconds it spends at each. */
const GLIDE = [1, 2, 3, 4, 5, 6, 7, 6, 5];
const GLIDE_SECONDS = 0.45;

/** Cuts the board in two. On the first visit, the cut glides until it rests in the middle or the reader moves it. */
export function CutStep({ state, change, heading }: StepProps) {
  const isFirstVisit = useOnce('the cut');
  const [glide, setGlide] = useState(isFirstVisit && state.cut === N / 2 ? 0 : GLIDE.length);
  useFrames(glide < GLIDE.length, (seconds) => setGlide(Math.floor(seconds / GLIDE_SECONDS)));
  const cut = GLIDE[glide] ?? state.cut;
  const rows = Math.max(state.cut, N - state.cut); // the sentence must not change while it is being read
  const [uppers, lowers] = useMemo(() => [listHalves(cut, false), listHalves(N - cut, true)], [cut]);
  const [above, below] = [
    uppers[state.upper] ?? uppers.at(-1),
    lowers[state.lower ?? FIRST_PAIR.lower] ?? lowers.at(-1),
  ];
  if (!above || !below) return null; // every cut has halves
  const pairs = uppers.length * lowers.length;

  function moveTo(row: number): void {
    setGlide(GLIDE.length);
    change({ cut: Math.max(1, Math.min(N - 1, row)) });
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
          A solution is an upper half above a lower half. A search of only {rows} rows finds all upper halves without
          attacks. Its boards, turned upside down, include all lower halves. It tries{' '}
          {formatCount(countBoardsTried(rows))} boards instead of {formatCount(countBoardsTried(N))}.{' '}
          <b>Drag the cut: where are the trees smallest?</b>
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
          class={isFirstVisit && glide >= GLIDE.length ? 'cuttable first' : 'cuttable'}
          style={{ '--cut': `${(100 * cut) / N}%` }}
        >
          <HalvesBoard n={N} upper={above} lower={below}>
            <g class="handle">
              <circle cx={(N - 1) * CELL} cy={cut * CELL} r={7.5} />
              <path d={`M${(N - 1) * CELL} ${cut * CELL}m-3 -2l3 -3l3 3m-6 4l3 3l3 -3`} />
            </g>
          </HalvesBoard>
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
              moveTo(cut);
            }}
            onPointerMove={onDrag}
            onKeyDown={createSliderHandler(cut, 1, N - 1, moveTo)}
          />
        </div>
        <p class="verdict" role="status">
          <Verdict upper={above} lower={below} />
        </p>
      </div>
    </>
  );
}
