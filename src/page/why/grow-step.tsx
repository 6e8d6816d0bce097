import { useMemo } from 'preact/hooks';
import { columnsOf } from '../../board/masks.js';
import { BoardList, type ListedBoard } from '../parts/board-list.js';
import { Pick } from '../parts/controls.js';
import { listHalves } from './half-boards.js';
import { columnNames, useHalves } from './half-pictures.js';
import type { StepProps } from './why-state.js';

/** Shows how a list is made from shorter lists, by adding a queen to their halves. Both lists are side by side. */
export function GrowStep({ state, change }: StepProps) {
  const { n } = state;
  const { cut, set } = useHalves(state);
  const columns = [...columnsOf(set.columns)];
  const sources = useMemo(() => columns.map((last) => grow(cut.rows, set.columns, last)), [cut, set]);
  const free = sources.map((grown) => grown.filter(({ className }) => className === 'fits').length);
  const fullest = free.indexOf(Math.max(...free));
  const index = Math.min(state.at ?? fullest, columns.length - 1);
  const last = columns[index] ?? 0;
  const others = columnNames(set.columns & ~(1 << last));
  const grown = sources[index] ?? [];
  const shorter = grown.map(({ queens }) => ({ queens: queens.slice(0, -1) }));
  const [rows, names] = [cut.rows, columnNames(set.columns)];

  return (
    <>
      <div class="why-text">
        <p>
          Suppose that the halves of {rows - 1} rows are already listed, one list for each set of columns. Take the list
          on the columns {others}. Add a queen in column {last} below each half. Where no other queen attacks it, the
          result is a half of {rows} rows on the columns {names}.
        </p>
        <p>
          The last queen can stand in each of these columns, so do this with {columns.length} short lists. Together they
          make the whole list. The lists of {rows - 1} rows are made in the same way, and so on, down to lists of one
          row: one queen in one column.
        </p>
        <fieldset class="row controls">
          <legend>Column of the last queen</legend>
          {columns.map((column, i) => (
            <Pick
              key={column}
              group="last-queen"
              isPicked={i === index}
              name={String(column)}
              onPick={() => change({ at: i })}
            >
              {column}
            </Pick>
          ))}
        </fieldset>
        <p role="status">
          With the last queen in column {last}, {free[index]} of {grown.length} halves can be extended. For all columns
          together: {free.join(' + ')} = {set.above.length}.
        </p>
        <p>
          No queen is ever taken back here. All halves of a list get the same queen in the same cell, so a processor can
          do this for eight halves in one instruction.
        </p>
      </div>
      <div class="why-picture two-lists">
        <section>
          <h3>
            {rows - 1} rows on {others}
          </h3>
          <BoardList label="Short list" n={n} boards={shorter} />
        </section>
        <section class="grown">
          <h3>+ a queen in column {last}</h3>
          <BoardList label="With the last queen" n={n} boards={grown} />
        </section>
        {grown.length === 0 && <p>No halves: on these columns, some queens always attack each other.</p>}
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
