import { useMemo, useRef } from 'preact/hooks';
import { formatCount } from '../../core/text/numbers.js';
import { CELL } from '../parts/board.js';
import { Button, Click, Range, range } from '../parts/controls.js';
import { findClashes, type Half, LOWERS, N, shareNoColumn, UPPERS } from './halves.js';
import { HalvesBoard, Verdict } from './halves-board.js';
import { Term } from './term.js';
import { FIRST_PAIR, type StepProps } from './why-state.js';

const ROWS = N / 2;

/** Number of small pictures in a row, and the size of each with its margin, in squares. */
const ACROSS = 26;
const [WIDTH, HEIGHT] = [N + 3, ROWS + 3];
const PICTURES = LOWERS.map(drawHalf);

const litBy = (upper: Half) => LOWERS.filter((lower) => shareNoColumn(upper, lower));
const doFit = (upper: Half, lower: Half) => shareNoColumn(upper, lower) && findClashes(upper, lower).length === 0;

/** Counts the pairs without a common column, and the upper halves that have a lower half that fits. */
function countPairs() {
  return {
    pairs: UPPERS.reduce((sum, upper) => sum + litBy(upper).length, 0),
    solvable: UPPERS.filter((upper) => litBy(upper).some((lower) => doFit(upper, lower))).length,
  };
}

export function ColumnsStep({ state, change, heading }: StepProps) {
  const { upper } = state;
  const lower = state.lower ?? FIRST_PAIR.lower;
  /** The pairs that the reader has looked at. */
  const seen = useRef(new Set<string>()).current.add(`${upper} ${lower}`);
  const { pairs, solvable } = useMemo(countPairs, []);
  const [above, below] = [UPPERS[upper], LOWERS[lower]];
  if (!above || !below) return null; // the address has been checked
  const lit = litBy(above);
  const next = lit.find((half) => LOWERS.indexOf(half) > lower) ?? lit[0];
  const columns = range(0, N - 1).filter((column) => !above.queens.includes(column));
  const fits = doFit(above, below);
  const tried = lit.filter((half) => seen.has(`${upper} ${LOWERS.indexOf(half)}`));
  const fitting = tried.filter((half) => doFit(above, half)).length;

  return (
    <>
      <div class="say">
        {heading}
        <p>
          Every column has one queen, so the lower half must use the <Term part="free">columns</Term> that the{' '}
          <Term part="upper">upper half</Term> leaves free. Of all lower halves, the small pictures, the program looks
          only at the <Term part="lit">lit ones</Term> in those columns.{' '}
          {tried.length < lit.length && (
            <b>
              <Click /> Next: does one of the {lit.length} fit?
            </b>
          )}
        </p>
        <div class="row controls">
          <Button onPress={() => next && change({ lower: LOWERS.indexOf(next) })}>Next</Button>
          <span role="status">
            <Verdict upper={above} lower={below} /> Fits: {fitting} of {tried.length} tried.
          </span>
        </div>
        {tried.length === lit.length && (
          <p>
            You have tried all {lit.length}. Only {solvable} of the {UPPERS.length} upper halves have a lower half that
            fits.
          </p>
        )}
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
              data-part="free"
              x={column * CELL + 1}
              y={ROWS * CELL}
              width={CELL - 2}
              height={ROWS * CELL - 1}
            />
          ))}
        </HalvesBoard>
        <svg
          class="crowd"
          viewBox={`0 0 ${ACROSS * WIDTH} ${Math.ceil(LOWERS.length / ACROSS) * HEIGHT}`}
          role="img"
          aria-label={`Lower halves, of which ${lit.length} light up`}
        >
          {LOWERS.map((half, index) => (
            <path
              key={index}
              class={lit.includes(half) ? 'lit' : ''}
              data-part={lit.includes(half) ? 'lit' : undefined}
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
