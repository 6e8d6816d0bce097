import { type Cell, isSameCell } from '../../core/board/placement.js';
import { formatCount } from '../../core/text/numbers.js';
import { indexOfBoard, type SearchSpace } from '../../core/textbook/search-space.js';
import { formatCell } from '../parts/board.js';
import type { SearchTree, TreeNode } from '../parts/search-tree.js';
import { TreePicture } from '../parts/tree-picture.js';
import type { SearchStep } from './steps.js';

/**
 * The path to a board in the tree of all boards, with all squares that each queen can take. The whole tree has too many
 * nodes to draw. Choosing a node goes to the first board below it.
 *
 * @param onChoose called with the number of the board, counted from 1.
 */
export function ChoicesTree(props: {
  readonly n: number;
  readonly space: SearchSpace;
  readonly frame: SearchStep;
  readonly onChoose: (step: number) => void;
}) {
  const { n, space, onChoose } = props;
  const { queens: board, clash } = props.frame;
  const tree = buildPathTree(n, space, board, clash === undefined);
  const path = board.map(({ row, column }) => row * n + column);
  const chosen = tree.nodes.findIndex(({ columns }) => columns.join() === path.join());
  function choose(index: number): void {
    const squares = tree.nodes[index]?.columns ?? [];
    const cells = squares.map((square) => ({ row: Math.floor(square / n), column: square % n }));
    onChoose(Number(indexOfBoard(space, n, cells)) + 1);
  }
  return (
    <TreePicture
      tree={tree}
      chosen={chosen}
      visited={chosen}
      path={path}
      label="The path to this board in the tree"
      text={board.map(formatCell).join(', ')}
      caption={
        clash
          ? describeLostBoards(n, space, board, clash[1])
          : 'A solution. Click a dot to go to the first board below it.'
      }
      onChoose={choose}
    />
  );
}

/** Builds the path to a board and its neighbors. The columns of its nodes are numbers of squares, row by row. */
function buildPathTree(n: number, space: SearchSpace, board: readonly Cell[], isSolution: boolean): SearchTree {
  const choices = board.map((_, i) => space.choices(n, board.slice(0, i)));
  const leaves = Math.max(...choices.map(({ length }) => length));
  const nodes: TreeNode[] = [];
  function grow(node: TreeNode): void {
    nodes.push(node);
    const depth = node.columns.length;
    const queen = board[depth];
    const cells = choices[depth] ?? [];
    for (const [i, cell] of cells.entries()) {
      const columns = [...node.columns, cell.row * n + cell.column];
      const x = ((i + 0.5) * leaves) / cells.length - 0.5;
      const isOnPath = queen !== undefined && isSameCell(cell, queen);
      const child = { columns, parent: node, x, isSolution: isOnPath && isSolution && depth === n - 1 };
      if (isOnPath) grow(child);
      else nodes.push(child);
    }
  }
  grow({ columns: [], parent: undefined, x: (leaves - 1) / 2, isSolution: false });
  return { n, nodes, leaves };
}

/** Says how many boards begin with the queens down to the first clash. */
function describeLostBoards(n: number, space: SearchSpace, board: readonly Cell[], second: Cell): string {
  const begins = board.slice(0, board.findIndex((queen) => isSameCell(queen, second)) + 1);
  const boards = space.size(n, begins);
  if (boards === 1n) return 'Only the last queen is attacked. The solver tests the next board.';
  const lost = `${formatCount(boards)} boards begin with these ${begins.length} queens`;
  return `${lost}. None is a solution, but the solver tests them all.`;
}
