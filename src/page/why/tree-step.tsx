import { useMemo } from 'preact/hooks';
import type { Cell } from '../../board/attacked.js';
import { knownCount } from '../../board/known-counts.js';
import { formatCount } from '../../text/numbers.js';
import { Board } from '../parts/board.js';
import { FiguresTable } from '../parts/figures-table.js';
import { beginsWith, searchTree } from '../search/search-tree.js';
import { nameOf, TreePicture } from '../search/tree-picture.js';
import { TREE_SIZES } from './figures.js';
import type { StepProps } from './why-state.js';

/** Shows the tree of backtracking, and how fast it grows. */
export function TreeStep({ state: { n, detail }, change }: StepProps) {
  const tree = useMemo(() => searchTree(n), [n]);
  const placed = tree.nodes.length - 1;
  const solutions = tree.nodes.filter(({ isSolution }) => isSolution).length;
  const first = tree.nodes.findIndex(({ isSolution }) => isSolution);
  const chosen = Math.min(detail.node ?? first, placed);
  const node = tree.nodes[chosen];
  const queens = node?.columns.map((column, row): Cell => [row, column]) ?? [];
  const below = node ? tree.nodes.filter((other) => beginsWith(other.columns, node.columns)) : [];
  const caption = node
    ? `${nameOf(node, n)}. Below it: ${formatCount(below.length - 1)} of ${formatCount(placed)} queens, ${formatCount(below.filter(({ isSolution }) => isSolution).length)} of ${formatCount(solutions)} solutions.`
    : '';

  return (
    <>
      <div class="why-text">
        <p>
          In how many ways can {n} queens stand on a board of {n} by {n} so that no two share a row, a column or a
          diagonal? In {formatCount(solutions)}. The usual way to count them is <em>backtracking</em>: place a queen in
          the first row, then one in the next row wherever none above attacks it, and so on. Where a row has no such
          cell, take the last queen back and try its next column.
        </p>
        <p>
          Each dot of the tree is a queen that was placed, one row deeper than the dot above it. Green dots are
          solutions. Backtracking places {formatCount(placed)} queens to find {formatCount(solutions)} solutions, and
          takes each of them back in the end. Choose a dot: the board shows its queens.
        </p>
        <FiguresTable
          head={['queens', 'solutions', 'dots of the tree']}
          rows={TREE_SIZES.map(([size, dots]) => [size, formatCount(knownCount(size) ?? 0), dots])}
        />
        <p>
          From 7 queens to 8 the tree becomes 3.7 times as large, from 17 to 18 seven times. With 20 queens, a fast
          program in C would search for some six hours. This one takes one minute on one processor core.
        </p>
      </div>
      <div class="why-picture">
        <Board
          n={n}
          queens={queens}
          label={`Board of ${n} by ${n}, queens in columns ${node?.columns.join(' ') || 'none'}`}
        />
        <TreePicture
          tree={tree}
          chosen={chosen}
          label={`Search tree of ${n} queens: ${formatCount(placed)} dots, ${formatCount(solutions)} of them solutions`}
          caption={caption}
          onChoose={(index) => change({ detail: { node: index } })}
        />
      </div>
    </>
  );
}
