// Estimates of what a meet-in-the-middle subproblem costs, in microseconds of one thread of a 2.4 GHz server of 2026.
// The plan needs their ratios, so that most expensive first keeps all threads busy to the end; a forecast compares boards.

import { type BandedRules, bandedRules, type SideRules } from './banded-rules.js';
import { mirror, ones } from './column-masks.js';
import type { BandedSubproblem, PlainSubproblem } from './subproblem.js';

// What a subproblem takes is what its pairs of lists take, which grows with their average length, and what its lists
// take to build, which every subproblem does for itself. Both are fitted for each n to the times of 36 to 750
// subproblems of plans for 1, 8 and 64 threads (2026-11-21); the estimates scatter about the times by a factor of 1.15
// to 1.25 (one standard deviation). With a sieve it is 1.2 for n = 19 (458 subproblems of 2 to 6 key columns), 1.3 for
// 21 (150 of 9 and 11) and 1.6 for 23 (70 of 15 and 17); they were timed on a quieter machine, and scaled by the times
// of other boards, which differ by 15 %. Of n = 24 only 2 were timed: its total is a guess. n = 18, 20 and 22, which the
// plain variant counts, lie between their neighbours.
interface BandedFigures {
  /** Microseconds to join two average lists. */
  readonly join: number;
  /** Microseconds that a subproblem takes besides; with a sieve, one without key columns. */
  readonly build: number;
  /** What part of that the joins take where no key columns are given: each list is in more of them. */
  readonly whole: number;
}

const BANDED: Readonly<Record<number, BandedFigures>> = {
  14: { join: 4.6, build: 35, whole: 0.5 },
  15: { join: 5, build: 65, whole: 0.7 },
  16: { join: 12, build: 130, whole: 0.55 },
  17: { join: 23, build: 240, whole: 0.78 },
  18: { join: 33, build: 1700, whole: 1 },
  19: { join: 184, build: 62_000, whole: 1 },
  20: { join: 49, build: 27_000, whole: 1 },
  21: { join: 2330, build: 101_000, whole: 1 },
  22: { join: 50, build: 59_000, whole: 1 },
  23: { join: 41_000, build: 31_000, whole: 1 },
  24: { join: 10, build: 59_000, whole: 1 },
};
/** Boards smaller than those that were timed: a little dear. */
const SMALL: BandedFigures = { join: 4.6, build: 35, whole: 0.5 };

/** How strongly the length of a list follows the share of columns that its rows allow. */
const BY_ALLOWED_SHARE = 0.39;
/** How strongly it follows the share of rows that allow a required column. */
const BY_REQUIRED_SHARE = 0.43;

/** With a sieve: what a key column leaves of the time that lists take to build. */
const BUILD_LEFT = 0.65;

/** Estimated cost of a banded subproblem, a whole number from 1. Rows without a queen given count by the first way. */
export function bandedCost(subproblem: BandedSubproblem): number {
  const first = bandedRules(subproblem).next();
  if (first.done) return 1;
  const { join, build, whole } = BANDED[subproblem.n] ?? SMALL;
  const perJoin = subproblem.keyColumns === 0 ? join * whole : join;
  const openRows = 1 + subproblem.bandAbove + subproblem.bandBelow - subproblem.queens.length;
  const ways = (subproblem.n / 2) ** openRows;
  const ownBuild = subproblem.sieve ? build * BUILD_LEFT ** ones(subproblem.keyColumns) : build;
  return Math.max(1, Math.round(perJoin * ways * averageJoins(first.value.rules) + ownBuild));
}

/** How many joins of two average lists all splits of the columns come to. */
function averageJoins({ free, above, below, splitsWeigh }: BandedRules): number {
  const splits = binomial(ones(free), above.rows - ones(above.required));
  // Of the splits with weights of their own, one in four is joined.
  return splits * (splitsWeigh ? 1 / 4 : 1) * relativeLength(above, free) * relativeLength(below, free);
}

/** Average length of the lists of a side, relative to a side whose rows allow every column. */
function relativeLength({ rows, required, allowed }: SideRules, free: number): number {
  const available = free | required;
  if (rows === 0) return 1;
  let allShares = 1;
  let averageRows = 0;
  for (const columns of allowed) {
    const share = Math.max(ones(columns & available), 0.1) / ones(available);
    allShares *= share;
    averageRows += share;
  }
  let requiredShares = 1;
  for (let bit = 1; bit <= required; bit *= 2) {
    if (!(required & bit)) continue;
    let rowsAllowing = 0;
    for (const columns of allowed) if (columns & bit) rowsAllowing++;
    if (rowsAllowing === 0) return 0; // there is no such half placement
    requiredShares *= rowsAllowing / Math.max(averageRows, 0.1);
  }
  return allShares ** BY_ALLOWED_SHARE * requiredShares ** BY_REQUIRED_SHARE;
}

function binomial(n: number, k: number): number {
  let ways = 1;
  for (let i = 0; i < k; i++) ways = (ways * (n - i)) / (i + 1);
  return ways;
}

// The plain variant's are fitted to the times of 500 subproblems of n = 18 (6, 8 and 10 key columns) and 20 (12); the
// estimates scatter by a factor of 1.16 (2026-11-21). Key columns that alternate between the halves cost most.

/** Estimated cost of a plain subproblem, a whole number from 1. */
export function plainCost({ n, keyColumns, keyColumnsAbove: above }: PlainSubproblem): number {
  const below = keyColumns & ~above;
  const count = ones(keyColumns);
  const orbit = new Set([above, below, mirror(n, above), mirror(n, below)]).size; // of two splits one is skipped, else
  const left = 2 ** (count / 2) - 1;
  const imbalance = ones(above) - count / 2;
  const alike = pairsAlike(above, below, left, 1) + pairsAlike(mirror(n, above), mirror(n, below), left, 1);
  const alike2 = pairsAlike(above, below, left, 2) + pairsAlike(mirror(n, above), mirror(n, below), left, 2);
  const lopsided = Math.abs(ones(above & left) - ones(above & ~left));
  const logarithm =
    4.65 +
    1.8 * (n - 18) -
    0.58 * (count - 6) +
    0.75 * Math.log(orbit) -
    0.2 * imbalance ** 2 -
    0.04 * alike -
    0.03 * alike2 -
    0.13 * lopsided;
  return Math.max(1, Math.round(1000 * Math.exp(logarithm)));
}

/** Pairs of columns of `edge`, `distance` apart, that belong to the same half. */
function pairsAlike(above: number, below: number, edge: number, distance: number): number {
  const inAbove = above & edge;
  const inBelow = below & edge;
  return ones(inAbove & (inAbove >> distance)) + ones(inBelow & (inBelow >> distance));
}
