// What costs are made of: written by `node scripts/bench/costs.mjs --write`. 2026-11-22.

/** Board sizes from the least to the largest that were measured. */
export const LEAST_MEASURED = 14;
export const LARGEST_MEASURED = 21;

/**
 * Microseconds of the wide variant for each of the amounts of `wideAmounts`, by n: a way to fill the band, a list to build,
 * a list to filter, a pair of lists to join.
 */
export const WIDE_FIGURES: Readonly<Record<number, readonly number[]>> = {
  14: [28.5, 0.462, 0.364, 0],
  15: [48.7, 0.644, 0.432, 0.317],
  16: [128, 0.736, 1.07, 0],
  17: [192, 2.46, 1.24, 0.769],
  18: [1980, 2.52, 1.88, 6.33],
  19: [1200, 3.06, 4.31, 0.54],
  20: [7280, 7.72, 6.59, 27.1],
  21: [5000, 10, 6, 30],
};

/** The plain variant's costs were fitted for n = 18 and 20; this makes them those of n = 22. */
export const PLAIN_SCALE = 1.2;
