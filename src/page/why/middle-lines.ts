/**
 * Which image of a solution is counted, and why: a rule for the queens of the middle lines of the board.
 * The plan's own rules are in src/plan/wide-band.ts; here they are as a reader sees them on a whole board.
 */

import { wideSolutions } from '../../../workers/meet-wide-readable.js';
import type { Cell } from '../../board/attacked.js';
import type { Placement } from '../../board/placement.js';
import { LEAST_MEET_N, planMeet } from '../../plan/meet-plan.js';
import { middleRow, rank } from '../../plan/wide-band.js';

/** The weight of each solution that the plan for n counts, by its columns joined with commas. Undefined below n = 5. */
export function countedSolutions(n: number): ReadonlyMap<string, number> | undefined {
  if (n < LEAST_MEET_N) return undefined;
  const weights = new Map<string, number>();
  for (const subproblem of planMeet(n).subproblems) {
    for (const { queens, weight } of wideSolutions(subproblem)) weights.set(String(queens), weight);
  }
  return weights;
}

/** The middle lines: one row and one column of odd n, two of each of even n. */
export function middleLines(n: number): readonly number[] {
  const middle = middleRow(n);
  return n % 2 === 1 ? [middle] : [middle - 1, middle];
}

/** The queens on the middle lines of a solution, that of the middle row first. */
export function middleQueens(placement: Placement): readonly Cell[] {
  const n = placement.length;
  const lines = [...middleLines(n)].reverse();
  const inRows = lines.map((row): Cell => [row, placement[row] ?? 0]);
  const inColumns = lines.map((column): Cell => [placement.indexOf(column), column]);
  return [...inRows, ...inColumns];
}

/** The rule for n, as a sentence. */
export function ruleFor(n: number): string {
  const middle = middleRow(n);
  return n % 2 === 0
    ? `The queen of row ${middle} must be in the right half, and no other queen on the four middle lines farther from the middle.`
    : `The queen of row ${middle} must be to the right, farther from the middle than the queen of column ${middle}, and that one above.`;
}

/** Why the image is not counted; undefined if it is. */
export function violation(placement: Placement): string | undefined {
  const n = placement.length;
  const middle = middleRow(n);
  const [first, ...others] = middleQueens(placement);
  if (!first) return undefined;
  if (n % 2 === 1 && first[1] === middle) {
    // On the centre: the band of the plan has the row below it, whose queen tells the image from its mirror image.
    const next = placement[middle + 1] ?? 0;
    return next > middle ? undefined : `with a queen on the centre, that of row ${middle + 1} must be to the right`;
  }
  if (first[1] < middle) return `the queen of row ${middle} is on the left`;
  const limit = rank(n, first[1]);
  if (n % 2 === 1) {
    const [row = 0] = others[0] ?? [];
    if (rank(n, row) > limit) return `the queen of column ${middle} is farther out`;
    return row < middle ? undefined : `the queen of column ${middle} is below`;
  }
  const [row = 0, ...columns] = others.map(([r, c], i) => (i === 0 ? rank(n, c) : rank(n, r)));
  if (row > limit) return `the queen of row ${middle - 1} is farther out`;
  const place = columns.findIndex((one) => one > limit);
  return place < 0 ? undefined : `the queen of column ${others[place + 1]?.[1]} is farther out`;
}
