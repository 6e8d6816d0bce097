/**
 * Figures of boards that take too long to count in the page. test/page/figures.long.test.ts checks them by other methods:
 * exactly if that takes a few seconds, otherwise with a sample.
 */

/** Dots of the search tree by n: exact up to 16 (OEIS A319283 without the root), estimated by the plan for 20. */
export const TREE_SIZES: readonly (readonly [n: number, dots: string])[] = [
  [8, '2,056'],
  [16, '1,141,190,302'],
  [20, 'about 3.8 trillion'],
];

/** Dots in the first eight rows of the tree of 16 queens. The halves need only these. */
export const HALF_TREE_OF_16 = 20_325_942;

/** For 16 queens, the number of solutions divided by the number that the rule of step 2 picks. */
export const PICKED_OF_16 = 6.6;

/** Mean length of a list for 20 queens, without a band and with a band of three rows. From a sample. */
export const LIST_LENGTHS_OF_20 = { plain: 40_000, banded: 360 };

/** Fewest and most diagonals that need a bit in a key, of all the ways to fill the band for 20 queens. */
export const KEY_BITS_OF_20 = { least: 27, most: 31 };

/** Amounts of work for one n. */
export interface Work {
  readonly n: number;
  /** Queens that backtracking places: the dots of its tree. */
  readonly placed: number;
  /** Pairs of halves with matching columns, if the board is cut in the middle. */
  readonly pairs: number;
  /** Pairs of halves with the band, for one image of eight. */
  readonly compared: number;
  /** Questions. Each compares one half with up to 128 halves. (The kernel compares the last few halves one by one.) */
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

/** The kernel counted pairs and questions, and all halves were made. The first two figures are from samples. */
export const WORK_OF_20: Work = {
  n: 20,
  placed: 3.8e12,
  pairs: 2.48e14,
  compared: 2_245_920_571_343,
  asked: 19_133_729_662,
  made: 9_887_035_551,
};

/** Instructions for a question, counted in the source of the join's inner loop. */
export const INSTRUCTIONS_PER_QUESTION = 20;

/**
 * Shares of the counting time for 20 queens, from a profile of the kernel (`node --cpu-prof`, 2026-11-25). Lists include
 * the filters for the last band queen, tables the bit matrices and the masks that are cut for them. Only the sum is tested.
 */
export const TIME_SHARES = { lists: 0.471, tables: 0.126, questions: 0.403 };

/** Formats an amount. From a million up, it is rounded to three digits: `379 million`. */
export function inWords(amount: number): string {
  const isLarge = amount >= 1e6;
  return amount.toLocaleString(
    'en',
    isLarge ? { notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 3 } : {},
  );
}
