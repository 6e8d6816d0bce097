import { useState } from 'preact/hooks';
import { plural } from '../../core/text/numbers.js';
import { CELL, formatCell, middleOf, Queen, Squares } from '../parts/board.js';
import { BoardList } from '../parts/board-list.js';
import { Button, Click, range } from '../parts/controls.js';
import { findClashes, type Half, LOWERS, N, shareNoColumn, UPPERS } from './halves.js';
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
        <BitsBoard key={`${upper} ${lower}`} upper={above} lower={chosen} />
      </div>
    </>
  );
}

const ROWS = N / 2;
const CUT = ROWS * CELL;

/** Height of a row of bits, and of the gap between the halves, which contains four such rows. */
const BIT = 17;
const GAP = 4.8 * BIT;

/** Width of the labels next to the rows. */
const LABEL = 3 * CELL;

/** The rows of bits. Each has a direction, a half, a first place, and a position from the top. */
const ROWS_OF_BITS = [
  ['falling', 'upper', 0, CUT + 0.95 * BIT],
  ['', 'lower', 0, CUT + 1.95 * BIT],
  ['rising', 'upper', N - 1, CUT + 3.3 * BIT],
  ['', 'lower', N - 1, CUT + 4.3 * BIT],
] as const;

/**
 * The two halves of a board, pulled apart, with the bits of their diagonals between them.
 *
 * @param lower undefined until the reader has chosen one. Until then, its squares are empty and its rows show no bits.
 */
function BitsBoard(props: { readonly upper: Half; readonly lower: Half | undefined }) {
  const { upper, lower } = props;
  const common = lower ? findClashes(upper, lower) : [];
  const label = lower
    ? `Two halves and their rows of bits: ${plural(common.length, 'place')} with a 1 in both`
    : 'An upper half and its rows of bits';
  return (
    <svg
      class={`board bits-board ${lower && common.length === 0 ? 'solved' : ''}`}
      viewBox={`${-LABEL} 0 ${N * CELL + LABEL} ${2 * CUT + GAP}`}
      role="img"
      aria-label={label}
    >
      <HalfPicture half={upper} common={common} />
      {ROWS_OF_BITS.map(([direction, name, first, y], row) => {
        const half = row % 2 ? lower : upper;
        return (
          <g key={y}>
            <text class="name" x={-LABEL} y={y} children={direction} />
            <text class="name" x={-LABEL / 2 + 2} y={y} children={name} />
            {range(0, N - 2).map((column) => {
              const place = first + column;
              const bit = half?.crossings.some((one) => one.place === place) ? 1 : 0;
              const part = common.includes(place) ? 'clash' : bit ? 'one' : undefined;
              const x = (column + 1) * CELL;
              return <text key={place} class={part} data-part={part} x={x} y={y} children={half ? bit : '·'} />;
            })}
          </g>
        );
      })}
      <g transform={`translate(0 ${GAP})`}>
        {lower ? (
          <HalfPicture half={lower} common={common} />
        ) : (
          <g transform={`translate(0 ${CUT})`}>
            <Squares n={N} rows={ROWS} first={ROWS} />
          </g>
        )}
      </g>
    </svg>
  );
}

/** A half with the diagonals from its queens to the cut. Diagonals with a queen in both halves are red. */
function HalfPicture({ half, common }: { readonly half: Half; readonly common: readonly number[] }) {
  return (
    <>
      <g transform={`translate(0 ${half.isLower ? CUT : 0})`}>
        <Squares n={N} rows={ROWS} first={half.isLower ? ROWS : 0} />
      </g>
      {half.crossings.map(({ cell, place }) => {
        const [x1, y1] = middleOf(cell);
        const x2 = ((place % (N - 1)) + 1) * CELL;
        const ends = { x1, y1, x2, y2: CUT };
        if (common.includes(place)) return <line key={place} class="attack" data-part="clash" {...ends} />;
        return <line key={place} class="diagonal" data-part="diagonal" pathLength={1} {...ends} />;
      })}
      {half.cells.map((cell) => (
        <Queen key={formatCell(cell)} cell={cell} />
      ))}
    </>
  );
}
