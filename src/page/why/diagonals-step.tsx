import { useState } from 'preact/hooks';
import { BoardList } from '../parts/board-list.js';
import { Button, Click } from '../parts/controls.js';
import { useMotion } from '../parts/motion.js';
import { BitsBoard } from './bits-board.js';
import { findClashes, LOWERS, N, shareNoColumn, UPPERS } from './halves.js';
import { Verdict } from './halves-board.js';
import { Term } from './term.js';
import { FIRST_PAIR, type StepProps } from './why-state.js';

/** Shows two halves as rows of bits: 1 where a diagonal with a queen crosses the cut. */
export function DiagonalsStep({ state, change, heading }: StepProps) {
  const { upper } = state;
  /** The step begins with a clash. After a change of the upper half, the reader chooses a lower one. */
  const lower = state.lower ?? (upper === FIRST_PAIR.upper ? FIRST_PAIR.lower : undefined);
  /** The lower halves that the reader has tried with this upper half. The list shows no verdict on the others. */
  const [tried, setTried] = useState<ReadonlySet<number | undefined>>(new Set([lower]));
  const pair = `${upper} ${lower}`;
  const motion = useMotion('the lines', pair);
  const above = UPPERS[upper];
  if (!above) return null; // the address has been checked
  const candidates = LOWERS.flatMap((half, index) => (shareNoColumn(above, half) ? [{ half, index }] : []));
  const chosen = candidates.find(({ index }) => index === lower)?.half;
  const isOver = candidates.every(({ index }) => tried.has(index));
  const fitting = candidates.filter(({ half }) => findClashes(above, half).length === 0).length;

  const getNote = (to: number) => {
    const { half, index } = candidates[to] ?? {};
    if (!half || !tried.has(index)) return '?';
    return findClashes(above, half).length === 0 ? 'fits' : 'clashes';
  };
  function choose(to: number): void {
    const { index } = candidates[to] ?? {};
    setTried((before) => new Set([...before, index]));
    change({ lower: index });
  }
  function exchange(): void {
    setTried(new Set());
    change({ upper: (upper + 1) % UPPERS.length, lower: undefined });
  }

  return (
    <>
      <div class="say">
        {heading}
        <p>
          Rows and columns fit now, so a <Term part="clash">clash</Term> is possible only on a{' '}
          <Term part="diagonal">diagonal</Term> across the cut. Where a queen’s diagonal meets it, her half has a{' '}
          <Term part="one">1</Term> in a row of bits.{' '}
          {!isOver && (
            <b>
              <Click /> {chosen ? 'each' : 'a'} lower half: does it fit?
            </b>
          )}
        </p>
        <BoardList
          label="Lower halves on the other columns"
          n={N}
          firstRow={N / 2}
          boards={candidates.map(({ half }) => [...half.queens].reverse())}
          chosen={chosen && [...chosen.queens].reverse()}
          getNote={getNote}
          onChoose={choose}
        />
        <div class="row controls">
          <Button onPress={exchange}>Another upper half</Button>
          <span role="status">
            {chosen && <Verdict upper={above} lower={chosen} />} {isOver && `Fits: ${fitting} of ${candidates.length}.`}
          </span>
        </div>
        <p class="after">
          {candidates.length} lower halves use the other columns. One fits if none of its 1s stands below
          a&nbsp;1&nbsp;of the upper half, neither for falling diagonals \ nor for rising ones /.
        </p>
      </div>
      <div class="show">
        <BitsBoard key={pair} upper={above} lower={chosen} motion={motion} />
      </div>
    </>
  );
}
