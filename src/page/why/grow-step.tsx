import { useMemo } from 'preact/hooks';
import type { Placement } from '../../board/placement.js';
import { MiniHalf } from './half-pictures.js';
import { halfPlacements } from './half-placements.js';
import { columnsIn, type StepProps, useHalves } from './why-state.js';

/** A half of one row less, with the last queen added. */
interface Grown {
  readonly queens: Placement;
  readonly isFree: boolean;
}

/** Shows from which shorter lists the list of a column set is made, and which of their halves can go on. */
export function GrowStep({ state, change }: StepProps) {
  const { n, rows } = state;
  const { set } = useHalves(state);
  const columns = columnsIn(set.columns);
  const origins = useMemo(() => columns.map((last) => grow(n, rows, set.columns, last)), [n, rows, set.columns]);
  const free = origins.map((grown) => grown.filter(({ isFree }) => isFree).length);
  const lost = origins.map((grown, i) => grown.length - (free[i] ?? 0));
  const at = Math.min(state.detail.last ?? lost.indexOf(Math.max(...lost)), columns.length - 1);
  const last = columns[at] ?? 0;
  const others = columns.filter((column) => column !== last);

  return (
    <>
      <div class="why-text">
        <p>
          No search makes these lists. An upper half on columns {columns.join(', ')} has a last queen in one of them,
          and above it a half of {rows - 1} {rows === 2 ? 'row' : 'rows'} on the others. Those are in shorter lists,
          made before. So the program takes each shorter list, from its first half to its last, and adds the queen
          wherever it is not attacked. Choose the column of the last queen:
        </p>
        {/* biome-ignore lint/a11y/useSemanticElements: buttons, not fields */}
        <div class="controls" role="group" aria-label="Column of the last queen">
          {columns.map((column, i) => (
            <button
              key={column}
              type="button"
              aria-pressed={i === at}
              aria-label={`column ${column}: ${free[i]} of ${origins[i]?.length}`}
              onClick={() => change({ detail: { last: i } })}
            >
              {column}
            </button>
          ))}
        </div>
        <p role="status">
          With the last queen in column {last}, {free[at]} of {origins[at]?.length} can go on. All columns together:{' '}
          {free.join(' + ')} = {set.above.length}.
        </p>
        <p>
          All halves of a list get the same queen, so this too goes many at a time: a vector register holds 8 of them,
          one comparison tells which may have the queen, and those are stored side by side. There is no recursion, and
          no decision that depends on a single half.
        </p>
      </div>
      <div class="why-picture">
        <h3>
          Halves of {rows - 1} {rows === 2 ? 'row' : 'rows'} {others.length > 0 && `on columns ${others.join(', ')}`},
          and a queen in column {last}
        </h3>
        <ul class="boards halves plain-list grown">
          {origins[at]?.map(({ queens, isFree }) => (
            <li key={queens.join()} class={isFree ? 'fits' : 'clashes'}>
              <MiniHalf n={n} queens={queens} />
              <span class="note">{isFree ? 'free' : 'attacked'}</span>
            </li>
          ))}
        </ul>
        {origins[at]?.length === 0 && <p class="hint">There are none: the others attack each other in every order.</p>}
      </div>
    </>
  );
}

/** The halves of one row less on the other columns, each with a queen added in column `last`. @param columns a mask. */
function grow(n: number, rows: number, columns: number, last: number): readonly Grown[] {
  const others = columns & ~(1 << last);
  return (halfPlacements(n, rows - 1, others).get(others) ?? []).map(({ queens }) => ({
    queens: [...queens, last],
    isFree: queens.every((column, row) => Math.abs(column - last) !== rows - 1 - row),
  }));
}
