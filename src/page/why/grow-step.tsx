import { useMemo } from 'preact/hooks';
import { columnsOf } from '../../board/masks.js';
import { BoardList, type ListedBoard } from '../parts/board-list.js';
import { listHalves } from './half-boards.js';
import { columnNames, useHalves } from './half-pictures.js';
import type { StepProps } from './why-state.js';

/** Shows how a list is made from shorter lists, by adding a queen to their halves. */
export function GrowStep({ state, change }: StepProps) {
  const { n } = state;
  const { cut, set } = useHalves(state);
  const columns = [...columnsOf(set.columns)];
  const sources = useMemo(() => columns.map((last) => grow(cut.rows, set.columns, last)), [cut, set]);
  const free = sources.map((grown) => grown.filter(({ className }) => className === 'fits').length);
  const fullest = free.indexOf(Math.max(...free));
  const index = Math.min(state.detail.last ?? fullest, columns.length - 1);
  const last = columns[index] ?? 0;
  const others = columnNames(set.columns & ~(1 << last));
  const shorter = `${cut.rows - 1} rows`;

  return (
    <>
      <div class="why-text">
        <p>
          An upper half on the columns {columnNames(set.columns)} has its last queen in one of them. The queens above it
          are a half of {shorter} on the other columns. All such halves are in a list that was made before. So go
          through that list, and add the queen to each half that does not attack it. The first lists have one row: one
          queen in one column.
        </p>
        <fieldset class="controls">
          <legend>Column of the last queen</legend>
          {columns.map((column, i) => (
            <button
              key={column}
              type="button"
              aria-pressed={i === index}
              onClick={() => change({ detail: { last: i } })}
            >
              {column}
            </button>
          ))}
        </fieldset>
        <p role="status">
          With the last queen in column {last}, {free[index]} of {sources[index]?.length} halves can be extended. For
          all columns together: {free.join(' + ')} = {set.above.length}.
        </p>
        <p>
          No queen is ever taken back here. All halves of a list get the same queen in the same cell, so a processor can
          do this for eight halves in one instruction.
        </p>
      </div>
      <div class="why-picture">
        <h3>
          Halves of {shorter} on columns {others}, with a queen in column {last}
        </h3>
        <BoardList n={n} boards={sources[index] ?? []} />
        {sources[index]?.length === 0 && <p>No halves: on these columns, some queens always attack each other.</p>}
      </div>
    </>
  );
}

/** Lists the halves that are one row shorter, without column `last`, and adds a queen in it. @param columns a mask. */
function grow(rows: number, columns: number, last: number): readonly ListedBoard[] {
  const others = columns & ~(1 << last);
  return (listHalves(rows - 1, others).get(others) ?? []).map(({ queens, l, d }) => {
    const isFree = (((l | d) >>> last) & 1) === 0;
    return { queens: [...queens, last], note: isFree ? 'free' : 'attacked', className: isFree ? 'fits' : 'clashes' };
  });
}
