import { allColumns, countColumns, type Masks, masksOf } from '../board/masks.js';

/**
 * Estimates the number of queens that a backtracking search places to complete a prefix.
 *
 * Method: D. E. Knuth, "Estimating the Efficiency of Backtrack Programs" (1975). A probe is a random walk down the
 * tree. In each row, the product of the numbers of choices so far estimates the number of nodes, and the mean over all
 * walks is unbiased. The random numbers have a fixed seed, so the estimate is the same on every machine.
 *
 * @param walks number of random walks. More walks give better estimates.
 * @returns a whole number from 1.
 */
export function estimatePlacements(n: number, prefix: readonly number[], walks: number): number {
  const random = randomNumbers(0x2545f491);
  const all = allColumns(n);
  const start = masksOf(prefix);
  let total = 0;
  for (let probe = 0; probe < walks; probe++) total += walkDown(all, start, random);
  return Math.max(1, Math.round(total / walks));
}

/** Returns the estimate of one random walk: the sum of the products of choices over all rows. */
function walkDown(all: number, { columns, falling, rising }: Masks, random: (below: number) => number): number {
  let nodes = 0;
  let product = 1;
  for (;;) {
    let free = all & ~(columns | falling | rising);
    const choices = countColumns(free);
    if (choices === 0) return nodes;
    product *= choices;
    nodes += product;
    for (let skip = random(choices); skip > 0; skip--) free &= free - 1;
    const queen = free & -free;
    columns |= queen;
    falling = (falling | queen) << 1;
    rising = (rising | queen) >>> 1;
  }
}

/**
 * Makes a random number generator (Marsaglia's xorshift32) for whole numbers from 0 to below - 1.
 *
 * @param seed a whole number other than 0.
 */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}
