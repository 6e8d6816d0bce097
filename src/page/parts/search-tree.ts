import { columnsOf, freeColumns, masksOf } from '../../core/board/masks.js';
import type { Placement } from '../../core/board/placement.js';

/** A node of the search tree: a placed queen. The root is the empty board. */
export interface TreeNode {
  /** Columns of the queens from row 0 down to this node's queen. */
  readonly columns: Placement;
  readonly parent: TreeNode | undefined;
  /** Horizontal position in the picture. Neighboring leaves are 1 apart. */
  readonly x: number;
  readonly isSolution: boolean;
}

export interface SearchTree {
  readonly n: number;
  /** The root, then the other nodes in the order of backtracking. */
  readonly nodes: readonly TreeNode[];
  readonly leaves: number;
}

/** Builds the whole search tree for n queens. It has 2,057 nodes for n = 8. */
export function buildSearchTree(n: number): SearchTree {
  const nodes: TreeNode[] = [];
  let leaves = 0;
  function grow(columns: Placement, parent?: TreeNode): void {
    const node = { columns, parent, x: 0, isSolution: columns.length === n };
    nodes.push(node);
    const first = leaves;
    const free = columns.length < n ? freeColumns(n, masksOf(columns)) : 0;
    for (const column of columnsOf(free)) grow([...columns, column], node);
    if (leaves === first) leaves++; // the node is a leaf
    node.x = (first + leaves - 1) / 2; // above the middle of its leaves
  }
  grow([]);
  return { n, nodes, leaves };
}

export function beginsWith(placement: Placement, queens: Placement): boolean {
  return queens.every((column, row) => placement[row] === column);
}
