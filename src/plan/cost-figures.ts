// What costs are made of: written by `node scripts/bench/costs.mjs --write`. 2026-11-22.

/** Board sizes from the least to the largest that were measured. */
export const LEAST_MEASURED = 14;
export const LARGEST_MEASURED = 28;

/**
 * Microseconds for each of the amounts of `wideAmounts`, by n: a way to fill the band, a list to build, a list to filter,
 * a pair of lists to join.
 */
export const WIDE_FIGURES: Readonly<Record<number, readonly number[]>> = {
  14: [30.2, 0.55, 0.241, 0],
  15: [46.4, 0.719, 0.319, 0],
  16: [123, 0.928, 0.726, 0],
  17: [226, 1.4, 1.29, 0.148],
  18: [1720, 3.18, 1.4, 5.28],
  19: [7210, 2.31, 10.6, 2.82],
  20: [36300, 2.47, 22, 35.6],
  21: [34300, 3.7, 25.1, 21.4],
  22: [35800, 3.86, 26.1, 22.4],
  23: [31000, 3.35, 22.7, 19.4],
  24: [38500, 4.16, 28.2, 24.1],
  25: [506, 16.8, 6.37, 0],
  26: [649, 21.5, 8.17, 0],
  27: [648, 21.5, 8.17, 0],
  28: [789, 26.1, 9.9, 0],
};
