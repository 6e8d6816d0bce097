import { ones, splitOrbit } from './column-masks.js';
import { plainCost } from './meet-cost.js';
import { leastStrictWidth } from './sieve-bits.js';
import type { PlainSubproblem } from './subproblem.js';

/** How the plain variant cuts the work; every choice gives the same sum. */
export interface PlainCut {
  /** Columns at the edges of the board, an even number from 0 to n, whose half a subproblem gives. */
  readonly keyColumns: number;
  /** See PlainSubproblem; at least what `leastStrictWidth` says, which is the default. */
  readonly strictWidth?: number | undefined;
  readonly extraPairs: number;
  readonly longestList: number;
}

/**
 * All subproblems of the plain variant, for even n from 6. Together they stand for every solution exactly once, by
 * weights that the kernel applies.
 *
 * The mirror images of a board, left-right and upside down, exchange the key columns that belong to the upper half with
 * their mirror images, or with those of the lower half: of the patterns that come from one another so, only the least
 * has a subproblem.
 *
 * @param memory bytes that a subproblem may take, all told.
 * @throws RangeError for a cut that does not suit n.
 */
export function plainSubproblems(n: number, cut: PlainCut, memory: number): PlainSubproblem[] {
  const { extraPairs, longestList, strictWidth = leastStrictWidth(n - 1) } = cut;
  return Array.from(plainGivens(n, cut), ({ keyColumns, keyColumnsAbove }) => {
    const subproblem: PlainSubproblem = {
      algorithm: 'meet',
      variant: 'plain',
      id: `plain-${n}-${cut.keyColumns}-${keyColumnsAbove.toString(16)}`,
      n,
      weight: 1,
      cost: 1,
      memory,
      keyColumns,
      keyColumnsAbove,
      strictWidth,
      extraPairs,
      longestList,
    };
    return { ...subproblem, cost: plainCost(subproblem) };
  });
}

/** What is given in the subproblems of a cut, each once. @throws RangeError for a cut that does not suit n. */
export function* plainGivens(
  n: number,
  cut: PlainCut,
): Generator<Pick<PlainSubproblem, 'keyColumns' | 'keyColumnsAbove'>> {
  if (cut.keyColumns % 2 !== 0 || cut.keyColumns < 0 || cut.keyColumns > n) {
    throw new RangeError(`key columns must be an even number from 0 to ${n}, not ${cut.keyColumns}`);
  }
  const half = n / 2;
  const edge = cut.keyColumns / 2;
  const low = 2 ** edge - 1;
  const keyColumns = low | (low << (n - edge));
  for (let left = 0; left <= low; left++) {
    for (let right = 0; right <= low; right++) {
      const keyColumnsAbove = left | (right << (n - edge));
      const below = keyColumns & ~keyColumnsAbove;
      if (ones(keyColumnsAbove) > half || ones(below) > half) continue;
      if (keyColumnsAbove !== Math.min(...splitOrbit(n, keyColumnsAbove, keyColumns))) continue;
      yield { keyColumns, keyColumnsAbove };
    }
  }
}
