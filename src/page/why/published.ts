/**
 * Statistics for boards that take too long to count on the page. test/page/why/published.long.test.ts checks them by
 * other methods up to 18 queens. For 19 and 20, which take minutes, they were checked in the same way on 2026-11-26.
 */

import { knownCount } from '../../core/board/known-counts.js';
import results from './results.json' with { type: 'json' };

/** The largest board in the explanation. */
export const MAX_N = 20;

/** Number of boards that a search for 20 queens tries. docs/verification.md describes how they were counted. */
const BOARDS_OF_20 = 3_769_977_745_908;

/**
 * Returns the number of boards that a search tries: the dots of its tree, without the empty board. @param n up to 20.
 */
export function countBoards(n: number): number {
  return n === MAX_N ? BOARDS_OF_20 : Number(knownCount(n, 'A319283')) - 1;
}

/** Numbers of halves that the program builds for its lists and of checks that it makes, for n = 8 to 20. */
const WORK: readonly (readonly [made: number, checks: number])[] = [
  [324, 52],
  [1478, 170],
  [3519, 697],
  [17_714, 2582],
  [46_291, 11_574],
  [254_224, 47_350],
  [716_449, 217_674],
  [4_328_212, 950_645],
  [12_797_222, 4_990_568],
  [84_438_147, 36_735_681],
  [260_089_064, 364_138_923],
  [1_864_867_207, 3_690_059_346],
  [9_887_035_551, 19_133_729_662],
];

/**
 * Returns the work for n queens: the boards that a search tries, the halves built for the lists, and the checks. Each
 * check compares one half with up to 128. (The kernel compares the last few halves one by one.)
 *
 * @param n from 8 to 20.
 */
export function findWork(n: number) {
  const [made = 0, checks = 0] = WORK[n - 8] ?? [];
  return { boards: countBoards(n), made, checks };
}

/**
 * The subproblems for 11 queens, by the column of the queen in the middle row, from the middle to the right. `work` is
 * the number of halves and checks, which is a measure of time. A solution and its images (turned or mirrored) count in
 * the subproblem where that queen stands farthest out. The subproblem next to the middle takes no work, because its
 * solutions would need two queens that attack each other.
 */
export const SUBPROBLEMS_OF_11 = [
  { solutions: 216, work: 3913 },
  { solutions: 0, work: 0 },
  { solutions: 96, work: 2924 },
  { solutions: 424, work: 3940 },
  { solutions: 544, work: 4661 },
  { solutions: 1400, work: 4858 },
];

export const MAX_CORES = SUBPROBLEMS_OF_11.length;

/** Maximum number of lower halves in a check: the number of bits that the processor compares in one step. */
export const BATCH_SIZE = 128;

/** Formats an amount. From a million up, it is rounded to three digits: `379 million`. */
export function formatAmount(amount: number): string {
  const isLarge = amount >= 1e6;
  return amount.toLocaleString(
    'en',
    isLarge ? { notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 3 } : {},
  );
}

/** The processor and the date, such as `2026-11-21`, of the newest times that `npm run bench` has published. */
export const MEASURED = `${results.machine.cpu}, ${results.date.slice(0, 10)}`;

/** The newest Node.js release in the results, as in the README. */
const NEWEST_FIRST = [...results.boards].reverse();
const RELEASE = NEWEST_FIRST.find(({ entrant }) => entrant.startsWith('Node.js '))?.entrant.split(',')[0];

const SEARCH_IN_C = 'C (gcc -O3)';

/** The largest board for which a search in C was timed. */
export const MAX_TIMED_IN_C = Math.max(
  ...results.boards.filter(({ entrant }) => entrant === SEARCH_IN_C).map(({ n }) => n),
);

/** Returns the wall-clock seconds that this program takes on one core. @param n from 8 to 20. */
export const secondsOnOneCore = (n: number) => findSeconds(n, `${RELEASE}, 1 thread`);
export const SECONDS_ON_ONE_CORE = secondsOnOneCore(MAX_N);
export const SECONDS_ON_TWO_CORES = findSeconds(MAX_N, `${RELEASE}, 2 threads`);

/** Returns the seconds of backtracking in C, beyond 17 queens estimated from the trees. @param n from 8 to 20. */
export function secondsInC(n: number): number {
  const timed = Math.min(n, MAX_TIMED_IN_C);
  return (findSeconds(timed, SEARCH_IN_C) * countBoards(n)) / countBoards(timed);
}

function findSeconds(n: number, program: string): number {
  const found = results.boards.find((one) => one.n === n && one.entrant === program);
  if (!found) throw new Error(`no measurement of ${program} for ${n} queens`);
  return found.wall;
}
