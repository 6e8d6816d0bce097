// Estimates of what a meet-in-the-middle subproblem costs, in microseconds of one thread of a 2.4 GHz server of 2026.
// The plan needs their ratios, so that most expensive first keeps all threads busy to the end; a forecast compares boards.

import { mirror, ones } from './column-masks.js';
import type { PlainSubproblem, WideSubproblem } from './subproblem.js';
import { givenRows, isPossible, type Queen } from './wide-band.js';
import { rulesFor, type SideRules, type WideRules } from './wide-rules.js';

/** What a wide subproblem takes: to join two average lists, and to list the half placements of a node, in microseconds. */
interface WideFigures {
  readonly join: number;
  readonly build: number;
}

// Both are fitted for each n to the CPU times of up to 120 subproblems without and with two or three key columns, on a
// busy machine (2026-11-22): their ratios matter. The estimates scatter about the times by a factor of 1.25 to 1.9 (one
// standard deviation). Boards from 22 on have the halves of 21, with more rows in the band.
const WIDE: Readonly<Record<number, WideFigures>> = {
  14: { join: 0.3, build: 2000 },
  15: { join: 0.36, build: 3700 },
  16: { join: 2.5, build: 1400 },
  17: { join: 5, build: 1300 },
  18: { join: 10.6, build: 10_000 },
  19: { join: 17.6, build: 1300 },
  20: { join: 40, build: 0 },
  21: { join: 84, build: 4700 },
};
const MOST_TIMED = 21;
/** Boards smaller than those that were timed: slightly too expensive. */
const SMALL: WideFigures = { join: 0.3, build: 300 };

/** How strongly the length of a list follows the share of columns that its rows allow. */
const BY_ALLOWED_SHARE = 0.8;
/** How strongly it follows the share of rows that allow a required column. */
const BY_REQUIRED_SHARE = 0.8;

/**
 * Estimated cost of a wide subproblem, a whole number from 1. Where not all queens of the band are given, one way to place
 * the others is tried, and the ways are estimated from the choices it had (Knuth's method, see tree-size.ts); which way
 * depends on the given queens alone.
 */
export function wideCost(subproblem: WideSubproblem): number {
  const { n } = subproblem;
  const { join, build } = WIDE[Math.min(n, MOST_TIMED)] ?? SMALL;
  const { queens, ways } = tryBand(subproblem);
  const rules = ways > 0 ? rulesFor(subproblem, queens) : undefined;
  return rules ? Math.max(1, Math.round(ways * (join * averageJoins(rules) + build))) : 1;
}

function tryBand(subproblem: WideSubproblem): { readonly queens: readonly Queen[]; readonly ways: number } {
  const queens: Queen[] = [];
  let ways = 1;
  let seed = subproblem.queens.reduce((hash, column) => (hash * 31 + column) >>> 0, subproblem.keyColumnsBelow + 1);
  for (const row of givenRows(subproblem)) {
    const given = subproblem.queens[queens.length];
    if (given !== undefined) {
      queens.push({ row, column: given });
      continue;
    }
    const choices: Queen[] = [];
    for (let column = 0; column < subproblem.n; column++) {
      if (isPossible(subproblem, [...queens, { row, column }])) choices.push({ row, column });
    }
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    const choice = choices[(seed >>> 16) % Math.max(choices.length, 1)];
    ways *= choices.length;
    if (!choice) break;
    queens.push(choice);
  }
  return { queens, ways };
}

/** How many joins of two average lists all places of the last band queen and all splits of the columns come to. */
function averageJoins({ free, above, below, lastQueens }: WideRules): number {
  const freeAbove = above.rows - ones(above.required);
  let splits = 0;
  for (const { column } of lastQueens) {
    const isFree = (free & (1 << column)) !== 0;
    splits += isFree ? binomial(ones(free) - 1, freeAbove) : binomial(ones(free), freeAbove + 1);
  }
  return splits * relativeLength(above, free) * relativeLength(below, free);
}

/** Average length of the lists of a side, relative to a side whose rows allow every column. */
function relativeLength({ required, allowed }: SideRules, free: number): number {
  const available = free | required;
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
    const rowsAllowing = allowed.filter((columns) => columns & bit).length;
    if (rowsAllowing === 0) return 0; // there is no such half placement
    requiredShares *= rowsAllowing / Math.max(averageRows, 0.1);
  }
  return allShares ** BY_ALLOWED_SHARE * requiredShares ** BY_REQUIRED_SHARE;
}

function binomial(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
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
