import { expect, it } from 'vitest';
import { count } from '../../src/index.js';

// A subproblem whose rows leave no free cell, but are not the whole board, has no solutions. It is met in plans that
// are deep for their board.
it.each([3, 4, 5, 6, 7, 8])('counts %i queens right at every depth, dead ends included', async (n) => {
  const expected = { 3: 0n, 4: 2n, 5: 10n, 6: 4n, 7: 40n, 8: 92n }[n];
  for (let depth = 0; depth <= n; depth++) {
    for (const kernel of ['fast', 'readable'] as const) {
      expect(await count(n, { depth, kernel })).toMatchObject({ count: expected, agreement: 'agrees' });
    }
  }
});
