import { useMemo } from 'preact/hooks';
import { formatCount } from '../../core/text/numbers.js';
import { CELL } from '../parts/board.js';
import { Button, Click, Range, range } from '../parts/controls.js';
import { useMotion } from '../parts/motion.js';
import { findClashes, type Half, LOWERS, N, shareNoColumn, UPPERS } from './halves.js';
import { HalvesBoard, Verdict } from './halves-board.js';
import { FIRST_PAIR, type StepProps } from './why-state.js';

const ROWS = N / 2;

/** Number of small pictures in a row, and the size of each with its margin, in squares. */
const ACROSS = 26;
const [WIDTH, HEIGHT] = [N + 3, ROWS + 3];
const PICTURES = LOWERS.map(drawHalf);

export function ColumnsStep({ state, change, heading }: StepProps) {
  const { upper } = state;
  const lower = state.lower ?? FIRST_PAIR.lower;
  const motion = useMotion('the lights', `${upper} ${lower}`);
  const litBy = (one: Half) => LOWERS.filter((other) => shareNoColumn(one, other));
  const pairs = useMemo(() => UPPERS.reduce((sum, one) => sum + litBy(one).length, 0), []);
  const [above, below] = [UPPERS[upper], LOWERS[lower]];
  if (!above || !below) return null; // the address has been checked
  const lit = litBy(above);
  const next = lit.find((half) => LOWERS.indexOf(half) > lower) ?? lit[0];
  const columns = range(0, N - 1).filter((column) => !above.queens.includes(column));
  const fits = lit.includes(below) && findClashes(above, below).length === 0;

  return (
    <>
      <div class="say">
        {heading}
        <p>
          Every column has one queen, so the lower half must use the columns that the upper half leaves free. Each small
          picture is a lower half. Only those in the free columns light up; the program never looks at the others.{' '}
          <b>
            <Click /> Next until a half fits.
          </b>
        </p>
        <div class="row controls">
          <Button onPress={() => next && change({ lower: LOWERS.indexOf(next) })}>Next</Button>
          <span role="status">
            <Verdict upper={above} lower={below} />
          </span>
        </div>
        <Range
          name="Upper half"
          text={`${upper + 1} of ${UPPERS.length}`}
          max={UPPERS.length - 1}
          value={upper}
          onChoose={(to) => change({ upper: to })}
        />
        <p class="total">
          <strong class="number">{lit.length}</strong> of {LOWERS.length} lower halves light up.
          <br />
          For all upper halves: {formatCount(pairs)} of {formatCount(UPPERS.length * LOWERS.length)} pairs.
        </p>
      </div>
      <div class="show">
        <HalvesBoard n={N} upper={above} lower={below}>
          {(fits ? [] : columns).map((column) => (
            <rect
              key={column}
              class="outline"
              x={column * CELL + 1}
              y={ROWS * CELL}
              width={CELL - 2}
              height={ROWS * CELL - 1}
            />
          ))}
        </HalvesBoard>
        <svg
          class={`crowd ${motion}`}
          viewBox={`0 0 ${ACROSS * WIDTH} ${Math.ceil(LOWERS.length / ACROSS) * HEIGHT}`}
          role="img"
          aria-label={`Lower halves, of which ${lit.length} light up`}
        >
          {LOWERS.map((half, index) => (
            <path
              key={index}
              class={lit.includes(half) ? 'lit' : ''}
              style={{ '--turn': lit.indexOf(half) }}
              d={PICTURES[index]}
              onPointerDown={() => change({ lower: index })}
            />
          ))}
          {fits ? (
            <path key={lower} class="shining" d={PICTURES[lower]} />
          ) : (
            <path class="chosen" d={PICTURES[lower]?.split('zM')[0]} />
          )}
        </svg>
      </div>
    </>
  );
}

/** Draws a lower half at its place in the picture: a box with a hole for each queen. */
function drawHalf({ queens }: Half, index: number): string {
  const [x, y] = [(index % ACROSS) * WIDTH + 1, Math.floor(index / ACROSS) * HEIGHT + 1];
  const holes = queens.map((column, row) => `M${x + column} ${y + ROWS - 1 - row}v1h1v-1z`);
  return `M${x - 0.5} ${y - 0.5}h${N + 1}v${ROWS + 1}h-${N + 1}z${holes.join('')}`;
}
