import { useMemo, useState } from 'preact/hooks';
import type { Placement } from '../../board/placement.js';
import type { SearchTree, TreeNode } from './search-tree.js';

const LEVEL = 26;
const WIDTH = 640;
const MARGIN = 8;

/** Number of nodes in a group. While a search plays, only one group is drawn again, so it is smooth. */
const GROUP = 64;

/**
 * A drawing of a search tree. A click or the arrow keys choose a node.
 *
 * @param chosen index of the chosen node.
 * @param caption text below the tree while the pointer is outside.
 */
export function TreePicture(props: {
  readonly tree: SearchTree;
  readonly chosen: number;
  /** Index of the last visited node. By default all nodes are visited. */
  readonly visited?: number;
  /** Columns of the marked path. By default it leads to the chosen node. */
  readonly path?: Placement;
  readonly label: string;
  readonly caption: string;
  readonly onChoose: (index: number) => void;
}) {
  const { tree, chosen, label, caption, onChoose } = props;
  const [pointed, setPointed] = useState<number>();
  const { n, nodes, leaves } = tree;
  const { visited = nodes.length - 1, path = nodes[chosen]?.columns ?? [] } = props;
  const height = n * LEVEL + 2 * MARGIN;
  const x = (node: TreeNode) => MARGIN + ((node.x + 0.5) * (WIDTH - 2 * MARGIN)) / leaves;
  const y = (node: TreeNode) => MARGIN + node.columns.length * LEVEL;
  const dot = Math.max(1.6, Math.min(7, (0.8 * WIDTH) / leaves));
  const point = (node: TreeNode) => `${x(node).toFixed(1)} ${y(node)}`;
  const edges = (some: readonly TreeNode[]) =>
    some.map((node) => (node.parent ? `M${point(node.parent)}L${point(node)}` : '')).join('');
  const dots = (some: readonly TreeNode[]) => some.map((node) => `M${point(node)}h0`).join('');

  const draw = (some: readonly TreeNode[], state: 'visited' | 'unvisited') => (
    <>
      <path class={`edge ${state}`} d={edges(some)} />
      <path class={`node ${state}`} stroke-width={dot} d={dots(some)} />
      {state === 'visited' && <path class="node solution" d={dots(some.filter(({ isSolution }) => isSolution))} />}
    </>
  );
  const groups = useMemo(() => {
    const starts = Array.from({ length: Math.ceil(nodes.length / GROUP) }, (_, i) => i * GROUP);
    const parts = starts.map((start) => nodes.slice(start, start + GROUP));
    return parts.map((some) => ({ some, visited: draw(some, 'visited'), unvisited: draw(some, 'unvisited') }));
  }, [tree]);
  const marked = nodes.filter(({ columns }) => columns.length <= path.length && columns.every((c, r) => c === path[r]));

  /** Finds the node nearest to the pointer, in the pointer's row. */
  function nodeUnder({ currentTarget, clientX, clientY }: MouseEvent): number {
    if (!(currentTarget instanceof Element)) return 0;
    const { left, top, width } = currentTarget.getBoundingClientRect();
    const scale = WIDTH / width;
    const depth = Math.max(0, Math.min(n, Math.round(((clientY - top) * scale - MARGIN) / LEVEL)));
    const distance = (node: TreeNode) => Math.abs(x(node) - (clientX - left) * scale);
    let best: number | undefined;
    for (const [index, node] of nodes.entries()) {
      if (node.columns.length !== depth) continue;
      if (best === undefined || distance(node) < distance(nodes[best] ?? node)) best = index;
    }
    return best ?? 0;
  }

  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const to = { Home: 0, End: nodes.length - 1, ArrowLeft: chosen - 1, ArrowRight: chosen + 1 }[event.key];
    if (to === undefined) return;
    if (nodes[to]) onChoose(to);
    event.preventDefault();
  }

  const node = pointed === undefined ? undefined : nodes[pointed];
  return (
    <figure class="tree-figure">
      {/* A click chooses the node that the page has named: a move has fractions of pixels, a click has none. */}
      <div
        class="tree"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={nodes.length - 1}
        aria-valuenow={chosen}
        aria-valuetext={nodes[chosen] && describeNode(nodes[chosen], n)}
        onKeyDown={onKey}
        onPointerMove={(event) => event.pointerType !== 'touch' && setPointed(nodeUnder(event))}
        onPointerLeave={() => setPointed(undefined)}
        onClick={(event) => onChoose(pointed ?? nodeUnder(event))}
      >
        <svg viewBox={`0 0 ${WIDTH} ${height}`} aria-hidden="true">
          {groups.map(({ some, visited: all, unvisited: none }, i) => {
            const known = visited + 1 - i * GROUP;
            if (known >= some.length) return all;
            if (known <= 0) return none;
            return [draw(some.slice(known), 'unvisited'), draw(some.slice(0, known), 'visited')];
          })}
          <path class="edge on-path" d={edges(marked)} />
          <path class="node on-path" d={dots(marked)} />
          {node && <circle class="pointed" cx={x(node)} cy={y(node)} r={dot / 2 + 2} />}
        </svg>
      </div>
      <p class="tree-caption">{node ? describeNode(node, n) : caption}</p>
    </figure>
  );
}

/** Describes a node by its queens. */
export function describeNode({ columns, isSolution }: TreeNode, n: number): string {
  if (columns.length === 0) return 'The empty board';
  const queens = `${columns.length} of ${n} queens, in columns ${columns.join(' ')}`;
  return isSolution ? `A solution: ${queens}` : queens;
}
