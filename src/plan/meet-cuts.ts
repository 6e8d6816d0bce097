import { type BandedCut, bandedGivens, bandedSubproblems } from './meet-banded-plan.js';
import { plainGivens, plainSubproblems } from './meet-plain-plan.js';
import type { MeetSubproblem, Sieve } from './subproblem.js';

/** A way to cut the work for one n. */
export interface MeetCut {
  /** Bytes that a subproblem of it needs, with some room. */
  readonly need: number;
  /** What tells its subproblems from each other: one thing for each. */
  givens(): Iterable<unknown>;
  /** All of them. @param memory bytes that each may take. */
  subproblems(memory: number): MeetSubproblem[];
}

const MEGABYTE = 2 ** 20;

/** Every two key columns make about three times as many subproblems, at about 1.15 times the work (n = 18). */
const MOST_MORE_KEY_COLUMNS = 8;

/**
 * The cuts to choose from for n queens, of the variant that suits them, from the coarsest, which takes least work, to
 * the finest, which needs least memory.
 */
export function* meetCuts(n: number): Generator<MeetCut> {
  const plain = PLAIN[n];
  if (plain) {
    const most = Math.min(n, plain.keyColumns + MOST_MORE_KEY_COLUMNS);
    for (let keyColumns = plain.keyColumns; keyColumns <= most; keyColumns += 2) {
      const cut = { ...plain, keyColumns };
      yield {
        need: plainNeed(plain, keyColumns),
        givens: () => plainGivens(n, cut),
        subproblems: (memory) => plainSubproblems(n, cut, memory),
      };
    }
    return;
  }
  const fewest = SIEVED[n]?.keyColumns ?? 0;
  for (let keyColumns = fewest; keyColumns <= Math.min(n, fewest + MOST_MORE_KEY_COLUMNS); keyColumns++) {
    const cut = bandedCut(n, keyColumns);
    yield {
      need: bandedNeed(n, keyColumns),
      givens: () => bandedGivens(n, cut),
      subproblems: (memory) => bandedSubproblems(n, cut, memory),
    };
  }
}

/** What the plain variant needs to be told for the n it counts. */
interface PlainChoice {
  /** The fewest key columns: fewer take longer again, in memory that is new to the processor's caches. */
  readonly keyColumns: number;
  readonly extraPairs: number;
  readonly longestList: number;
  /** Memory of all lists with that many key columns, with some room; two more save more than half. */
  readonly megabytes: number;
}

/**
 * Where the plain variant is the faster one: 3.4 s against 4.0 for n = 18, 150 against 196 for n = 20; but 0.13 against
 * 0.11 for n = 16. For n = 24 its lists would outgrow 256 MB. 2026-11-21, one thread of 2.4 GHz.
 */
const PLAIN: Readonly<Record<number, PlainChoice>> = {
  18: { keyColumns: 8, extraPairs: 3, longestList: 24_000, megabytes: 60 },
  20: { keyColumns: 12, extraPairs: 3, longestList: 170_000, megabytes: 150 },
  22: { keyColumns: 18, extraPairs: 2, longestList: 1_000_000, megabytes: 200 },
};

function plainNeed({ megabytes, longestList, ...fewest }: PlainChoice, keyColumns: number): number {
  const lists = megabytes * 0.45 ** ((keyColumns - fewest.keyColumns) / 2);
  return Math.ceil(lists + longestList * 36e-6 + 8) * MEGABYTE;
}

/** What the banded variant needs to be told where its joins are sieved. */
interface SievedChoice {
  /** The fewest key columns: with fewer the lists outgrow 256 MB. */
  readonly keyColumns: number;
  readonly sieve: Sieve;
  /** Memory of all lists with that many key columns, with some room; each more saves a third. */
  readonly megabytes: number;
}

/**
 * Where lists are long enough for a sieve: it makes a band of one row possible and takes 12.1 s instead of 17.6 for
 * n = 19; but 0.44 s instead of 0.27 for n = 17. The longest list has 1,969 half placements for n = 17, 10,819 for 19,
 * and hill climbing found 65,000 for 21: about six times as many each time. 2026-11-21, one thread of 2.4 GHz.
 */
const SIEVED: Readonly<Record<number, SievedChoice>> = {
  19: { keyColumns: 2, sieve: { strictWidth: 0, extraPairs: 2, longestList: 12_000 }, megabytes: 215 },
  21: { keyColumns: 9, sieve: { strictWidth: 1, extraPairs: 1, longestList: 100_000 }, megabytes: 180 },
  23: { keyColumns: 15, sieve: { strictWidth: 2, extraPairs: 1, longestList: 600_000 }, megabytes: 240 },
};

/**
 * The band and the first key columns for n. One fixed row is best (n = 16 and 17 take 1.8 times as long with two), but
 * without a sieve keys of n - 1 - rows bits must not have more than 16, and the lists of n = 18 for one row would take
 * 200 MB and more. Key columns next to the middle cut the work most evenly (n = 17, four columns: largest 1.8 times the
 * mean, against 4.5 with those at the edges). 2026-11-21.
 *
 * @param keyColumns from 0 to n.
 */
export function bandedCut(n: number, keyColumns: number): BandedCut {
  const sieve = SIEVED[n]?.sieve;
  const rows = n < 18 || sieve ? 1 : Math.max(2, n - 17);
  const middle = Math.floor(n / 2);
  let mask = 0;
  for (let i = 0; i < keyColumns; i++) mask |= 1 << (i % 2 === 0 ? middle - 1 - i / 2 : middle + (i + 1) / 2);
  return {
    bandAbove: Math.floor(rows / 2),
    bandBelow: Math.floor((rows - 1) / 2),
    givenQueens: n < 22 ? 3 : 4,
    keyColumns: mask & (2 ** n - 1),
    sieve,
  };
}

/** Most memory that any subproblem takes without a sieve or key columns (2026-11-21), in MB; doubled where sampled. */
const MEASURED_NEED: Readonly<Record<number, number>> = {
  14: 1.3,
  15: 2.3,
  16: 7.5,
  17: 20,
  24: 67,
};

/** Every key column saves a sixth and more, with a sieve a third. */
function bandedNeed(n: number, keyColumns: number): number {
  const sieved = SIEVED[n];
  if (sieved) return Math.ceil(4 + sieved.megabytes * (2 / 3) ** (keyColumns - sieved.keyColumns)) * MEGABYTE;
  return Math.ceil(1 + (MEASURED_NEED[n] ?? 1) * 1.2 * (5 / 6) ** keyColumns) * MEGABYTE;
}
