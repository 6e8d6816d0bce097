// Estimates the costs of meet-in-the-middle subproblems. Costs decide the order of counting and are used in forecasts.

import { columnsOf, countColumns } from '../board/masks.js';
import type { Cell } from '../board/placement.js';
import { givenQueens, givenRows, possibleColumns } from '../meet/band.js';
import { createBandFilling, type SideRules } from '../meet/band-filling.js';
import type { MeetBoard } from '../meet/board.js';
import { withQueens } from '../meet/smaller-boards.js';
import { randomNumbers, randomWalk } from './tree-size.js';

const MIN_MEASURED_N = 14;

/**
 * Cost of one unit of each kind of work, by n, in microseconds on one thread of the reference machine. The units are a
 * way to fill the band, a list to build, a list to filter, and a pair of lists to join. `node scripts/bench/costs.mjs
 * --write` measures subproblems, fits these costs to the times and writes them here. 2026-11-26 is the date of the
 * latest update. Since then, the bands for n = 26 and 27 have lost a row, and these costs were scaled by the measured
 * effect: 20 random fillings each took 0.655 and 0.82 times as long (2026-11-28).
 */
const UNIT_COSTS: Readonly<Record<number, readonly number[]>> = {
  14: [42.4, 0.487, 0.122, 0],
  15: [53, 0.474, 0.181, 0],
  16: [99.1, 0.595, 0.433, 0],
  17: [155, 0.958, 0.766, 0],
  18: [1430, 0.832, 1.68, 1.87],
  19: [1190, 4.83, 4.35, 6.9],
  20: [0, 3.21, 6.25, 0.819],
  21: [0, 9.77, 19, 2.49],
  22: [0, 6.99, 13.6, 1.79],
  23: [0, 5.8, 11.3, 1.48],
  24: [0, 20.4, 39.7, 5.21],
  25: [0, 14.1, 27.5, 3.6],
  26: [0, 32.2, 62.6, 8.18],
  27: [0, 46.7, 91.1, 12],
  28: [0, 37.9, 73.9, 9.69],
};

/** Unit costs with the wider bands of version 0.2.0 (FORMER_BAND_ROWS in meet-plan.ts), by n and band rows. */
const FORMER_UNIT_COSTS: Readonly<Record<string, readonly number[]>> = {
  '26.7': [0, 10.9, 21.2, 2.77],
  '27.8': [0, 12.6, 24.6, 3.23],
};

/** A list's length is proportional to this power of the fraction of columns that each row allows. */
const ALLOWED_EXPONENT = 0.8;
/** A list's length is proportional to this power of the fraction of rows that allow a required column. */
const REQUIRED_EXPONENT = 0.8;

/** Number of random walks that estimate in how many ways the rest of a band can be filled. */
const WALKS = 4;

/** Estimates the cost of a board in milliseconds, rounded to a microsecond, and at least 0.001. */
export function meetCost(board: MeetBoard): number {
  const { n, bandRows } = board;
  const weights = FORMER_UNIT_COSTS[`${n}.${bandRows}`] ?? UNIT_COSTS[Math.max(n, MIN_MEASURED_N)] ?? [];
  const amounts = workAmounts(board);
  const microseconds = weights.reduce((sum, weight, i) => sum + weight * (amounts[i] ?? 0), 0);
  return Math.max(1, Math.round(microseconds)) / 1000;
}

/**
 * Estimates the amounts of work in a board: ways to fill the rest of its band, lists to build, lists to filter, and
 * pairs of lists to join. A list to build holds halves with all rows of a side except the last. Each list is weighted
 * by its length, relative to the lists of a side whose rows allow every column.
 *
 * If some band queens are not given, random walks through their rows estimate the number of ways to place them (Knuth's
 * method, see tree-size.ts). The walks depend only on the board, so all machines get the same estimate.
 */
export function workAmounts(board: MeetBoard): readonly [number, number, number, number] {
  const { sample, ways } = sampleBand(board);
  const filling = sample && createBandFilling(sample);
  if (!filling) return [ways, 0, 0, 0];
  const { free, above, below, lastQueens } = filling;
  const freeCount = countColumns(free);
  const freeAbove = above.rows - countColumns(above.required);
  let splits = 0;
  for (const { column } of lastQueens) {
    const isFree = (free & (1 << column)) !== 0;
    splits += isFree ? binomial(freeCount - 1, freeAbove) : binomial(freeCount, freeAbove + 1);
  }
  const [lengthAbove, lengthBelow] = [estimateRelativeLength(above, free), estimateRelativeLength(below, free)];
  const built = lengthAbove * countListsToBuild(above, freeCount) + lengthBelow * countListsToBuild(below, freeCount);
  const filtered = (splits * (lengthAbove + lengthBelow)) / 2;
  return [ways, ways * built, ways * filtered, ways * splits * lengthAbove * lengthBelow];
}

/**
 * Returns a random way to place all band queens except the last, and the estimated number of such ways. The way is
 * undefined if no walk finds one.
 */
function sampleBand(board: MeetBoard): { sample: MeetBoard | undefined; ways: number } {
  const { queens, below } = board;
  const rows = givenRows(board);
  const given = givenQueens(board);
  if (given.length === rows.length) return { sample: board, ways: 1 };
  const random = randomNumbers(queens.reduce((hash, column) => (hash * 31 + column) >>> 0, below + 1) || 1);
  const nextRow = (filled: readonly Cell[]) => rows[filled.length] ?? -1;
  const choices = (filled: readonly Cell[]) =>
    filled.length === rows.length ? 0 : possibleColumns(board, filled, nextRow(filled)) & ~below;
  const place = (filled: readonly Cell[], column: number) => [...filled, { row: nextRow(filled), column }];
  let found: readonly Cell[] | undefined;
  let total = 0;
  for (let walk = 0; walk < WALKS; walk++) {
    const { end, ends } = randomWalk(given, choices, place, random);
    if (end.length < rows.length) continue;
    total += ends;
    found ??= end;
  }
  return { sample: found && withQueens(board, found), ways: total / WALKS };
}

/** Counts the lists to build for a side: one for each column set with one column fewer than the side has rows. */
function countListsToBuild({ rows, required }: SideRules, freeCount: number): number {
  const given = countColumns(required);
  return binomial(freeCount, rows - given - 1) + given * binomial(freeCount, rows - given);
}

/** Estimates the mean length of a side's lists, relative to the lists of a side whose rows allow every column. */
function estimateRelativeLength({ required, allowed }: SideRules, free: number): number {
  const available = free | required;
  let allowedProduct = 1;
  let averageRows = 0;
  for (const columns of allowed) {
    const fraction = Math.max(countColumns(columns & available), 0.1) / countColumns(available);
    allowedProduct *= fraction;
    averageRows += fraction;
  }
  let requiredProduct = 1;
  for (const column of columnsOf(required)) {
    const rowsAllowing = allowed.filter((columns) => columns & (1 << column)).length;
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
