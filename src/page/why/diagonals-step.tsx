import { useMemo, useState } from 'preact/hooks';
import { plural } from '../../text/numbers.js';
import { CELL, cellName, middleOf, Queen, Squares } from '../parts/board.js';
import { BoardList } from '../parts/board-list.js';
import { Button, range } from '../parts/controls.js';
import { clashes, type Half, halvesOf, haveOtherColumns, N } from './halves.js';
import { Verdict } from './halves-board.js';
import type { StepProps } from './why-state.js';

const ROWS = N / 2;
const CUT = ROWS * CELL;

/** Height of a row of bits between the halves, and of all four. */
const BIT = 17;
const GAP = 4.8 * BIT;

/** Width of the names of the rows of bits. */
const LABEL = 2.2 * CELL;

/** The rows of bits: the name of each, its first place, and its position. */
const ROWS_OF_BITS = [
  ['\\ upper', 0, CUT + 0.95 * BIT],
  ['\\ lower', 0, CUT + 1.95 * BIT],
  ['/ upper', N - 1, CUT + 3.3 * BIT],
  ['/ lower', N - 1, CUT + 4.3 * BIT],
] as const;

/** Shows two halves as rows of bits: 1 where a diagonal with a queen crosses the cut. */
export function DiagonalsStep({ state: { upper, lower }, change, heading }: StepProps) {
  const [uppers, lowers] = useMemo(() => [halvesOf(ROWS, false), halvesOf(ROWS, true)], []);
  /** The lower halves that the reader has tried with this upper half. The list does not give the others away. */
  const [tried, setTried] = useState<ReadonlySet<number>>(new Set([lower]));
  const above = uppers[upper];
  if (!above) return null; // the address has been checked
  const candidates = lowers.flatMap((half, index) => (haveOtherColumns(above, half) ? [{ half, index }] : []));
  const chosen = candidates.find(({ index }) => index === lower) ?? candidates[0];
  if (!chosen) return null; // every upper half has such lower halves
  const fitting = candidates.filter(({ half }) => clashes(above, half).length === 0).length;

  const noteOf = (to: number) => {
    const { half, index = -1 } = candidates[to] ?? {};
    if (!half || !tried.has(index)) return '?';
    return clashes(above, half).length === 0 ? 'fits' : 'clashes';
  };
  function choose(to: number): void {
    const index = candidates[to]?.index ?? lower;
    setTried((before) => new Set([...before, index]));
    change({ lower: index });
  }
  function exchange(): void {
    setTried(new Set());
    change({ upper: (upper + 1) % uppers.length });
  }

  return (
    <>
      <div class="say">
        {heading}
        <p>
          Now rows and columns fit, so only diagonals can clash, such as the red one. Between neighbouring columns, one
          diagonal \ and one diagonal / cross the cut. Write 1 if a queen stands on it, and 0 if not. These rows of bits
          are all that matters: <b>two halves fit if no place has a 1 in both.</b>
        </p>
        <p class="after">
          {candidates.length} lower halves have the right columns. <b>Try them.</b>
        </p>
        <BoardList
          label="Lower halves on the other columns"
          n={N}
          firstRow={ROWS}
          boards={candidates.map(({ half }) => half.queens.toReversed())}
          chosen={chosen.half.queens.toReversed()}
          noteOf={noteOf}
          onChoose={choose}
        />
        <div class="row controls">
          <Button onPress={exchange}>Another upper half</Button>
          <span role="status">
            <Verdict upper={above} lower={chosen.half} />{' '}
            {tried.size >= candidates.length && `${fitting} of ${candidates.length} fit.`}
          </span>
        </div>
      </div>
      <div class="show">
        <BitsBoard upper={above} lower={chosen.half} />
      </div>
    </>
  );
}

/** The two halves of a board, pulled apart. Between them are the bits of their diagonals. */
function BitsBoard({ upper, lower }: { readonly upper: Half; readonly lower: Half }) {
  const common = clashes(upper, lower);
  const label = `Two halves and their rows of bits, with a 1 in both in ${plural(common.length, 'place')}`;
  return (
    <svg
      class="board bits-board"
      viewBox={`${-LABEL} 0 ${N * CELL + LABEL} ${2 * CUT + GAP}`}
      role="img"
      aria-label={label}
    >
      <HalfPicture half={upper} common={common} />
      {ROWS_OF_BITS.map(([name, first, y], row) => (
        <g key={name}>
          <text class="name" x={-LABEL} y={y} children={name} />
          {range(0, N - 2).map((column) => {
            const place = first + column;
            const bit = (row % 2 ? lower : upper).crossings.some((one) => one.place === place) ? 1 : 0;
            const className = common.includes(place) ? 'clash' : bit ? 'one' : '';
            return <text key={place} class={className} x={(column + 1) * CELL} y={y} children={bit} />;
          })}
        </g>
      ))}
      <g transform={`translate(0 ${GAP})`}>
        <HalfPicture half={lower} common={common} />
      </g>
    </svg>
  );
}

/** A half with the diagonals from its queens to the cut. Those with a queen in both halves are red. */
function HalfPicture({ half, common }: { readonly half: Half; readonly common: readonly number[] }) {
  return (
    <>
      <g transform={`translate(0 ${half.isLower ? CUT : 0})`}>
        <Squares n={N} rows={ROWS} first={half.isLower ? ROWS : 0} />
      </g>
      {half.crossings.map(({ cell, place }) => {
        const [x1, y1] = middleOf(cell);
        const x2 = ((place % (N - 1)) + 1) * CELL;
        const className = common.includes(place) ? 'attack' : 'diagonal';
        return <line key={place} class={className} {...{ x1, y1, x2 }} y2={CUT} />;
      })}
      {half.cells.map((cell) => (
        <Queen key={cellName(cell)} cell={cell} />
      ))}
    </>
  );
}
