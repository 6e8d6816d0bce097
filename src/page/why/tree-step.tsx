import { useMemo } from 'preact/hooks';
import { knownCount } from '../../board/known-counts.js';
import { formatCount } from '../../text/numbers.js';
import { Board, cellsOf } from '../parts/board.js';
import { FiguresTable } from '../parts/figures-table.js';
import { beginsWith, searchTree } from '../search/search-tree.js';
import { describeNode, TreePicture } from '../search/tree-picture.js';
import { TREE_SIZES, WORK_OF_16, WORK_OF_20 } from './figures.js';
import { measured, timeOf } from './measured.js';
import type { StepProps } from './why-state.js';

/** Shows the tree of backtracking, and how fast it grows. */
export function TreeStep({ state: { n, at }, change }: StepProps) {
  const tree = useMemo(() => searchTree(n), [n]);
  const placed = tree.nodes.length - 1;
  const solutions = tree.nodes.filter(({ isSolution }) => isSolution).length;
  const first = tree.nodes.findIndex(({ isSolution }) => isSolution);
  const chosen = Math.min(at ?? first, placed);
  const node = tree.nodes[chosen];
  const below = node ? tree.nodes.filter((other) => beginsWith(other.columns, node.columns)) : [];
  const caption = node
    ? `${describeNode(node, n)}. Below it: ${formatCount(below.length - 1)} of ${formatCount(placed)} queens, ${formatCount(below.filter(({ isSolution }) => isSolution).length)} of ${formatCount(solutions)} solutions.`
    : '';

  return (
    <>
      <div class="why-text">
        <p>
          How many ways are there to place {n} queens on a board of {n} by {n}, with no two in the same row, column or
          diagonal? There are {formatCount(solutions)}. The usual way to count them is <em>backtracking</em>: place a
          queen in the first row, then a queen in each next row, on a cell that no queen above attacks. If a row has no
          such cell, take the last queen back and try its next column.
        </p>
        <p>
          Each dot of the tree is a placed queen, one row below the queen of the dot above. Green dots are solutions.
          Backtracking places {formatCount(placed)} queens to find {formatCount(solutions)} solutions, and later removes
          each queen again. Choose a dot to see its queens on the board.
        </p>
        <FiguresTable
          head={['queens', 'solutions', 'dots of the tree']}
          rows={TREE_SIZES.map(([size, dots]) => [size, formatCount(knownCount(size) ?? 0), dots])}
        />
        <p>
          From 7 to 8 queens, the tree becomes 3.7 times as large. From 17 to 18, it becomes seven times as large. For
          20 queens, a fast program in C would search for about {hoursInC()} hours, although it skips mirror images.
          This program takes {timeOf(20)} on one core.
        </p>
      </div>
      <div class="why-picture">
        <Board
          n={n}
          queens={cellsOf(node?.columns ?? [])}
          label={`Board of ${n} by ${n}, queens in columns ${node?.columns.join(' ') || 'none'}`}
        />
        <TreePicture
          tree={tree}
          chosen={chosen}
          label={`Search tree of ${n} queens: ${formatCount(placed)} dots, ${formatCount(solutions)} of them solutions`}
          caption={caption}
          onChoose={(at) => change({ at })}
        />
      </div>
    </>
  );
}

/** Returns the hours that the program in C would take for 20 queens. Its time for 16 queens grows with the tree. */
function hoursInC(): number {
  const seconds = (measured(16, 'C (gcc -O3)').cpu * WORK_OF_20.placed) / WORK_OF_16.placed;
  return Math.round(seconds / 3600);
}
