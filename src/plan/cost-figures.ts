// What costs are made of: written by `node scripts/bench/costs.mjs --write`. 2026-11-23.

/** Board sizes from the least to the largest that were measured. */
export const LEAST_MEASURED = 14;
export const LARGEST_MEASURED = 28;

/**
 * Microseconds for each of the amounts of `wideAmounts`, by n: a way to fill the band, a list to build, a list to filter,
 * a pair of lists to join.
 */
export const WIDE_FIGURES: Readonly<Record<number, readonly number[]>> = {
  14: [18.7, 0.242, 0.201, 0],
  15: [24.7, 0.3, 0.245, 0],
  16: [48.1, 0.522, 0.47, 0],
  17: [110, 0.871, 0.794, 0.0103],
  18: [1120, 1.21, 1.3, 2],
  19: [2230, 0.694, 6.84, 2.49],
  20: [8410, 0.57, 16.7, 20],
  21: [15200, 0.748, 14, 20.3],
  22: [15300, 0.75, 14.1, 20.3],
  23: [13900, 0.684, 12.8, 18.5],
  24: [15500, 0.762, 14.3, 20.6],
  25: [275, 6.7, 3.33, 20.8],
  26: [364, 8.87, 4.41, 27.6],
  27: [364, 8.86, 4.41, 27.6],
  28: [457, 11.1, 5.54, 34.6],
};
