import { useState } from 'preact/hooks';
import type { Placement } from '../../board/placement.js';
import { PictureSlider } from '../parts/picture-slider.js';
import { beginsWith, type SearchTree, type TreeNode } from './search-tree.js';

const LEVEL = 26;
const WIDTH = 640;
const MARGIN = 8;

/** The look of a node; nodes drawn alike are one path, so that thousands of them stay fast. */
type Look = 'unvisited' | 'visited' | 'on-path';

/** In the order of drawing, the lowest first. */
const LOOKS: readonly Look[] = ['unvisited', 'visited', 'on-path'];

/**
 * The tree of a search. Pointer and arrow keys choose a node.
 *
 * @param chosen index of a node. The path to it is marked.
 * @param caption text below the tree while the pointer is elsewhere.
 */
export function TreePicture(props: {
  readonly tree: SearchTree;
  readonly chosen: number;
  /** Nodes up to this one were visited; all, if it is left out. */
  readonly visited?: number;
  /** The queens whose way is marked; by default those of the chosen node. */
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

  const edges = new Map<Look, string[]>();
  const dots = new Map<Look | 'solution', string[]>();
  for (const [index, node] of nodes.entries()) {
    const look = index > visited ? 'unvisited' : beginsWith(path, node.columns) ? 'on-path' : 'visited';
    const at = `${x(node).toFixed(1)} ${y(node)}`;
    add(dots, node.isSolution && look !== 'unvisited' ? 'solution' : look, `M${at}h0`);
    if (node.parent) add(edges, look, `M${x(node.parent).toFixed(1)} ${y(node.parent)}L${at}`);
  }

  /** Finds the node of the pointer's row that is nearest to it. */
  function nearest(left: number, top: number, width: number): number {
    const scale = WIDTH / width;
    const depth = Math.max(0, Math.min(n, Math.round((top * scale - MARGIN) / LEVEL)));
    const away = (node: TreeNode) => Math.abs(x(node) - left * scale);
    let best: number | undefined;
    for (const [index, node] of nodes.entries()) {
      if (node.columns.length !== depth) continue;
      if (best === undefined || away(node) < away(nodes[best] ?? node)) best = index;
    }
    return best ?? 0;
  }

  const node = pointed === undefined ? undefined : nodes[pointed];
  return (
    <figure class="tree-figure">
      <PictureSlider
        look="tree"
        label={label}
        inWords={nodes[chosen] && nameOf(nodes[chosen], n)}
        items={nodes.length}
        current={chosen}
        itemAt={nearest}
        onPoint={setPointed}
        onChoose={(index) => index !== undefined && onChoose(index)}
      >
        <svg viewBox={`0 0 ${WIDTH} ${height}`} aria-hidden="true">
          {LOOKS.map((look) => (
            <path key={look} class={`edge ${look}`} d={edges.get(look)?.join('') ?? ''} />
          ))}
          {[...LOOKS, 'solution' as const].map((look) => (
            <path key={look} class={`node ${look}`} stroke-width={dot} d={dots.get(look)?.join('') ?? ''} />
          ))}
          {node && <circle class="pointed" cx={x(node)} cy={y(node)} r={dot / 2 + 2} />}
        </svg>
      </PictureSlider>
      <p class="tree-caption">{node ? nameOf(node, n) : caption}</p>
    </figure>
  );
}

/** Returns a node in words: the queens down to it. */
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
