import { checkBand, isPossibleBand } from './band.js';
import { ones, subsets } from './column-masks.js';
import { bandedCost } from './meet-cost.js';
import type { BandedSubproblem, Sieve } from './subproblem.js';

/** How the banded variant cuts the work; every choice gives the same sum. */
export interface BandedCut {
  /** Rows of the band above and below the middle row. Without a sieve keys need bandAbove + bandBelow >= n - 18. */
  readonly bandAbove: number;
  readonly bandBelow: number;
  /** How many queens of the band a subproblem gives, from 1 to all; the kernel tries every place for the others. */
  readonly givenQueens: number;
  /** Columns (a mask) for which a subproblem says to which side they belong. */
  readonly keyColumns: number;
  readonly sieve?: Sieve | undefined;
}

/**
 * All subproblems of the banded variant, for n from 5. Together they stand for every solution exactly once, by weights
 * that the kernel applies.
 *
 * @param memory bytes that a subproblem may take, all told.
 * @throws RangeError for a band that does not suit n.
 */
export function bandedSubproblems(n: number, cut: BandedCut, memory: number): BandedSubproblem[] {
  const { bandAbove, bandBelow, sieve } = cut;
  return Array.from(bandedGivens(n, cut), ({ queens, keyColumns, keyColumnsAbove }) => {
    const subproblem: BandedSubproblem = {
      algorithm: 'meet',
      variant: 'banded',
      id: [`banded-${n}-${bandAbove}${bandBelow}`, queens.join('.'), keyColumnsAbove.toString(16)].join('-'),
      n,
      weight: 1,
      cost: 1,
      memory,
      bandAbove,
      bandBelow,
      queens,
      keyColumns,
      keyColumnsAbove,
      ...(sieve && { sieve }),
    };
    return { ...subproblem, cost: bandedCost(subproblem) };
  });
}

type BandedGiven = Pick<BandedSubproblem, 'queens' | 'keyColumns' | 'keyColumnsAbove'>;

/** What is given in the subproblems of a cut, each once. @throws RangeError for a band that does not suit n. */
export function* bandedGivens(n: number, cut: BandedCut): Generator<BandedGiven> {
  const { bandAbove, bandBelow } = cut;
  checkBand({ n, ...cut });
  const rowsAbove = Math.floor(n / 2) - bandAbove;
  const rowsBelow = n - 1 - Math.floor(n / 2) - bandBelow;
  const bandRows = 1 + bandAbove + bandBelow;
  const given = Math.min(cut.givenQueens, bandRows);

  function* place(queens: readonly number[]): Generator<BandedGiven> {
    if (!isPossibleBand(n, bandAbove, bandBelow, queens)) return;
    if (queens.length < given) {
      for (let column = 0; column < n; column++) yield* place([...queens, column]);
      return;
    }
    const keyColumns = queens.reduce((mask, column) => mask & ~(1 << column), cut.keyColumns);
    for (const keyColumnsAbove of subsets(keyColumns)) {
      if (ones(keyColumnsAbove) > rowsAbove) continue;
      if (ones(keyColumns & ~keyColumnsAbove) > rowsBelow + bandRows - given) continue; // the band may take some
      yield { queens, keyColumns, keyColumnsAbove };
    }
  }
  for (let column = Math.floor(n / 2); column < n; column++) yield* place([column]);
}
