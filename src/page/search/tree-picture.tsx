import { useMemo } from 'preact/hooks';
import type { SearchFrame } from './search-player.js';
import { pathOf, searchTree } from './search-tree.js';

/** Larger trees cannot be told apart from a grey bar. */
export const LARGEST_TREE = 6;

const LEVEL = 22;
const LEAF = 8;
const WIDTH = 560;

/** The tree as far as the search has grown it: visited nodes, the way to the present one, and solutions. */
export function TreePicture({ n, frame }: { readonly n: number; readonly frame: SearchFrame }) {
  const { nodes, leaves } = useMemo(() => searchTree(n), [n]);
  const visited = nodes.slice(0, frame.nodes + 1);
  const path = pathOf(frame.queens.map(([, col]) => col));
  const width = Math.max(WIDTH, leaves * LEAF);
  const spread = width / leaves;
  const x = (leaf: number) => (leaf + 0.5) * spread;
  const y = (depth: number) => depth * LEVEL + 8;
  const isOnPath = (other: string) => other === '' || path === other || path.startsWith(`${other}.`);
  const solutions = visited.filter(({ isSolution }) => isSolution).length;
  const label = `Search tree: ${visited.length - 1} of ${nodes.length - 1} nodes visited, ${solutions} of them solutions`;

  return (
    <svg class="tree" viewBox={`0 0 ${width} ${n * LEVEL + 16}`} role="img" aria-label={label}>
      {visited.map(({ path: name, parent, x: leaf, depth }) =>
        parent === undefined ? null : (
          <line
            key={name}
            class={isOnPath(name) ? 'edge on-path' : 'edge'}
            x1={x(parent.x)}
            y1={y(parent.depth)}
            x2={x(leaf)}
            y2={y(depth)}
          />
        ),
      )}
      {visited.map(({ path: name, x: leaf, depth, isSolution }) => (
        <circle
          key={name}
          class={['node', isOnPath(name) ? 'on-path' : '', isSolution ? 'solution' : ''].join(' ').trim()}
          cx={x(leaf)}
          cy={y(depth)}
          r={isSolution ? 5 : 3.5}
        />
      ))}
    </svg>
  );
}
