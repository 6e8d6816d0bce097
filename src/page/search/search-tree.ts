import type { Placement } from '../../board/placement.js';
import { columnArray } from '../../textbook/column-array.js';
import { newSearch } from '../../textbook/search.js';

/** A node of the search tree: a placed queen. The root is the empty board. */
export interface TreeNode {
  /** Columns of the queens down to this one. */
  readonly columns: Placement;
  readonly parent: TreeNode | undefined;
  /** Horizontal position in the picture. Neighbouring leaves have a distance of 1. */
  readonly x: number;
  readonly isSolution: boolean;
}

/** The nodes of a whole search. */
export interface SearchTree {
  readonly n: number;
  /** The root, then the other nodes in the order of backtracking. */
  readonly nodes: readonly TreeNode[];
  readonly leaves: number;
}

/** An unfinished node. Its final position is above the middle of its leaves. */
interface Growing {
  readonly node: { -readonly [Key in keyof TreeNode]: TreeNode[Key] };
  readonly first: number;
}

/** Builds the whole search tree for n queens. It has 2,057 nodes for n = 8. */
export function searchTree(n: number): SearchTree {
  const root: Growing = { node: { columns: [], parent: undefined, x: 0, isSolution: n === 0 }, first: 0 };
  const nodes: TreeNode[] = [root.node];
  const stack: Growing[] = [root];
  let leaves = 0;

  function close({ node, first }: Growing): void {
    if (leaves === first) leaves++; // the node is a leaf
    node.x = (first + leaves - 1) / 2;
  }
  for (const event of columnArray(n, newSearch({ watched: true }))) {
    const top = stack.at(-1) ?? root;
    if (event.kind === 'placed') {
      const columns = [...top.node.columns, event.column];
      const node = { columns, parent: top.node, x: 0, isSolution: false };
      nodes.push(node);
      stack.push({ node, first: leaves });
    }
    if (event.kind === 'solution') top.node.isSolution = true;
    if (event.kind === 'undone') close(stack.pop() ?? root);
  }
  close(root);
  return { n, nodes, leaves };
}

/** Returns whether a placement begins with these queens. */
export function beginsWith(placement: Placement, queens: Placement): boolean {
  return queens.every((column, row) => placement[row] === column);
}
