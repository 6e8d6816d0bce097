import { useMemo } from 'preact/hooks';
import { formatCount, plural } from '../../text/numbers.js';
import { boardsTried, halvesOf, N, numberOfHalves } from './halves.js';
import { HalvesBoard, Verdict } from './halves-board.js';
import type { StepProps } from './why-state.js';

/** The distance in the list from a half to the next one to show, so that the two look different. It reaches all halves. */
const STRIDE = 61;

/** Cuts the board in two. The reader moves the cut and exchanges the halves. */
export function CutStep({ state: { cut, upper, lower }, change, heading }: StepProps) {
  const [uppers, lowers] = useMemo(() => [halvesOf(cut, 'upper'), halvesOf(N - cut, 'lower')], [cut]);
  const [above, below] = [uppers[upper], lowers[lower]];
  if (!above || !below) return null; // the address has been checked

  function moveTo(rows: number): void {
    const to = Math.max(1, Math.min(N - 1, rows));
    const inList = (index: number, length: number) => Math.min(index, numberOfHalves(length) - 1);
    if (to !== cut) change({ cut: to, upper: inList(upper, to), lower: inList(lower, N - to) });
  }
  function onKey(event: KeyboardEvent): void {
    const move = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
    if (move === undefined) return;
    moveTo(cut + move);
    event.preventDefault();
  }
  function onDrag({ currentTarget, clientY, buttons }: PointerEvent): void {
    const board = currentTarget instanceof Element ? currentTarget.parentElement?.getBoundingClientRect() : undefined;
    if (board && buttons > 0) moveTo(Math.round(((clientY - board.top) / board.height) * N));
  }

  return (
    <>
      <div class="say">
        {heading}
        <p>
          A solution is an upper half above a lower half. Only {formatCount(uppers.length)} upper halves are free of
          attacks: the dots in row {cut} of the tree. Lower halves are the same, upside down. To build them all, a
          search tries {formatCount(boardsTried(Math.max(cut, N - cut)))} boards, not {formatCount(boardsTried(N))}.
        </p>
        <p>
          <b>Drag the cut. Click a half to exchange it.</b> Can you find a pair that fits?
        </p>
        <p class="after" role="status">
          <Verdict n={N} upper={above} lower={below} />
        </p>
        <p class="total">
          <span>
            {plural(uppers.length, 'upper half').replace('halfs', 'halves')} × {formatCount(lowers.length)} lower halves
          </span>
          <strong class="number">{formatCount(uppers.length * lowers.length)}</strong> pairs
        </p>
      </div>
      <div class="show">
        <div class="cuttable" style={{ '--cut': `${(100 * cut) / N}%` }}>
          <HalvesBoard n={N} upper={above} lower={below} />
          <button
            type="button"
            class="upper"
            aria-label="Another upper half"
            onClick={() => change({ upper: (upper + STRIDE) % uppers.length })}
          />
          <button
            type="button"
            class="lower"
            aria-label="Another lower half"
            onClick={() => change({ lower: (lower + STRIDE) % lowers.length })}
          />
          <div
            class="grip"
            role="slider"
            tabIndex={0}
            aria-label="Rows above the cut"
            aria-valuemin={1}
            aria-valuemax={N - 1}
            aria-valuenow={cut}
            onKeyDown={onKey}
            onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
            onPointerMove={onDrag}
          />
        </div>
      </div>
    </>
  );
}
