/** The sequences of the OEIS that count solutions of n queens. */
import type { SequenceId } from '../board/known-counts.js';
import { countHalfTurnSymmetric } from './half-turn.js';
import { countQuarterTurnSymmetric } from './quarter-turn.js';

/** A sequence of the OEIS that counts solutions of n queens. */
export interface Sequence {
  /** Description of the counted solutions. */
  readonly title: string;
  /** First n of the sequence. */
  readonly offset: number;
  /** Computes the value for n. `countAll` counts all solutions and is called only if that number is needed. */
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
    term: async (n, countAll) => {
      const symmetric = [countHalfTurnSymmetric(n), countQuarterTurnSymmetric(n)] as const;
      return fundamentalCount(n, await countAll(n), ...symmetric);
    },
  },
  A032522: {
    title: 'unchanged by a half turn',
    offset: 1,
    term: async (n) => BigInt(countHalfTurnSymmetric(n)),
  },
  A033148: {
    title: 'unchanged by a quarter turn',
    offset: 1,
    term: async (n) => BigInt(countQuarterTurnSymmetric(n)),
  },
};

/**
 * Computes F, the number of fundamental solutions (OEIS A002562), without listing them. Each symmetry class has one.
 *
 * By Burnside's lemma, F is the mean number of solutions that a symmetry of the square leaves unchanged. The identity
 * leaves all Q unchanged, the half turn leaves P, and each of two quarter turns leaves R. For n >= 2 no solution is its own
 * mirror image, because two queens would attack each other. So 8 F = Q + P + 2 R. For n < 2 there is one placement.
 *
 * @param all Q, the number of all solutions (A000170).
 * @param halfTurn P, the number unchanged by a half turn (A032522).
 * @param quarterTurn R, the number unchanged by a quarter turn (A033148).
 * @throws RangeError if the sum is not a multiple of 8, which means that one of the numbers is wrong.
 */
export function fundamentalCount(n: number, all: bigint, halfTurn: number, quarterTurn: number): bigint {
  if (n < 2) return all;
  const eightfold = all + BigInt(halfTurn + 2 * quarterTurn);
  if (eightfold % 8n !== 0n) {
    throw new RangeError(`for n = ${n}, ${all} + ${halfTurn} + 2 * ${quarterTurn} is not a multiple of 8`);
  }
  return eightfold / 8n;
}
