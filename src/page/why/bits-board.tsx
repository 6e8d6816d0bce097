import { plural } from '../../core/text/numbers.js';
import { CELL, formatCell, middleOf, Queen, Squares } from '../parts/board.js';
import { range } from '../parts/controls.js';
import { findClashes, type Half, N } from './halves.js';

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
 * @param motion a class that lets the lines run from the queens to the cut.
 */
export function BitsBoard(props: { readonly upper: Half; readonly lower: Half | undefined; readonly motion: string }) {
  const { upper, lower, motion } = props;
  const common = lower ? findClashes(upper, lower) : [];
  const label = lower
    ? `Two halves and their rows of bits: ${plural(common.length, 'place')} with a 1 in both`
    : 'An upper half and its rows of bits';
  return (
    <svg
      class={`board bits-board ${motion} ${lower && common.length === 0 ? 'solved' : ''}`}
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
