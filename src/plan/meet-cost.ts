// Estimated costs of meet-in-the-middle subproblems. The costs set the order of counting and are used in forecasts.

import type { Cell } from '../board/attacked.js';
import { columnAt, countColumns } from '../board/masks.js';
import { givenQueens, givenRows, possibleColumns } from './band.js';
import { bandFilling, type SideRules } from './band-filling.js';
import type { MeetSubproblem } from './subproblem.js';
import { randomNumbers } from './tree-size.js';

/** The smallest board with measured costs. */
const LEAST_MEASURED = 14;

/**
 * Cost of one unit of each kind of work, by n, in microseconds of one thread of the reference machine. The units are a
 * way to fill the band, a list to build, a list to filter, and a pair of lists to join. `node scripts/bench/costs.mjs
 * --write` measures subproblems, fits these figures and writes them here. 2026-11-25 is the date of the latest update.
 */
const FIGURES: Readonly<Record<number, readonly number[]>> = {
  14: [52.2, 0.276, 0.189, 0],
  15: [56, 0.369, 0.175, 0],
  16: [97.9, 0.49, 0.423, 0],
  17: [175, 0.858, 0.799, 0],
  18: [868, 1.41, 0.844, 2.5],
  19: [2940, 0.446, 5.01, 8.81],
  20: [0, 0.759, 6.62, 0.966],
  21: [0, 2.2, 19.2, 2.8],
  22: [0, 1.56, 13.6, 1.99],
  23: [0, 1.49, 13, 1.9],
  24: [0, 5.16, 45, 6.57],
  25: [0, 3.86, 33.6, 4.91],
  26: [0, 2.98, 26, 3.8],
  27: [0, 3.2, 27.9, 4.07],
  28: [0, 2.88, 25.1, 3.67],
};

/** The length of a list is proportional to this power of the fraction of columns that each row allows. */
const ALLOWED_EXPONENT = 0.8;
/** The length of a list is proportional to this power of the fraction of rows that allow a required column. */
const REQUIRED_EXPONENT = 0.8;

/** Number of random walks to estimate in how many ways the rest of a band can be filled. */
const WALKS = 4;

/** Estimates the cost of a subproblem in milliseconds, rounded to a microsecond, and at least 0.001. */
export function meetCost(subproblem: MeetSubproblem): number {
  const figures = FIGURES[Math.max(subproblem.n, LEAST_MEASURED)] ?? [];
  const amounts = workAmounts(subproblem);
  const microseconds = figures.reduce((sum, figure, i) => sum + figure * (amounts[i] ?? 0), 0);
  return Math.max(1, Math.round(microseconds)) / 1000;
}

/**
 * Estimates the amounts of work in a subproblem: ways to fill the rest of its band, lists to build, lists to filter,
 * and pairs of lists to join. A list to build holds halves with all rows of a side except the last. Each list counts
 * by its length, relative to a list of a side whose rows allow every column.
 *
 * If some band queens are not given, random walks through their rows estimate the number of ways (Knuth's method, see
 * tree-size.ts). The walks depend only on the subproblem, so all machines get the same estimate.
 */
export function workAmounts(subproblem: MeetSubproblem): readonly [number, number, number, number] {
  const { queens, ways } = sampleBand(subproblem);
  const filling = queens && bandFilling(subproblem, queens);
  if (!filling) return [ways, 0, 0, 0];
  const { free, above, below, lastQueens } = filling;
  const freeColumns = countColumns(free);
  const freeAbove = above.rows - countColumns(above.required);
  let splits = 0;
  for (const { column } of lastQueens) {
    const isFree = (free & (1 << column)) !== 0;
    splits += isFree ? binomial(freeColumns - 1, freeAbove) : binomial(freeColumns, freeAbove + 1);
  }
  const [lengthAbove, lengthBelow] = [relativeLength(above, free), relativeLength(below, free)];
  const built = lengthAbove * listsBuilt(above, freeColumns) + lengthBelow * listsBuilt(below, freeColumns);
  const filtered = (splits * (lengthAbove + lengthBelow)) / 2;
  return [ways, ways * built, ways * filtered, ways * splits * lengthAbove * lengthBelow];
}

/** Returns a random way to place all band queens except the last, if a walk finds one, and the estimated number of ways. */
function sampleBand(subproblem: MeetSubproblem): { queens: readonly Cell[] | undefined; ways: number } {
  const rows = givenRows(subproblem);
  const given = givenQueens(subproblem);
  if (given.length === rows.length) return { queens: given, ways: 1 };
  const { queens, splitColumnsBelow } = subproblem;
  const random = randomNumbers(queens.reduce((hash, column) => (hash * 31 + column) >>> 0, splitColumnsBelow + 1) || 1);
  let found: readonly Cell[] | undefined;
  let total = 0;
  for (let walk = 0; walk < WALKS; walk++) {
    const filled = [...given];
    let ways = 1;
    for (const row of rows.slice(given.length)) {
      const columns = possibleColumns(subproblem, filled, row);
      const choices = countColumns(columns);
      ways *= choices;
      if (ways === 0) break;
      filled.push({ row, column: columnAt(columns, random(choices)) });
    }
    total += ways;
    if (ways > 0) found ??= filled;
  }
  return { queens: found, ways: total / WALKS };
}

/** Counts the lists to build for a side. Their column sets have one column less than the side has rows. */
function listsBuilt({ rows, required }: SideRules, freeColumns: number): number {
  const given = countColumns(required);
  return binomial(freeColumns, rows - given - 1) + given * binomial(freeColumns, rows - given);
}

/** Estimates the mean length of a side's lists, relative to a side whose rows allow every column. */
function relativeLength({ required, allowed }: SideRules, free: number): number {
  const available = free | required;
  let allowedProduct = 1;
  let averageRows = 0;
  for (const columns of allowed) {
    const fraction = Math.max(countColumns(columns & available), 0.1) / countColumns(available);
    allowedProduct *= fraction;
    averageRows += fraction;
  }
  let requiredProduct = 1;
  for (let rest = required; rest !== 0; rest &= rest - 1) {
    const column = rest & -rest;
    let rowsAllowing = 0;
    for (const columns of allowed) if (columns & column) rowsAllowing++;
    if (rowsAllowing === 0) return 0; // no half can use this column
    requiredProduct *= rowsAllowing / Math.max(averageRows, 0.1);
  }
  return allowedProduct ** ALLOWED_EXPONENT * requiredProduct ** REQUIRED_EXPONENT;
}

function binomial(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  let ways = 1;
  for (let i = 0; i < k; i++) ways = (ways * (n - i)) / (i + 1);
  return ways;
}
