// Estimates of what a meet-in-the-middle subproblem costs, in microseconds of one thread of a 2.4 GHz server of 2026.
// The plan needs their ratios, so that most expensive first keeps all threads busy to the end; a forecast compares boards.
// `node scripts/bench/costs.mjs` measures subproblems, fits the figures and writes them to cost-figures.ts.

import { columnAt, ones } from './column-masks.js';
import { LARGEST_MEASURED, LEAST_MEASURED, WIDE_FIGURES } from './cost-figures.js';
import type { WideSubproblem } from './subproblem.js';
import { givenQueens, givenRows, listsHaveCells, possibleColumns, type Queen } from './wide-band.js';
import { type LastQueen, rulesFor, type SideRules } from './wide-rules.js';

/** How strongly the length of a list follows the share of columns that its rows allow. */
const BY_ALLOWED_SHARE = 0.8;
/** How strongly it follows the share of rows that allow a required column. */
const BY_REQUIRED_SHARE = 0.8;

/** Ways to place the rest of a band are estimated from this many, chosen at random. */
const WALKS = 4;

/** Estimated cost of a wide subproblem, a whole number from 1. */
export function wideCost(subproblem: WideSubproblem): number {
  const figures = WIDE_FIGURES[Math.min(Math.max(subproblem.n, LEAST_MEASURED), LARGEST_MEASURED)] ?? [];
  const amounts = wideAmounts(subproblem);
  return Math.max(1, Math.round(figures.reduce((sum, figure, i) => sum + figure * (amounts[i] ?? 0), 0)));
}

/**
 * What a wide subproblem has to do: ways to place the rest of its band, lists with one row to go to build, lists to filter,
 * pairs of lists to join. Lists are counted in units of a side whose rows allow every column.
 *
 * Where not all queens of the band are given, some ways to place the others are tried, and the ways are estimated from the
 * choices they had (Knuth's method, see tree-size.ts); which ways depends on the given queens alone.
 */
export function wideAmounts(subproblem: WideSubproblem): readonly [number, number, number, number] {
  const { queens, ways } = tryBand(subproblem);
  const rules = queens && rulesFor(subproblem, queens);
  if (!rules) return [ways, 0, 0, 0];
  const { free, pattern, above, below, lastQueens } = rules;
  const freeColumns = ones(free);
  const freeAbove = above.rows - ones(above.required);
  let splits = 0;
  for (const { column } of lastQueens) {
    const isFree = (free & (1 << column)) !== 0;
    splits += isFree ? binomial(freeColumns - 1, freeAbove) : binomial(freeColumns, freeAbove + 1);
  }
  const [lengthAbove, lengthBelow] = [relativeLength(above, free), relativeLength(below, free)];
  const patterns = listsHaveCells(subproblem) ? ones(pattern) : 0;
  const others = freeColumns - patterns;
  const built =
    lengthAbove * listsBuiltAbove(above, patterns ? lastQueens : [], pattern, patterns, others) +
    lengthBelow * listsBuilt(below.rows, ones(below.required), patterns, others);
  const filtered = (splits * (lengthAbove + lengthBelow)) / 2;
  return [ways, ways * built, ways * filtered, ways * splits * lengthAbove * lengthBelow];
}

/** A way to place all queens of the band but the last, none if every try failed, and an estimate of how many there are. */
function tryBand(subproblem: WideSubproblem): { readonly queens: readonly Queen[] | undefined; readonly ways: number } {
  const rows = givenRows(subproblem);
  const given = givenQueens(subproblem);
  if (given.length === rows.length) return { queens: given, ways: 1 };
  const random = randomNumbers(subproblem);
  let found: readonly Queen[] | undefined;
  let total = 0;
  for (let walk = 0; walk < WALKS; walk++) {
    const queens = [...given];
    let ways = 1;
    for (const row of rows.slice(given.length)) {
      const columns = possibleColumns(subproblem, queens, row);
      const choices = ones(columns);
      ways *= choices;
      if (ways === 0) break;
      queens.push({ row, column: columnAt(columns, random(choices)) });
    }
    total += ways;
    if (ways > 0) found ??= queens;
  }
  return { queens: found, ways: total / WALKS };
}

/** A linear congruential generator, seeded by what is given: it returns a whole number from 0 to below - 1. */
function randomNumbers({ queens, keyColumnsBelow }: WideSubproblem): (below: number) => number {
  let state = queens.reduce((hash, column) => (hash * 31 + column) >>> 0, keyColumnsBelow + 1);
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * Lists with one row to go of a side that must use `required` columns, all told. Lists with cells are built for each pattern of
 * columns on the side: those of all sets that lack one of the other columns, or one of the given ones.
 */
function listsBuilt(rows: number, required: number, patterns: number, others: number): number {
  let built = 0;
  for (let inPattern = 0; inPattern <= patterns; inPattern++) {
    const given = required + inPattern;
    const lists = binomial(others, rows - given - 1) + given * binomial(others, rows - given);
    built += binomial(patterns, inPattern) * lists;
  }
  return built;
}

/** The same of the side above, where lists with cells are rebuilt for each place of the last band queen on a given column. */
function listsBuiltAbove(
  { rows, required }: SideRules,
  lastQueens: readonly LastQueen[],
  pattern: number,
  patterns: number,
  others: number,
): number {
  let built = listsBuilt(rows, ones(required), patterns, others);
  for (const { column } of lastQueens) {
    if (pattern & (1 << column)) built += listsBuilt(rows, ones(required), patterns - 1, others);
    if (required & (1 << column)) built += listsBuilt(rows, ones(required) - 1, patterns, others);
  }
  return built;
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
  for (let rest = required; rest !== 0; rest &= rest - 1) {
    const column = rest & -rest;
    let rowsAllowing = 0;
    for (const columns of allowed) if (columns & column) rowsAllowing++;
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
