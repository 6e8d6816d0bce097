/** OEIS A319284: numbers of ways to place the first r of n queens, r = 0 to n, by n. */
export const A319284: Readonly<Record<number, readonly number[]>> = {
  8: [1, 8, 42, 140, 344, 568, 550, 312, 92],
  10: [1, 10, 72, 364, 1400, 3916, 7552, 9632, 7828, 4040, 724],
  12: [1, 12, 110, 756, 4080, 16852, 52856, 120104, 195270, 222720, 160964, 68264, 14200],
  16: [
    1, 16, 210, 2236, 19688, 141812, 838816, 3998456, 15324708, 46358876, 108478966, 193892860, 260303408, 253897632,
    171158018, 72002088, 14772512,
  ],
};

/** OEIS A319283: sums of A319284 over r, n = 0 to 19. */
export const A319283 = [
  1, 2, 3, 6, 17, 54, 153, 552, 2057, 8394, 35539, 166926, 856189, 4674890, 27358553, 171129072, 1141190303, 8017021932,
  59365844491, 461939618824,
];

/**
 * Returns the number of queens that backtracking places below the second row, for n of at least 2: the work of
 * `bitmask` at depth 2.
 */
export function placedBelowSecondRow(n: number): bigint {
  return BigInt((A319283[n] ?? Number.NaN) - 1 - n - (n - 1) * (n - 2));
}
