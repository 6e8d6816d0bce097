import { useMemo } from 'preact/hooks';
import { formatCount } from '../../text/numbers.js';
import { CELL } from '../parts/board.js';
import { boardsTried, halvesOf, N, numberOfHalves } from './halves.js';
import { HalvesBoard, Verdict } from './halves-board.js';
import type { StepProps } from './why-state.js';

/** The distance in the list from a half to the next one to show, so that the two look different. It reaches all halves. */
const STRIDE = 61;

/** Cuts the board in two. The reader moves the cut, and exchanges the halves by a click. */
export function CutStep({ state: { cut, upper, lower }, change, heading }: StepProps) {
  const [uppers, lowers] = useMemo(() => [halvesOf(cut, false), halvesOf(N - cut, true)], [cut]);
  const [above, below] = [uppers[upper], lowers[lower]];
  if (!above || !below) return null; // the address has been checked
  const pairs = uppers.length * lowers.length;

  function moveTo(to: number): void {
    const inList = (index: number, rows: number) => Math.min(index, numberOfHalves(rows) - 1);
    change({ cut: to, upper: inList(upper, to), lower: inList(lower, N - to) });
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
          <b>Drag the cut. Click a half to exchange it.</b> Dotted lines show which queens attack each other.
        </p>
        <p class="after" role="status">
          <Verdict upper={above} lower={below} />
        </p>
        <p class="total">
          {formatCount(uppers.length)} upper halves × {formatCount(lowers.length)} lower halves
          <br />
          <strong class="number">{formatCount(pairs)}</strong> pairs, and only 92 of them fit
        </p>
      </div>
      <div class="show">
        <div class="cuttable" style={{ '--cut': `${(100 * cut) / N}%` }}>
          <HalvesBoard n={N} upper={above} lower={below}>
            <circle class="queen" cx={(N - 1) * CELL} cy={cut * CELL} r={CELL / 4} />
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
          <input
            type="range"
            aria-label="Rows above the cut"
            min={1}
            max={N - 1}
            value={cut}
            onInput={({ currentTarget }) => moveTo(Number(currentTarget.value))}
          />
        </div>
      </div>
    </>
  );
}
