import { useMemo } from 'preact/hooks';
import { isSame, type Placement } from '../../board/placement.js';
import { plural } from '../../text/numbers.js';
import { solutions } from '../../textbook/bitmask.js';
import { Range } from '../parts/controls.js';
import { INSTRUCTIONS_PER_QUESTION, REGISTER } from './figures.js';
import { type Half, halfOf } from './halves.js';
import { HalvesBoard } from './halves-board.js';
import type { StepProps } from './why-state.js';

/** A board whose lists of halves are longer than a register. */
const LARGE_N = 16;

/** Compares an upper half of 16 queens with up to 128 lower halves at once. */
export function RegisterStep({ state: { together }, change, heading }: StepProps) {
  const { upper, lowers } = useMemo(longLists, []);
  const places = upper.bits.flatMap((bit, place) => (bit ? [place] : []));
  const shown = lowers.slice(0, together);
  const fitting = shown.filter((lower) => fits(upper, lower)).length;
  const last = shown.at(-1);
  if (!last) return null; // at least one is shown

  return (
    <>
      <div class="say">
        {heading}
        <p>
          The board is larger now: 16 queens. Each column of the picture is a lower half, and each row a diagonal of the
          upper half. A red mark is a clash on it. <b>A column without a mark fits.</b> A processor compares a whole row
          with one instruction, whether it has 1 bit or {REGISTER}.
        </p>
        <Range
          name={plural(together, 'lower half').replace('halfs', 'halves')}
          least={1}
          most={REGISTER}
          value={together}
          onChoose={(to) => change({ together: to })}
        />
        <p class="total" role="status">
          <span>{places.length} instructions answer</span>
          <strong class="number">{plural(together, 'question')}</strong>
          <span>
            {fitting === 1 ? '1 lower half fits' : `${fitting} lower halves fit`} <span class="good">▮</span>
          </span>
        </p>
        <details>
          <summary>Can it be faster still?</summary>
          <p>
            The {REGISTER} bits of a row fill one register of the processor. The program also joins six to eight rows
            into a table beforehand, with a row for each choice of them. Then four or five look-ups in tables replace
            the {places.length} rows. All in all, {REGISTER} pairs take about {INSTRUCTIONS_PER_QUESTION} instructions.
          </p>
        </details>
      </div>
      <div class="show">
        <Register upper={upper} lowers={shown} places={places} />
        <HalvesBoard n={LARGE_N} upper={upper} lower={last} />
        <p class="hint">The last column, as a board</p>
      </div>
    </>
  );
}

function fits(upper: Half, lower: Half): boolean {
  return !upper.bits.some((bit, place) => bit && lower.bits[place]);
}

/** A picture of bits: a column for each lower half, a row for each diagonal of the upper half, and a row of those that fit. */
function Register(props: {
  readonly upper: Half;
  readonly lowers: readonly Half[];
  readonly places: readonly number[];
}) {
  const { upper, lowers, places } = props;
  const rows = places.length;
  const marks = lowers.flatMap((lower, i) =>
    places.map((place, row) => (lower.bits[place] ? `M${i} ${row}h1v1h-1z` : '')),
  );
  const good = lowers.map((lower, i) => (fits(upper, lower) ? `M${i} ${rows + 0.5}h1v1.5h-1z` : ''));
  const label = `Table of bits: ${lowers.length} lower halves, ${rows} diagonals. Fitting: ${good.filter(Boolean).length}.`;
  return (
    <svg
      class="register"
      viewBox={`0 0 ${REGISTER} ${rows + 2}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <rect class="empty" width={REGISTER} height={rows} />
      <rect class="filled" width={lowers.length} height={rows} />
      <path class="marks" d={marks.join('')} />
      <path class="lines" d={places.map((_, row) => `M0 ${row}h${REGISTER}`).join('')} />
      <rect class="empty" y={rows + 0.5} width={REGISTER} height={1.5} />
      <path class="good" d={good.join('')} />
    </svg>
  );
}

/** Returns the upper half of the first solution, and 128 lower halves on the other columns. The last ones include its own. */
export function longLists(): { readonly upper: Half; readonly lowers: readonly Half[] } {
  const [solution = []] = solutions(LARGE_N);
  const [above, below] = [solution.slice(0, LARGE_N / 2), solution.slice(LARGE_N / 2).toReversed()];
  const all = placementsOn(below.toSorted((a, b) => a - b));
  const own = all.findIndex((queens) => isSame(queens, below));
  const first = Math.max(0, Math.min(own - REGISTER / 2, all.length - REGISTER));
  return {
    upper: halfOf(LARGE_N, above, 'upper'),
    lowers: all.slice(first, first + REGISTER).map((queens) => halfOf(LARGE_N, queens, 'lower')),
  };
}

/** Returns all placements with one queen in each of these columns, in as many rows, without attacks. */
export function placementsOn(columns: readonly number[], above: Placement = []): readonly Placement[] {
  const row = above.length;
  if (row === columns.length) return [above];
  const free = columns.filter((column) => above.every((c, r) => c !== column && Math.abs(c - column) !== row - r));
  return free.flatMap((column) => placementsOn(columns, [...above, column]));
}
