import { expect, test } from 'vitest';
import { beginsWith, searchTree } from '../../src/page/parts/search-tree.js';
import { solutions } from '../../src/textbook/bitmask.js';

// The number of nodes without the root is the sum of a row of OEIS A319284 without its first entry.
test.each([
  [4, 16],
  [5, 53],
  [6, 152],
  [8, 2056],
])('the tree of %i queens has %i nodes below its root, and the solutions at the bottom', (n, visited) => {
  const { nodes, leaves } = searchTree(n);
  expect(nodes).toHaveLength(visited + 1);
  const bottom = nodes.filter(({ isSolution }) => isSolution);
  expect(bottom.map(({ columns }) => columns)).toEqual([...solutions(n)]);
  for (const { parent, columns, x } of nodes) {
    if (parent) expect(parent.columns).toEqual(columns.slice(0, -1));
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThan(leaves);
  }
});

test('no two nodes in a row have the same position', () => {
  const positions = searchTree(6).nodes.map(({ columns, x }) => `${columns.length} ${x}`);
  expect(new Set(positions).size).toBe(positions.length);
});

test('the columns of a node begin with the columns of each ancestor', () => {
  const { nodes } = searchTree(5);
  for (const node of nodes) {
    const above = nodes.filter((other) => beginsWith(node.columns, other.columns));
    expect(above).toHaveLength(node.columns.length + 1);
  }
});
