import type { Placement } from '../../board/placement.js';
import { newSearch } from '../../textbook/search.js';
import { solvers } from '../../textbook/solvers.js';

/** A queen that a backtracking search places; for the root, none yet. */
interface TreeNode {
  /** Columns of the queens down to this one, joined by dots. */
  readonly path: string;
  readonly parent: TreeNode | undefined;
  /** Queens down to this one. */
  readonly depth: number;
  /** Across the picture, in leaves. */
  readonly x: number;
  readonly isSolution: boolean;
}

/** What the tree is drawn from. */
export interface SearchTree {
  /** The root, then the nodes in the order in which every backtracking solver visits them. */
  readonly nodes: readonly TreeNode[];
  readonly leaves: number;
}

/** A node while its place is not known yet: above the middle of what hangs below it. */
interface Growing {
  readonly node: { -readonly [Key in keyof TreeNode]: TreeNode[Key] };
  first: number;
}

/** The whole tree of an n: only the small ones are worth looking at. */
export function searchTree(n: number): SearchTree {
  const root: Growing = { node: { path: '', parent: undefined, depth: 0, x: 0, isSolution: n === 0 }, first: 0 };
  const nodes: TreeNode[] = [root.node];
  const stack: Growing[] = [root];
  let leaves = 0;

  function close({ node, first }: Growing): void {
    if (leaves === first) leaves++; // nothing hangs below it
    node.x = (first + leaves - 1) / 2;
  }
  for (const event of solvers['column-array'].solve(n, newSearch({ watched: true }))) {
    const top = stack.at(-1) ?? root;
    if (event.kind === 'placed') {
      const path = pathOf(top.node.path === '' ? [event.col] : [...top.node.path.split('.').map(Number), event.col]);
      const node = { path, parent: top.node, depth: event.row + 1, x: 0, isSolution: false };
      nodes.push(node);
      stack.push({ node, first: leaves });
    }
    if (event.kind === 'solution') top.node.isSolution = true;
    if (event.kind === 'undone') close(stack.pop() ?? root);
  }
  close(root);
  return { nodes, leaves };
}

/** How a node is named. */
export function pathOf(columns: Placement): string {
  return columns.join('.');
}
