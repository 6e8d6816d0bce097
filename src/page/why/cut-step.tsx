import type { TargetedPointerEvent } from 'preact';
import { useMemo } from 'preact/hooks';
import { formatCount, plural } from '../../core/text/numbers.js';
import { CELL } from '../parts/board.js';
import { createSliderHandler } from '../parts/keys.js';
import { countBoardsTried, listHalves, N } from './halves.js';
import { HalvesBoard, Verdict } from './halves-board.js';
import { MeetingTrees } from './meeting-trees.js';
import { Term } from './term.js';
import { FIRST_PAIR, type StepProps } from './why-state.js';

/** Cuts the board in two. The reader looks for the cut with the smallest trees. */
export function CutStep({ state, change, heading }: StepProps) {
  const { cut } = state;
  const rows = Math.max(cut, N - cut);
  const [uppers, lowers] = useMemo(() => [listHalves(cut, false), listHalves(N - cut, true)], [cut]);
  const [above, below] = [
    uppers[state.upper] ?? uppers.at(-1),
    lowers[state.lower ?? FIRST_PAIR.lower] ?? lowers.at(-1),
  ];
  if (!above || !below) return null; // every cut has halves
  const pairs = uppers.length * lowers.length;

  const moveTo = (row: number) => change({ cut: Math.max(1, Math.min(N - 1, row)) });
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
          A solution is an <Term part="upper">upper half</Term> above a <Term part="lower">lower half</Term>, which is
          an upper half turned upside down. So a search of only {rows} rows finds both and tries{' '}
          {formatCount(countBoardsTried(rows))} boards instead of {formatCount(countBoardsTried(N))}.{' '}
          {cut === N / 2 ? (
            'In the middle, the trees are smallest.'
          ) : (
            <b>
              Drag the <Term part="cut">cut</Term>: where are its <Term part="trees">trees</Term> smallest?
            </b>
          )}
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
        <div class="cuttable" style={{ '--cut': `${(100 * cut) / N}%` }}>
          <HalvesBoard n={N} upper={above} lower={below}>
            <g class="handle">
              <circle cx={(N - 1) * CELL} cy={cut * CELL} r={7.5} />
              <path d={`M${(N - 1) * CELL} ${cut * CELL}m-3 -2l3 -3l3 3m-6 4l3 3l3 -3`} />
            </g>
          </HalvesBoard>
          <div
            class="knife"
            data-part="cut"
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
