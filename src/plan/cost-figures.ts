// What costs are made of: written by `node scripts/bench/costs.mjs --write`. 2026-11-22.

/** Board sizes from the least to the largest that were measured. */
export const LEAST_MEASURED = 14;
export const LARGEST_MEASURED = 28;

/**
 * Microseconds for each of the amounts of `wideAmounts`, by n: a way to fill the band, a list to build, a list to filter,
 * a pair of lists to join.
 */
export const WIDE_FIGURES: Readonly<Record<number, readonly number[]>> = {
  14: [23.7, 0.436, 0.326, 0],
  15: [36.8, 0.65, 0.414, 0],
  16: [94.5, 0.782, 0.728, 0],
  17: [226, 1.13, 1.59, 0],
  18: [1660, 1.98, 2.32, 3.19],
  19: [661, 2.66, 3.44, 0.719],
  20: [3080, 8.82, 8.55, 3.08],
  21: [2010, 13.2, 4.91, 0],
  22: [1950, 12.9, 4.78, 0],
  23: [1910, 12.6, 4.67, 0],
  24: [1740, 11.5, 4.26, 0],
  25: [2030, 13.4, 4.96, 0],
  26: [2540, 16.8, 6.22, 0],
  27: [2380, 15.7, 5.83, 0],
  28: [2280, 15, 5.57, 0],
};
