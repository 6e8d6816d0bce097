import { useMemo } from 'preact/hooks';
import { buildSearchTree, type TreeNode } from '../parts/search-tree.js';
import { countHalves, N } from './halves.js';

const LEVEL = 14;
const WIDTH = 640;
const MARGIN = 4;
const HEIGHT = N * LEVEL + 2 * MARGIN;

/**
 * The tree of the search down to the cut, and the same tree upside down, up to the cut. The rows in which they meet
 * have a dot for each half. The trees are smallest if they meet in the middle.
 */
export function MeetingTrees({ cut }: { readonly cut: number }) {
  const { nodes, leaves } = useMemo(() => buildSearchTree(N), []);
  const x = (node: TreeNode) => MARGIN + ((node.x + 0.5) * (WIDTH - 2 * MARGIN)) / leaves;
  const tree = (rows: number, y: (depth: number) => number) => {
    const drawn = nodes.filter(({ columns }) => columns.length <= rows);
    const point = (node: TreeNode) => `${x(node).toFixed(1)} ${y(node.columns.length)}`;
    const edges = drawn.map((node) => (node.parent ? `M${point(node.parent)}L${point(node)}` : ''));
    const dots = drawn.filter(({ columns }) => columns.length === rows).map((node) => `M${point(node)}v0`);
    return (
      <>
        <path class="edge" d={edges.join('')} />
        <path class="half" d={dots.join('')} />
      </>
    );
  };
  const trees = useMemo(
    () => (
      <>
        {tree(cut, (depth) => MARGIN + depth * LEVEL - 1.5)}
        {tree(N - cut, (depth) => HEIGHT - MARGIN - depth * LEVEL + 1.5)}
      </>
    ),
    [cut],
  );
  const label = `Two trees meet at the cut, with ${countHalves(cut)} and ${countHalves(N - cut)} dots`;
  return (
    <svg class="tree meeting" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {trees}
    </svg>
  );
}
