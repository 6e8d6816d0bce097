import { useMemo } from 'preact/hooks';
import { columnsOf } from '../../board/masks.js';
import { formatCount, plural } from '../../text/numbers.js';
import { CELL } from '../parts/board.js';
import { Range } from '../parts/controls.js';
import { type Half, halvesOf, N, usesOtherColumns } from './halves.js';
import { HalvesBoard, Verdict } from './halves-board.js';
import type { StepProps } from './why-state.js';

const ROWS = N / 2;

/** Lower halves in a row of the picture, and the size of each with its margin. A square is 1 by 1. */
const ACROSS = 22;
const [WIDTH, HEIGHT] = [N + 3, ROWS + 3];

/** Shows which lower halves have the columns that an upper half leaves. */
export function ColumnsStep({ state: { upper, lower }, change, heading }: StepProps) {
  const [uppers, lowers] = useMemo(() => [halvesOf(ROWS, 'upper'), halvesOf(ROWS, 'lower')], []);
  const [above, below] = [uppers[upper], lowers[lower]];
  const all = useMemo(() => pairsWithOtherColumns(uppers, lowers), []);
  if (!above || !below) return null; // the address has been checked
  const isLit = (half: Half) => usesOtherColumns(N, above, half);
  const others = ((1 << N) - 1) & ~above.columns;

  return (
    <>
      <div class="say">
        {heading}
        <p>
          Every column has one queen. So the lower half must use the columns that the upper half leaves. Each small
          picture is a lower half; only those on these columns light up. The others cannot fit, and the program never
          looks at them. <b>Drag the slider. Click a picture to see it on the board.</b>
        </p>
        <Range
          name={`Upper half ${upper + 1} of ${uppers.length}`}
          most={uppers.length - 1}
          value={upper}
          onChoose={(to) => change({ upper: to })}
        />
        <p class="after" role="status">
          {plural(lowers.filter(isLit).length, 'lower half').replace('halfs', 'halves')} of {lowers.length} light up.{' '}
          <Verdict n={N} upper={above} lower={below} />
        </p>
        <p class="total">
          <span>All upper halves together</span>
          <strong class="number">{formatCount(all)}</strong> of {formatCount(uppers.length * lowers.length)} pairs
        </p>
      </div>
      <div class="show">
        <HalvesBoard n={N} upper={above} lower={below}>
          {[...columnsOf(others)].map((column) => (
            <rect
              key={column}
              class="outline"
              x={column * CELL + 1}
              y={ROWS * CELL}
              width={CELL - 2}
              height={ROWS * CELL}
            />
          ))}
        </HalvesBoard>
        <Crowd halves={lowers} chosen={lower} isLit={isLit} onChoose={(to) => change({ lower: to })} />
      </div>
    </>
  );
}

/** Returns the number of pairs of halves that use all columns. */
function pairsWithOtherColumns(uppers: readonly Half[], lowers: readonly Half[]): number {
  return uppers.reduce((sum, upper) => sum + lowers.filter((lower) => usesOtherColumns(N, upper, lower)).length, 0);
}

/** All lower halves as small pictures. A click chooses one, and the arrow keys go to the next one that is lit. */
function Crowd(props: {
  readonly halves: readonly Half[];
  readonly chosen: number;
  readonly isLit: (half: Half) => boolean;
  readonly onChoose: (index: number) => void;
}) {
  const { halves, chosen, isLit, onChoose } = props;
  const down = Math.ceil(halves.length / ACROSS);
  const cornerOf = (index: number) => [(index % ACROSS) * WIDTH + 1, Math.floor(index / ACROSS) * HEIGHT + 1] as const;
  const lit = halves.map(isLit);

  /** Returns a path with the queens of some halves. */
  function queensOf(wanted: boolean): string {
    const drawn = halves.map(({ queens }, index) => {
      const [x, y] = cornerOf(index);
      return queens.map((column, row) => `M${x + column} ${y + ROWS - 1 - row}h1v1h-1z`).join('');
    });
    return drawn.filter((_, index) => lit[index] === wanted).join('');
  }
  function boxes(wanted: boolean): string {
    const drawn = halves.map((_, index) => `M${cornerOf(index).join(' ')}h${N}v${ROWS}h-${N}z`);
    return drawn.filter((_, index) => lit[index] === wanted).join('');
  }
  function onClick({ currentTarget, clientX, clientY }: MouseEvent): void {
    if (!(currentTarget instanceof Element)) return;
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const [column, row] = [((clientX - left) / width) * ACROSS, ((clientY - top) / height) * down];
    const index = Math.floor(row) * ACROSS + Math.floor(column);
    if (halves[index]) onChoose(index);
  }
  function onKey(event: KeyboardEvent): void {
    const to = {
      ArrowRight: lit.indexOf(true, chosen + 1),
      ArrowLeft: chosen > 0 ? lit.lastIndexOf(true, chosen - 1) : -1,
    }[event.key];
    if (to === undefined) return;
    if (to >= 0) onChoose(to);
    event.preventDefault();
  }

  const [x, y] = cornerOf(chosen);
  return (
    <div
      class="crowd"
      role="slider"
      tabIndex={0}
      aria-label="Lower half"
      aria-valuemin={1}
      aria-valuemax={halves.length}
      aria-valuenow={chosen + 1}
      aria-valuetext={`${chosen + 1}: ${lit[chosen] ? 'on the other columns' : 'shares a column with the upper half'}`}
      onClick={onClick}
      onKeyDown={onKey}
    >
      <svg viewBox={`0 0 ${ACROSS * WIDTH} ${down * HEIGHT}`} aria-hidden="true">
        <path class="box" d={boxes(false)} />
        <path class="queens" d={queensOf(false)} />
        <path class="box lit" d={boxes(true)} />
        <path class="queens lit" d={queensOf(true)} />
        <rect class="chosen" x={x - 1} y={y - 1} width={N + 2} height={ROWS + 2} />
      </svg>
    </div>
  );
}
