// src/core/sequences computes the terms of OEIS sequences about n queens: all solutions, their symmetry classes, and
// the nodes of the search tree. half-turn.ts and quarter-turn.ts search for symmetric solutions.
//
// To add a sequence, add its published values to SEQUENCES (src/core/board/known-counts.ts), then the entry that the
// types require here. test/core/sequences compares its terms with the published values. Then describe it in
// docs/counting.md.

import type { SequenceId } from '../board/known-counts.js';
import { ImpossibleCountError } from '../plan/partial-count.js';
import { MAX_QUARTER_TURN } from './quarter-turn.js';

interface Sequence {
  readonly title: string;
  /** The largest n that can be computed, by default `MAX_BOARD_SIZE`. */
  readonly largest?: number;
  /** Computes the value for n, requesting only the counts that it needs. */
  readonly term: (n: number, counts: Counts) => Promise<bigint>;
}

/** Functions that count for n queens. The caller provides them, so it can show their progress. */
export interface Counts {
  /** Counts all solutions, including those that are images of each other. */
  readonly all: (n: number) => Promise<bigint>;
  /** Counts the queens that backtracking places below the second row (`bitmask` with depth 2). */
  readonly placedBelowSecondRow: (n: number) => Promise<bigint>;
  readonly halfTurn: (n: number) => number;
  readonly quarterTurn: (n: number) => number;
}

/**
 * The sequences. A fundamental solution stands for two boards that a quarter turn leaves unchanged (each is the other's
 * mirror image), for four that only the half turn leaves unchanged, or for eight.
 */
export const sequences: Readonly<Record<SequenceId, Sequence>> = {
  A000170: {
    title: 'all solutions',
    term: (n, { all }) => all(n),
  },
  A002562: {
    title: 'fundamental solutions',
    term: async (n, { all, halfTurn, quarterTurn }) => countFundamental(n, halfTurn(n), quarterTurn(n), await all(n)),
  },
  A032522: {
    title: 'unchanged by a half turn',
    term: async (n, { halfTurn }) => BigInt(halfTurn(n)),
  },
  A033148: {
    title: 'unchanged by a quarter turn',
    largest: MAX_QUARTER_TURN,
    term: async (n, { quarterTurn }) => BigInt(quarterTurn(n)),
  },
  A260318: {
    title: 'fundamental, unchanged by a quarter turn',
    largest: MAX_QUARTER_TURN,
    term: async (n, { quarterTurn }) => (n < 2 ? 1n : divideExactly(n, 2n, quarterTurn(n))),
  },
  A260319: {
    title: 'fundamental, unchanged by a half turn only',
    term: async (n, { halfTurn, quarterTurn }) => divideExactly(n, 4n, halfTurn(n), -quarterTurn(n)),
  },
  A260320: {
    title: 'fundamental, changed by every turn',
    term: async (n, { all, halfTurn }) => divideExactly(n, 8n, await all(n), -halfTurn(n)),
  },
  A319283: {
    title: 'nodes of the backtrack tree',
    term: async (n, { placedBelowSecondRow }) => countNodes(n, await placedBelowSecondRow(n)),
  },
};

/**
 * Computes F, the number of fundamental solutions (OEIS A002562), one for each symmetry class, without listing them.
 *
 * By Burnside's lemma, F is the mean number of solutions that a symmetry of the square leaves unchanged. The identity
 * leaves all Q unchanged, the half turn leaves P, and each of two quarter turns leaves R. For n >= 2 no solution is its
 * own mirror image, because two of its queens would attack each other. So 8 F = Q + P + 2 R. For n < 2, there is only
 * one placement.
 *
 * @param halfTurn P, the number unchanged by a half turn (A032522).
 * @param quarterTurn R, the number unchanged by a quarter turn (A033148).
 * @param all Q, the number of all solutions (A000170).
 * @throws ImpossibleCountError if the sum is not a multiple of 8, which means that one of the numbers is wrong.
 */
export function countFundamental(n: number, halfTurn: number, quarterTurn: number, all: bigint): bigint {
  if (n < 2) return all;
  return divideExactly(n, 8n, all, halfTurn, 2 * quarterTurn);
}

/** Divides the sum of some terms. @throws ImpossibleCountError if it is not a multiple of the divisor. */
function divideExactly(n: number, divisor: bigint, ...terms: readonly (number | bigint)[]): bigint {
  const sum = terms.reduce<bigint>((all, term) => all + BigInt(term), 0n);
  if (sum % divisor === 0n) return sum / divisor;
  throw new ImpossibleCountError(`for n = ${n}, ${terms.join(' + ')} is not a multiple of ${divisor}`);
}

/**
 * Computes A319283, the number of nodes in the backtrack tree: the empty board, n queens in the first row, (n-1)(n-2)
 * pairs in the first two rows, and the queens below.
 */
function countNodes(n: number, placedBelowSecondRow: bigint): bigint {
  const top = n === 0 ? 1 : 1 + n + (n - 1) * (n - 2);
  return BigInt(top) + placedBelowSecondRow;
}
