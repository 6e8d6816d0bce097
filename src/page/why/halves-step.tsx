import { useMemo } from 'preact/hooks';
import { formatCount, plural } from '../../text/numbers.js';
import { Board, CELL, cellsOf } from '../parts/board.js';
import { Range, range } from '../parts/controls.js';
import { FiguresTable } from '../parts/figures-table.js';
import { searchTree } from '../search/search-tree.js';
import { HALF_TREE_OF_16, WORK_OF_16 } from './figures.js';
import type { StepProps } from './why-state.js';

/** Cuts the board in two, and shows the number of halves and the part of the tree that they need. */
export function HalvesStep({ state: { n, at }, change }: StepProps) {
  const tree = useMemo(() => searchTree(n), [n]);
  const inRow = range(0, n).map((r) => tree.nodes.filter(({ columns }) => columns.length === r).length);
  const solution = tree.nodes.find(({ isSolution }) => isSolution)?.columns ?? [];
  const middle = Math.floor(n / 2);
  const rows = Math.max(1, Math.min(n - 1, at ?? middle));
  const [upper, lower] = [inRow[rows] ?? 0, inRow[n - rows] ?? 0];
  const placedFor = (cut: number) => inRow.slice(1, Math.max(cut, n - cut) + 1).reduce((sum, dots) => sum + dots, 0);
  const cutAt = (cut: number) => change({ at: cut });

  return (
    <>
      <div class="why-text">
        <p>
          Cut the board below row {rows - 1}. An <em>upper half</em> has {plural(rows, 'queen')} above the cut, one in
          each row, without attacks. A <em>lower half</em> is the same below the cut. Every solution consists of an
          upper and a lower half, and each can be found without the other. Upper halves are the dots in the first rows
          of the tree. A lower half is an upper half of the same length, upside down.
        </p>
        <p>The longer half decides how many tree rows are needed. Move the cut:</p>
        <Range name={`Rows above the cut: ${rows} of ${n}`} least={1} most={n - 1} value={rows} onChoose={cutAt} />
        <FiguresTable
          head={['rows above', 'upper halves', 'lower halves', 'dots of the tree']}
          rows={range(1, n - 1).map((cut) =>
            [cut, inRow[cut] ?? 0, inRow[n - cut] ?? 0, placedFor(cut)].map(formatCount),
          )}
          chosen={rows - 1}
        />
        <p>
          A cut in the middle is best: {formatCount(placedFor(middle))} of {formatCount(tree.nodes.length - 1)} dots.
          For 16 queens: {formatCount(HALF_TREE_OF_16)} of {formatCount(WORK_OF_16.placed)}.
        </p>
      </div>
      <div class="why-picture">
        <Board n={n} queens={cellsOf(solution)} label={`A solution of ${n} queens, cut below row ${rows - 1}`}>
          <line class="cut" x1={0} x2={n * CELL} y1={rows * CELL} y2={rows * CELL} />
        </Board>
        <p role="status">
          {formatCount(upper)} upper halves, {formatCount(lower)} lower halves: {formatCount(upper)} ×{' '}
          {formatCount(lower)} = {formatCount(upper * lower)} pairs.
        </p>
      </div>
    </>
  );
}
