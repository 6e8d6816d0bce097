/** The sequences of the OEIS that count solutions of n queens, and how each is counted. */
import type { SequenceId } from '../board/known-counts.js';
import { countHalfTurnSymmetric } from './half-turn.js';
import { countQuarterTurnSymmetric } from './quarter-turn.js';

/** A sequence of the OEIS that counts solutions of n queens. */
export interface Sequence {
  /** The solutions that it counts, in a few words. */
  readonly title: string;
  /** Its first n. */
  readonly offset: number;
  /** Its value for n; `countAll` counts all solutions, and is only called if that takes part in it. */
  readonly term: (n: number, countAll: CountAll) => Promise<bigint>;
}

type CountAll = (n: number) => Promise<bigint>;

export const sequences: Readonly<Record<SequenceId, Sequence>> = {
  A000170: {
    title: 'all solutions',
    offset: 0,
    term: (n, countAll) => countAll(n),
  },
  A002562: {
    title: 'fundamental solutions',
    offset: 1,
    term: async (n, countAll) => fundamentalCount(n, await countAll(n), halfTurn(n), quarterTurn(n)),
  },
  A032522: {
    title: 'unchanged by a half turn',
    offset: 1,
    term: async (n) => halfTurn(n),
  },
  A033148: {
    title: 'unchanged by a quarter turn',
    offset: 1,
    term: async (n) => quarterTurn(n),
  },
};

function halfTurn(n: number): bigint {
  return BigInt(countHalfTurnSymmetric(n));
}

function quarterTurn(n: number): bigint {
  return BigInt(countQuarterTurnSymmetric(n));
}

/**
 * Returns the number of fundamental solutions, one of each symmetry class (OEIS A002562), without looking for them.
 *
 * Burnside's lemma: it is the mean, over the eight symmetries of the square, of the number of solutions that each
 * leaves unchanged. The identity leaves all Q of them, the half turn P, and either quarter turn R. A mirror image of a
 * solution is never the solution itself, if n >= 2: it would have two queens on a line. Hence 8 F = Q + P + 2 R; for
 * n < 2 the one placement there is, is its own class.
 *
 * @param all Q, the number of all solutions (A000170).
 * @param halfTurn P, of those unchanged by a half turn (A032522).
 * @param quarterTurn R, of those unchanged by a quarter turn (A033148).
 * @throws RangeError if 8 does not divide the sum: then one of the numbers is wrong.
 */
export function fundamentalCount(n: number, all: bigint, halfTurn: bigint, quarterTurn: bigint): bigint {
  if (n < 2) return all;
  const eightfold = all + halfTurn + 2n * quarterTurn;
  if (eightfold % 8n !== 0n) {
    throw new RangeError(`for n = ${n}, ${all} + ${halfTurn} + 2 * ${quarterTurn} is not a multiple of 8`);
  }
  return eightfold / 8n;
}
