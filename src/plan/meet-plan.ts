import { type BandedCut, bandedSubproblems } from './meet-banded-plan.js';
import { plainSubproblems } from './meet-plain-plan.js';
import { dearestFirst, makePlan, type Plan } from './plan.js';
import type { BandedSubproblem, MeetSubproblem, PlainSubproblem, Sieve } from './subproblem.js';

/** What to plan a meet-in-the-middle count for; every field has a default. */
export interface MeetOptions {
  /** Worker threads to keep busy, from 1; by default 1. */
  readonly threads?: number | undefined;
  /** Bytes of memory that one thread may take; by default 256 MB. */
  readonly memory?: number | undefined;
}

/** n for which the algorithm is made: there must be a row on either side of the band, and column sets are 24 bits. */
export const LEAST_MEET_N = 5;
export const MOST_MEET_N = 24;

export const DEFAULT_MEMORY = 256 * 2 ** 20;

/** With the estimated costs, dearest first, this part of all threads' time must be spent counting. */
const BUSY = 0.95;
/** Estimates err: with fewer subproblems a thread, one that takes longer than estimated would be waited for. */
const SUBPROBLEMS_PER_THREAD = 6;
/** Every two key columns make about three times as many subproblems, at about 1.15 times the work (n = 18). */
const MOST_KEY_COLUMNS = 8;

/**
 * Plans a count by meeting in the middle, of the variant and the cut that suit n, the threads and their memory. The
 * same on every machine.
 *
 * @param n board size, from 5 to 24.
 * @throws RangeError for another n.
 */
export function planMeet(n: number, { threads = 1, memory = DEFAULT_MEMORY }: MeetOptions = {}): Plan<MeetSubproblem> {
  if (!Number.isInteger(n) || n < LEAST_MEET_N || n > MOST_MEET_N) {
    throw new RangeError(`meet in the middle counts n from ${LEAST_MEET_N} to ${MOST_MEET_N}, not ${n}`);
  }
  const plain = PLAIN[n];
  const subproblems = plain ? planPlain(n, plain, threads, memory) : planBanded(n, threads, memory);
  return makePlan<MeetSubproblem>({ n, algorithm: 'meet', options: { threads, memory } }, subproblems);
}

function planBanded(n: number, threads: number, memory: number): BandedSubproblem[] {
  const fewest = SIEVED[n]?.keyColumns ?? 0;
  for (let keyColumns = fewest; ; keyColumns++) {
    const need = bandedMemory(n, keyColumns);
    const subproblems = bandedSubproblems(n, bandedCut(n, keyColumns), granted(n, need, memory));
    const fine = need <= memory && keepBusy(subproblems, threads);
    if (fine || keyColumns === fewest + MOST_KEY_COLUMNS) return subproblems;
  }
}

function planPlain(n: number, plain: PlainChoice, threads: number, memory: number): PlainSubproblem[] {
  for (let more = 0; ; more += 2) {
    const need = Math.ceil(plain.megabytes * 0.45 ** (more / 2) + plain.longestList * 36e-6 + 8) * 2 ** 20;
    const keyColumns = plain.keyColumns + more;
    const subproblems = plainSubproblems(n, { ...plain, keyColumns }, granted(n, need, memory));
    const fine = need <= memory && keepBusy(subproblems, threads);
    if (fine || more >= MOST_KEY_COLUMNS) return subproblems;
  }
}

/** For boards up to this size the need of memory is measured, on every subproblem; that of larger ones only sampled. */
const MEASURED_UP_TO = 20;

/** Bytes that a subproblem may take: what is known to be enough, or all there is where that is only estimated. */
function granted(n: number, need: number, memory: number): number {
  return n > MEASURED_UP_TO ? memory : Math.min(need, memory);
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

/** Bytes that a banded subproblem of the default cut needs, with some room. Every key column saves a sixth and more. */
function bandedMemory(n: number, keyColumns: number): number {
  const sieved = SIEVED[n];
  if (sieved) return Math.ceil(4 + sieved.megabytes * (2 / 3) ** (keyColumns - sieved.keyColumns)) * 2 ** 20;
  const megabytes = (MEASURED_NEED[n] ?? 1) * 1.2 * (5 / 6) ** keyColumns;
  return Math.ceil(1 + megabytes) * 2 ** 20;
}

/** Whether `threads` threads that take the dearest subproblem left are busy to the end, as estimated. */
function keepBusy(subproblems: readonly MeetSubproblem[], threads: number): boolean {
  if (threads === 1) return true;
  if (subproblems.length < SUBPROBLEMS_PER_THREAD * threads) return false;
  const busyUntil = new Array<number>(threads).fill(0);
  for (const { cost } of dearestFirst(subproblems)) {
    const next = busyUntil.indexOf(Math.min(...busyUntil));
    busyUntil[next] = (busyUntil[next] ?? 0) + cost;
  }
  const all = busyUntil.reduce((sum, time) => sum + time, 0);
  return all >= BUSY * threads * Math.max(...busyUntil);
}
