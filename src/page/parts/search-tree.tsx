import { columnsOf, freeColumns, masksOf } from '../../core/board/masks.js';
import type { Placement } from '../../core/board/placement.js';
import { formatColumns } from './board.js';
import { createSliderHandler } from './keys.js';

/** A node of the search tree: a placed queen. The root is the empty board. */
export interface TreeNode {
  /** Columns of the queens from row 0 down to this node's queen. */
  readonly columns: Placement;
  readonly parent: TreeNode | undefined;
  /** Horizontal position in the picture. Neighboring leaves are 1 apart. */
  readonly x: number;
  readonly isSolution: boolean;
}

interface SearchTree {
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

const LEVEL = 26;
export const TREE_WIDTH = 640;
export const TREE_MARGIN = 8;

/**
 * Lays out a tree across the width of a picture. `x` returns a node's horizontal position; `edges` and `dots` return
 * SVG paths for the given nodes.
 *
 * @param y returns the vertical position of the nodes at a depth.
 */
export function layOut({ leaves }: SearchTree, y: (depth: number) => number) {
  const x = (node: TreeNode) => TREE_MARGIN + ((node.x + 0.5) * (TREE_WIDTH - 2 * TREE_MARGIN)) / leaves;
  const point = (node: TreeNode) => `${x(node).toFixed(1)} ${y(node.columns.length)}`;
  const edges = (some: readonly TreeNode[]) =>
    some.map((node) => (node.parent ? `M${point(node.parent)}L${point(node)}` : '')).join('');
  const dots = (some: readonly TreeNode[]) => some.map((node) => `M${point(node)}h0`).join('');
  return { x, edges, dots };
}

/** A drawing of a search tree. A click, a drag or an arrow key chooses a node. */
export function TreePicture(props: {
  readonly tree: SearchTree;
  /** Index of the chosen node. */
  readonly chosen: number;
  /** Index of the last visited node. By default all nodes are visited. */
  readonly visited?: number;
  /** Columns of the marked path. By default it leads to the chosen node. */
  readonly path?: Placement;
  readonly caption: string;
  readonly onChoose: (index: number) => void;
}) {
  const { tree, chosen, caption, onChoose } = props;
  const { n, nodes, leaves } = tree;
  const { visited = nodes.length - 1, path = nodes[chosen]?.columns ?? [] } = props;
  const height = n * LEVEL + 2 * TREE_MARGIN;
  const dot = Math.max(1.6, Math.min(7, (0.8 * TREE_WIDTH) / leaves));
  const { x, edges, dots } = layOut(tree, (depth) => TREE_MARGIN + depth * LEVEL);
  const draw = (some: readonly TreeNode[], state: 'visited' | 'unvisited') =>
    some.length > 0 && (
      <>
        <path class={`edge ${state}`} d={edges(some)} />
        <path class={`node ${state}`} stroke-width={dot} d={dots(some)} />
        {state === 'visited' && <path class="node solution" d={dots(some.filter(({ isSolution }) => isSolution))} />}
      </>
    );
  const marked = nodes.filter(({ columns }) => beginsWith(path, columns));

  /** While a button is down, chooses the node in the pointer's row that is nearest to the pointer. */
  function onPointer({ currentTarget, clientX, clientY, buttons }: PointerEvent): void {
    if (!(currentTarget instanceof Element) || buttons === 0) return;
    const { left, top, width } = currentTarget.getBoundingClientRect();
    const scale = TREE_WIDTH / width;
    const depth = Math.max(0, Math.min(n, Math.round(((clientY - top) * scale - TREE_MARGIN) / LEVEL)));
    const distance = (node: TreeNode) => Math.abs(x(node) - (clientX - left) * scale);
    const row = nodes.filter(({ columns }) => columns.length === depth);
    const [nearest] = row.sort((a, b) => distance(a) - distance(b));
    if (nearest) onChoose(nodes.indexOf(nearest));
  }

  return (
    <figure>
      <div
        class="tree"
        role="slider"
        tabIndex={0}
        aria-label={`Search tree for ${n} queens`}
        aria-valuemin={0}
        aria-valuemax={nodes.length - 1}
        aria-valuenow={chosen}
        aria-valuetext={
          path.length > 0 ? `${path.length} of ${n} queens, in columns ${formatColumns(path)}` : 'The empty board'
        }
        onKeyDown={createSliderHandler(chosen, 0, nodes.length - 1, onChoose)}
        onPointerDown={onPointer}
        onPointerMove={onPointer}
      >
        <svg viewBox={`0 0 ${TREE_WIDTH} ${height}`} aria-hidden="true">
          {draw(nodes.slice(visited + 1), 'unvisited')}
          {draw(nodes.slice(0, visited + 1), 'visited')}
          <path class="edge on-path" d={edges(marked)} />
          <path class="node on-path" d={dots(marked)} />
          <path class="node on-path solution" d={dots(marked.filter(({ isSolution }) => isSolution))} />
        </svg>
      </div>
      {caption && <figcaption class="hint">{caption}</figcaption>}
    </figure>
  );
}
