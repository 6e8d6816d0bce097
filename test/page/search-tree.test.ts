import { expect, test } from 'vitest';
import { pathOf, searchTree } from '../../src/page/search/search-tree.js';
import { solutions } from '../../src/textbook/solutions.js';

// Queens placed row by row, and so the nodes of the tree: OEIS A319284 summed up to the last row.
test.each([
  [4, 16],
  [5, 53],
  [6, 152],
])('n = %i has %i nodes, and its solutions at the bottom', (n, visited) => {
  const { nodes, leaves } = searchTree(n);
  expect(nodes).toHaveLength(visited + 1);
  const bottom = nodes.filter(({ isSolution }) => isSolution);
  expect(bottom.map(({ path }) => path)).toEqual([...solutions(n)].map(pathOf));
  for (const { parent, depth, x } of nodes) {
    if (parent) expect(depth).toBe(parent.depth + 1);
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThan(leaves);
  }
});

test('no two nodes of a row are in the same place', () => {
  const places = searchTree(6).nodes.map(({ depth, x }) => `${depth} ${x}`);
  expect(new Set(places).size).toBe(places.length);
});
