// What costs are made of: written by `node scripts/bench/costs.mjs --write`. 2026-11-22.

/** Board sizes from the least to the largest that were measured. */
export const LEAST_MEASURED = 14;
export const LARGEST_MEASURED = 28;

/**
 * Microseconds of the wide variant for each of the amounts of `wideAmounts`, by n: a way to fill the band, a list to build,
 * a list to filter, a pair of lists to join.
 */
export const WIDE_FIGURES: Readonly<Record<number, readonly number[]>> = {
  14: [38.6, 0.418, 0.32, 0],
  15: [55.9, 0.731, 0.519, 0],
  16: [153, 0.706, 0.845, 0],
  17: [450, 0.951, 1.13, 1.42],
  18: [4450, 1.57, 1.87, 5.11],
  19: [871, 3.68, 0, 14.1],
  20: [5140, 9.58, 8.74, 4.4],
  21: [326, 13.4, 0.65, 25.3],
  22: [392, 16.2, 0.781, 30.4],
  23: [454, 18.7, 0.905, 35.2],
  24: [536, 22.1, 1.07, 41.6],
  25: [494, 20.3, 0.984, 38.3],
  26: [724, 29.8, 1.44, 56.1],
  27: [396, 16.3, 0.789, 30.7],
  28: [940, 38.7, 1.87, 72.8],
};

/** The plain variant's costs were fitted for n = 18 and 20; this makes them those of n = 22. */
export const PLAIN_SCALE = 1.36;
