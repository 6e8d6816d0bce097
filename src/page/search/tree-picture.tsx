import { useState } from 'preact/hooks';
import type { SearchTree, TreeNode } from './search-tree.js';

const LEVEL = 26;
const WIDTH = 640;
const MARGIN = 8;

/** How a node is drawn; those drawn alike are one path, so that thousands of nodes stay fast. */
type Look = 'unvisited' | 'visited' | 'marked' | 'on-path';

/** From the one that is drawn first, below the others. */
const LOOKS: readonly Look[] = ['unvisited', 'visited', 'marked', 'on-path'];

/**
 * The tree of a search. The node under the pointer is named below it, and a click chooses it.
 *
 * @param lookOf how each node is drawn, by its place in the search.
 * @param caption what is said below it while the pointer is elsewhere.
 */
export function TreePicture(props: {
  readonly tree: SearchTree;
  readonly lookOf: (node: TreeNode, place: number) => Look;
  readonly label: string;
  readonly caption: string;
  readonly onChoose?: (place: number) => void;
}) {
  const { tree, lookOf, label, caption, onChoose } = props;
  const [pointed, setPointed] = useState<number>();
  const { n, nodes, leaves } = tree;
  const height = n * LEVEL + 2 * MARGIN;
  const x = (node: TreeNode) => MARGIN + ((node.x + 0.5) * (WIDTH - 2 * MARGIN)) / leaves;
  const y = (node: TreeNode) => MARGIN + node.columns.length * LEVEL;
  const dot = Math.max(1.6, Math.min(7, (0.8 * WIDTH) / leaves));

  const edges = new Map<Look, string[]>();
  const dots = new Map<Look | 'solution', string[]>();
  for (const [place, node] of nodes.entries()) {
    const look = lookOf(node, place);
    if (look === 'unvisited' && place === 0) continue;
    const at = `${x(node).toFixed(1)} ${y(node)}`;
    add(dots, node.isSolution && look !== 'unvisited' ? 'solution' : look, `M${at}h0`);
    if (node.parent) add(edges, look, `M${x(node.parent).toFixed(1)} ${y(node.parent)}L${at}`);
  }

  function nearest({ currentTarget, clientX, clientY }: MouseEvent): number | undefined {
    const svg = currentTarget instanceof SVGSVGElement ? currentTarget : undefined;
    const { x: left = 0, y: top = 0, width = 1 } = svg?.getBoundingClientRect() ?? {};
    const scale = WIDTH / width;
    const depth = Math.round(((clientY - top) * scale - MARGIN) / LEVEL);
    let best: number | undefined;
    let distance = Number.POSITIVE_INFINITY;
    for (const [place, node] of nodes.entries()) {
      const away = Math.abs(x(node) - (clientX - left) * scale);
      if (node.columns.length !== depth || away >= distance || lookOf(node, place) === 'unvisited') continue;
      best = place;
      distance = away;
    }
    return best;
  }

  const node = pointed === undefined ? undefined : nodes[pointed];
  return (
    <figure class="tree-figure">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the range below it does the same by keyboard */}
      <svg
        class={onChoose ? 'tree choosing' : 'tree'}
        viewBox={`0 0 ${WIDTH} ${height}`}
        role="img"
        aria-label={label}
        onPointerMove={(event) => setPointed(nearest(event))}
        onPointerLeave={() => setPointed(undefined)}
        onClick={(event) => {
          const place = nearest(event);
          if (place !== undefined) onChoose?.(place);
        }}
      >
        {LOOKS.map((look) => (
          <path key={look} class={`edge ${look}`} d={edges.get(look)?.join('') ?? ''} />
        ))}
        {[...LOOKS, 'solution' as const].map((look) => (
          <path key={look} class={`node ${look}`} stroke-width={dot} d={dots.get(look)?.join('') ?? ''} />
        ))}
        {node && <circle class="pointed" cx={x(node)} cy={y(node)} r={dot / 2 + 2} />}
      </svg>
      <p class="tree-caption">{node ? nameOf(node, n) : caption}</p>
    </figure>
  );
}

/** A node in words: the queens down to it. */
export function nameOf({ columns, isSolution }: TreeNode, n: number): string {
  if (columns.length === 0) return 'The empty board';
  const queens = `${columns.length} of ${n} queens, in columns ${columns.join(' ')}`;
  return isSolution ? `A solution: ${queens}` : queens;
}

function add<Key>(lists: Map<Key, string[]>, key: Key, text: string): void {
  const list = lists.get(key);
  if (list) list.push(text);
  else lists.set(key, [text]);
}
