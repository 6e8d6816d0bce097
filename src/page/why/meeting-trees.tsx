import { useMemo } from 'preact/hooks';
import { buildSearchTree } from '../parts/search-tree.js';
import { layOut, TREE_MARGIN, TREE_WIDTH } from '../parts/tree-picture.js';
import { countHalves, N } from './halves.js';

const LEVEL = 14;
const HEIGHT = N * LEVEL + 2 * TREE_MARGIN;

/**
 * The tree of the search down to the cut and, upside down, the tree of a search up to the cut. In the rows where they
 * meet, each dot is a half. The trees are smallest if they meet in the middle.
 */
export function MeetingTrees({ cut }: { readonly cut: number }) {
  const tree = useMemo(() => buildSearchTree(N), []);
  const draw = (rows: number, y: (depth: number) => number) => {
    const { edges, dots } = layOut(tree, y);
    const drawn = tree.nodes.filter(({ columns }) => columns.length <= rows);
    return (
      <>
        <path class="edge" d={edges(drawn)} />
        <path class="half" d={dots(drawn.filter(({ columns }) => columns.length === rows))} />
      </>
    );
  };
  const trees = useMemo(
    () => [
      draw(cut, (depth) => TREE_MARGIN + depth * LEVEL - 1.5),
      draw(N - cut, (depth) => HEIGHT - TREE_MARGIN - depth * LEVEL + 1.5),
    ],
    [cut],
  );
  const label = `Two trees meet at the cut, with ${countHalves(cut)} and ${countHalves(N - cut)} dots`;
  return (
    <svg class="tree meeting" data-part="trees" viewBox={`0 0 ${TREE_WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {trees}
    </svg>
  );
}
