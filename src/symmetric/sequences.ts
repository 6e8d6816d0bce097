import type { SequenceId } from '../board/known-counts.js';
import { fundamentalCount } from './fundamental.js';
import { countHalfTurnSymmetric } from './half-turn.js';
import { countQuarterTurnSymmetric } from './quarter-turn.js';

/** A sequence of the OEIS that counts solutions of n queens. */
export interface Sequence {
  /** What it counts, in a few words. */
  readonly title: string;
  /** Its first n. */
  readonly offset: number;
  /** Its value for n; `countAll` counts all solutions, and is only called if that takes part in it. */
  readonly term: (n: number, countAll: CountAll) => Promise<bigint>;
}

export type CountAll = (n: number) => Promise<bigint>;

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
