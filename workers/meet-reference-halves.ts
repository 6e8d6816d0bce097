/**
 * Estimates the number of halves of a band filling. This number determines how much memory the reference kernel needs,
 * because that kernel stores each half as an object.
 */
import { countColumns, EMPTY_BOARD, type Masks, placeQueen } from '../src/core/board/masks.js';
import type { BandFilling, SideRules } from '../src/core/meet/band-filling.js';
import { type RandomNumbers, randomNumbers, randomWalk } from '../src/core/plan/tree-size.js';

/**
 * Number of random walks for each side. With this many, the estimate is off by a tenth to a fifth (n = 16 to 28,
 * 2026-11-26).
 */
const WALKS = 200;

/**
 * Estimates the number of halves that a kernel lists for a filling, on both sides and at all levels: with one row, two
 * rows, and so on. The estimate is the same on every machine.
 *
 * Method: random walks from the edge of the board to the band (Knuth's method, see tree-size.ts).
 */
export function estimateHalves({ free, above, below }: BandFilling): number {
  const random = randomNumbers(0x2545f491);
  let halves = 0;
  for (let walk = 0; walk < WALKS; walk++) {
    halves += walkSide(free, above, 1, random) + walkSide(free, below, 0, random);
  }
  return halves / WALKS;
}

/**
 * Returns the estimate of one random walk.
 *
 * @param missing number of required columns that complete halves may lack.
 */
function walkSide(free: number, side: SideRules, missing: number, random: RandomNumbers): number {
  function choices({ columns, falling, rising }: Masks): number {
    const row = countColumns(columns);
    const lacking = side.required & ~columns;
    const isUrgent = countColumns(lacking) >= side.rows - row + missing; // the next queen must take a lacking column
    return (isUrgent ? lacking : free | side.required) & (side.allowed[row] ?? 0) & ~(columns | falling | rising);
  }
  return randomWalk(EMPTY_BOARD, choices, placeQueen, random).nodes;
}
