import { useMemo } from 'preact/hooks';
import { attacks, type Placement } from '../../board/placement.js';
import { cellsOf } from '../parts/board.js';
import { Range } from '../parts/controls.js';
import { REGISTER } from './figures.js';
import { clashes, type Half, halfOf } from './halves.js';
import { HalvesBoard } from './halves-board.js';
import type { StepProps } from './why-state.js';

/** A board whose lists of halves are longer than a register, and an upper half that three of the first lower halves fit. */
const LARGE_N = 16;
export const UPPER = halfOf(LARGE_N, [0, 2, 6, 8, 13, 11, 1, 15], false);

/** Compares an upper half of 16 queens with up to 128 lower halves at once. */
export function RegisterStep({ state: { together }, change, heading }: StepProps) {
  const lowers = useMemo(lowerHalves, []).slice(0, together);
  const places = [...new Set(UPPER.crossings.map(({ place }) => place))];
  const fitting = lowers.filter((lower) => clashes(UPPER, lower).length === 0).length;
  const last = lowers.at(-1);
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
          name={`Lower halves: ${together}`}
          least={1}
          most={REGISTER}
          value={together}
          onChoose={(to) => change({ together: to })}
        />
        <p class="total" role="status">
          {places.length} instructions answer
          <br />
          <strong class="number">{together === 1 ? '1 question' : `${together} questions`}</strong>
          <br />
          Fitting lower halves: {fitting}
        </p>
        <details>
          <summary>Can it be faster still?</summary>
          <p>
            The {REGISTER} bits of a row fill one register of the processor. The program also joins six to eight rows
            into a table beforehand, with a row for each choice of them. Then four or five look-ups in tables replace
            the {places.length} rows.
          </p>
        </details>
      </div>
      <div class="show">
        <Register lowers={lowers} places={places} />
        <HalvesBoard n={LARGE_N} upper={UPPER} lower={last} />
        <p class="hint">The last column, as a board</p>
      </div>
    </>
  );
}

/** A table of bits: a column for each lower half, a row for each diagonal of the upper half, and a row of those that fit. */
function Register({ lowers, places }: { readonly lowers: readonly Half[]; readonly places: readonly number[] }) {
  const rows = places.length;
  const common = lowers.map((lower) => clashes(UPPER, lower));
  const marks = common.map((some, i) => some.map((place) => `M${i} ${places.indexOf(place)}h1v.9h-1z`).join(''));
  const fitting = common.map((some, i) => (some.length === 0 ? `M${i} ${rows + 0.5}h1v1.5h-1z` : ''));
  const label = `Table of ${rows} diagonals and ${lowers.length} lower halves`;
  return (
    <svg
      class="register"
      viewBox={`0 0 ${REGISTER} ${rows + 2}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <rect fill="var(--shade-none)" width={REGISTER} height={rows + 2} />
      <rect fill="var(--short)" width={lowers.length} height={rows} />
      <path class="marks" fill="var(--bad)" d={marks.join('')} />
      <path class="fitting" fill="var(--good)" d={fitting.join('')} />
    </svg>
  );
}

/** Returns 128 lower halves on the columns that the upper half leaves. Some of them fit. */
export function lowerHalves(): readonly Half[] {
  const columns = Array.from({ length: LARGE_N }, (_, column) => column);
  const free = columns.filter((column) => !UPPER.queens.includes(column));
  function extend(queens: Placement): readonly Placement[] {
    if (queens.length === free.length) return [queens];
    const next = free.map((column) => ({ row: queens.length, column }));
    const allowed = next.filter((cell) => !cellsOf(queens).some((queen) => attacks(queen, cell)));
    return allowed.flatMap(({ column }) => extend([...queens, column]));
  }
  return extend([])
    .slice(0, REGISTER)
    .map((queens) => halfOf(LARGE_N, queens, true));
}
