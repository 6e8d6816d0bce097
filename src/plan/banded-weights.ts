// What a pair of half placements of the banded variant weighs. docs/meet-in-the-middle.md has the argument.

import { type Queen, rank } from './band.js';

/** Weight of a pair: by the half above (strict; strict and apart; tie; tie and apart), and by that below (strict; tie). */
export type BandedWeights = readonly (readonly [strict: number, tie: number])[];

/**
 * For odd n one weight for all: every class has 8 members off centre; in the centre, the mirror is used or the splits
 * weigh.
 *
 * @param limit rank of the middle row's queen: twice its distance from the middle column.
 */
export function oddWeights(limit: number, bandRows: number): BandedWeights {
  const weight = limit > 0 ? 8 : bandRows > 1 ? 2 : 1;
  return Array.from({ length: 4 }, () => [weight, weight] as const);
}

/** For even n: 2 for the mirror, 2 if the other middle row's queen is strictly nearer the middle, 2 if both middle columns' are. */
export function evenWeights(n: number, queens: readonly Queen[]): BandedWeights {
  const [middle, ...others] = queens;
  const limit = middle ? rank(n, middle.column) : 0;
  const tiedRow = others.some((queen) => queen.row === n / 2 - 1 && rank(n, queen.column) === limit);
  const tiedColumn = others.some((queen) => rank(n, queen.column) === 1 && rank(n, queen.row) === limit);
  const row = tiedRow ? 1 : 2;
  const columns = tiedColumn ? 1 : 2;
  return [
    [2 * row * columns, 2 * row],
    [2 * columns, 2],
    [2 * row, 2 * row],
    [2, 2],
  ];
}
