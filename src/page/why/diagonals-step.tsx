import { useMemo, useState } from 'preact/hooks';
import { plural } from '../../text/numbers.js';
import { CELL, cellName, middleOf, Queen, Squares } from '../parts/board.js';
import { BoardList } from '../parts/board-list.js';
import { Button } from '../parts/controls.js';
import { cellsOfHalf, clashes, type Half, halvesOf, N, placesByDirection, usesOtherColumns } from './halves.js';
import { Verdict } from './halves-board.js';
import type { StepProps } from './why-state.js';

const ROWS = N / 2;

/** Height of a row of bits between the halves. */
const BIT = 17;
const GAP = 4.8 * BIT;

/** How the list shows a lower half that the reader has tried. */
const FITS = { note: 'fits', className: 'fits' } as const;
const CLASHES = { note: 'clashes', className: 'clashes' } as const;

/** Shows two halves as rows of bits: 1 where a diagonal with a queen crosses the cut. */
export function DiagonalsStep({ state: { upper, lower }, change, heading }: StepProps) {
  const [uppers, lowers] = useMemo(() => [halvesOf(ROWS, 'upper'), halvesOf(ROWS, 'lower')], []);
  /** The lower halves that the reader has tried with this upper half, so that the list does not give the answer away. */
  const [tried, setTried] = useState<ReadonlySet<number>>(new Set([lower]));
  const above = uppers[upper];
  if (!above) return null; // the address has been checked
  const candidates = lowers.flatMap((half, index) => (usesOtherColumns(N, above, half) ? [{ half, index }] : []));
  const chosen = Math.max(
    0,
    candidates.findIndex(({ index }) => index === lower),
  );
  const below = candidates[chosen]?.half;
  if (!below) return null; // every upper half has such lower halves
  const fitting = candidates.filter(({ half }) => clashes(above, half).length === 0).length;

  return (
    <>
      <div class="say">
        {heading}
        <p>
          Now rows and columns fit, so only diagonals can clash, such as the red one. In each direction, a diagonal
          crosses the cut between two columns. Write 1 if it has a queen, and 0 if not. These rows of bits are all that
          matters: <b>two halves fit if no place has a 1 in both.</b>
        </p>
        <p class="after">
          {plural(candidates.length, 'lower half').replace('halfs', 'halves')} have the right columns, and{' '}
          {fitting === 0 ? 'none of them fits' : fitting === 1 ? 'one fits. Which?' : `${fitting} fit. Which?`}
        </p>
        <BoardList
          label="Lower halves on the other columns"
          isSmall
          n={N}
          firstRow={ROWS}
          boards={candidates.map(({ half, index }) => {
            const fits = clashes(above, half).length === 0;
            return {
              queens: half.queens.toReversed(),
              ...(tried.has(index) ? (fits ? FITS : CLASHES) : { note: '?' }),
            };
          })}
          chosen={chosen}
          onChoose={(to) => {
            const index = candidates[to]?.index ?? lower;
            setTried((before) => new Set([...before, index]));
            change({ lower: index });
          }}
        />
        <div class="row controls">
          <Button
            onPress={() => {
              setTried(new Set());
              change({ upper: (upper + 1) % uppers.length });
            }}
          >
            Another upper half
          </Button>
          <span role="status">
            <Verdict n={N} upper={above} lower={below} />
          </span>
        </div>
      </div>
      <div class="show">
        <BitsBoard key={upper} upper={above} lower={below} />
      </div>
    </>
  );
}

/** The two halves of a board, pulled apart. Between them are the bits of their diagonals. */
function BitsBoard({ upper, lower }: { readonly upper: Half; readonly lower: Half }) {
  const common = clashes(upper, lower);
  const side = N * CELL;
  const cut = ROWS * CELL;
  const bits = (half: Half) => half.bits.map(Number).join('');
  const label = `Bits of the upper half: ${bits(upper)}. Bits of the lower half: ${bits(lower)}. Common: ${common.length}.`;
  return (
    <svg
      class="board bits-board"
      viewBox={`-${2 * CELL} 0 ${side + 2 * CELL} ${side + GAP}`}
      role="img"
      aria-label={label}
    >
      <g>
        <Squares n={N} rows={ROWS} />
        <Diagonals half={upper} common={common} />
        {cellsOfHalf(N, upper).map((cell) => (
          <Queen key={cellName(cell)} cell={cell} />
        ))}
      </g>
      {placesByDirection(N).map(([direction, places], i) =>
        [upper, lower].map((half, j) => {
          const y = cut + BIT * (0.95 + 2.35 * i + j);
          return (
            <g key={`${direction} ${half.isLower}`}>
              <text class="name" x={-2 * CELL} y={y}>
                {direction} {half.isLower ? 'lower' : 'upper'}
              </text>
              {places.map((place, column) => (
                <text
                  key={place}
                  class={common.includes(place) ? 'clash' : half.bits[place] ? 'one' : undefined}
                  x={(column + 1) * CELL}
                  y={y}
                >
                  {half.bits[place] ? 1 : 0}
                </text>
              ))}
            </g>
          );
        }),
      )}
      <g class="lower" transform={`translate(0 ${GAP})`}>
        <g transform={`translate(0 ${cut})`}>
          <Squares n={N} rows={ROWS} first={ROWS} />
        </g>
        <Diagonals half={lower} common={common} />
        {cellsOfHalf(N, lower).map((cell) => (
          <Queen key={cellName(cell)} cell={cell} />
        ))}
      </g>
    </svg>
  );
}

/** The diagonals from the queens of a half to the cut. Those with a queen in both halves are red. */
function Diagonals({ half, common }: { readonly half: Half; readonly common: readonly number[] }) {
  const cut = ROWS * CELL;
  return placesByDirection(N).map(([direction, places]) =>
    places.map((place, column) =>
      cellsOfHalf(N, half).map((cell) => {
        const [x1, y1] = middleOf(cell);
        const x2 = (column + 1) * CELL;
        const slope = direction === '\\' ? 1 : -1;
        if (x2 - x1 !== slope * (cut - y1)) return null; // not on this diagonal
        const key = `${place} ${cell.row}`;
        return <line key={key} class={common.includes(place) ? 'attack' : 'diagonal'} {...{ x1, y1, x2 }} y2={cut} />;
      }),
    ),
  );
}
