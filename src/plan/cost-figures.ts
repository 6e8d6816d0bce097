// What costs are made of: written by `node scripts/bench/costs.mjs --write`. 2026-11-22.

/** Board sizes from the least to the largest that were measured. */
export const LEAST_MEASURED = 14;
export const LARGEST_MEASURED = 28;

/**
 * Microseconds for each of the amounts of `wideAmounts`, by n: a way to fill the band, a list to build, a list to filter,
 * a pair of lists to join.
 */
export const WIDE_FIGURES: Readonly<Record<number, readonly number[]>> = {
  14: [23, 0.376, 0.215, 0],
  15: [34.4, 0.45, 0.277, 0],
  16: [76.8, 0.663, 0.554, 0],
  17: [167, 1.12, 0.956, 0],
  18: [1540, 1.56, 1.45, 2.43],
  19: [4170, 1.76, 8.49, 1.65],
  20: [22900, 1.18, 19.7, 27.3],
  21: [32100, 1.49, 19.2, 17.2],
  22: [33600, 1.56, 20.1, 18],
  23: [29400, 1.36, 17.6, 15.7],
  24: [35400, 1.64, 21.2, 19],
  25: [341, 9.51, 3.34, 44.6],
  26: [440, 12.3, 4.32, 57.6],
  27: [439, 12.3, 4.31, 57.5],
  28: [529, 14.8, 5.19, 69.3],
};
