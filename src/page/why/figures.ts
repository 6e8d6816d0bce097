/**
 * Figures of boards that take too long to count in the page. test/page/figures.test.ts computes them in another way: exactly
 * if that takes only seconds, otherwise from a sample.
 */

/** Dots of backtracking's tree, by n: exact up to 16 (OEIS A319283 without the root), for 20 the plan's estimate. */
export const TREE_SIZES: readonly (readonly [n: number, dots: string])[] = [
  [8, '2,056'],
  [16, '1,141,190,302'],
  [20, 'about 3.8 trillion'],
];

/** Dots in the first eight rows of the tree of 16 queens: all that its halves need. */
export const HALF_TREE_OF_16 = 20_325_942;

/** One solution of 16 queens in so many is picked by the rule of step 2. */
export const PICKED_OF_16 = 6.6;

/** Halves of an average list for 20 queens, without a band and with one of two rows: from a sample. */
export const LIST_LENGTHS_OF_20 = { plain: 40_000, banded: 1_300 };

/** Amounts of work for one n. */
export interface Work {
  readonly n: number;
  /** Queens that backtracking places: the dots of its tree. */
  readonly placed: number;
  /** Pairs of halves on columns that go together, with the board cut in the middle. */
  readonly pairs: number;
  /** Pairs left with the band, and one image of eight. */
  readonly compared: number;
  /** Questions to a table of 128 halves. */
  readonly asked: number;
  /** Halves made for the lists with the band. */
  readonly made: number;
}

export const WORK_OF_16: Work = {
  n: 16,
  placed: 1_141_190_302,
  pairs: 16_039_237_448,
  compared: 379_333_602,
  asked: 4_990_568,
  made: 12_797_222,
};

/** The kernel counted the compared pairs. The other figures are from samples and right to two digits. */
export const WORK_OF_20: Work = {
  n: 20,
  placed: 3.8e12,
  pairs: 2.48e14,
  compared: 5_628_431_298_239,
  asked: 3.28e10,
  made: 8.56e9,
};

/** Instructions of a question with all that belongs to it, by the source of the join's inner loop. */
export const INSTRUCTIONS_A_QUESTION = 20;

/** Nanoseconds that a question takes, measured for 20 queens. No test repeats that. */
export const NANOSECONDS_A_QUESTION = 1.14;

/** Returns an amount for reading, to three digits from a million on: `379 million`. */
export function inWords(amount: number): string {
  const isLarge = amount >= 1e6;
  return amount.toLocaleString(
    'en',
    isLarge ? { notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 3 } : {},
  );
}
