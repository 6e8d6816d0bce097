import { checkBoardSize, LARGEST_BOARD } from '../board/masks.js';
import { inWords, UsageError } from '../errors/errors.js';
import { planBitmask, planBitmaskForThreads } from './bitmask-plan.js';
import { LEAST_MEET_N, MOST_MEET_N, planMeet } from './meet-plan.js';
import type { Plan, Share } from './plan.js';
import type { Algorithm } from './subproblem.js';
import { MOST_THREADS, type ThreadChoice } from './threads.js';

/** How to count; every field has a default. */
export interface AlgorithmOptions {
  /** `auto`, the default, takes what measures fastest for this n. */
  readonly algorithm?: 'auto' | Algorithm | undefined;
  /** `bitmask` alone: rows that a subproblem fixes; by default 2, or more where that keeps all threads busy. */
  readonly depth?: number | undefined;
  /** `meet` alone: bytes that one thread may take for a subproblem; by default 256 MB. */
  readonly memory?: number | undefined;
}

/** What to plan for; every field has a default. */
export interface PlanOptions extends AlgorithmOptions, ThreadChoice {}

/** Board sizes for which meet in the middle is the faster algorithm, whole processes compared (2026-11-21). */
const MEET_IS_FASTER_FROM = 14;

/**
 * Below these costs a count takes less time in the calling thread than on two, which take some 65 ms to load, to start
 * and to end: 16 queens take 0.19 s, 0.20 s of CPU, instead of 0.23 and 0.32 (2026-11-21). In the unit of each
 * algorithm: placements, microseconds.
 */
const COST_WORTH_THREADS: Readonly<Record<Algorithm, number>> = { bitmask: 40_000_000, meet: 150_000 };

/** A user who asks for threads wants to see them at work: only a count that ends before they start does without. */
const COST_WORTH_ASKED_THREADS: Readonly<Record<Algorithm, number>> = { bitmask: 10_000_000, meet: 50_000 };

/** A single worker thread counts no faster than the calling one. It is worth starting where that one must stay free. */
const WORTH_A_SINGLE_THREAD = 10;

/** Whether the subproblems take long enough to start worker threads for them. */
export function isWorthThreads({ cost, algorithm }: Share, { threads = 1, threadsAreDefault }: ThreadChoice): boolean {
  const least = threadsAreDefault ? COST_WORTH_THREADS : COST_WORTH_ASKED_THREADS;
  return cost > least[algorithm] * (threads > 1 ? 1 : WORTH_A_SINGLE_THREAD);
}

/** How many threads these subproblems are counted on: one if starting more would take longer than the count. */
export function busyThreads(share: Share, choice: ThreadChoice): number {
  return isWorthThreads(share, choice) ? Math.min(choice.threads ?? 1, share.subproblems.length) : 1;
}

/**
 * The plan for a board of n x n: by the algorithm that is asked for, cut finely enough to keep the threads busy.
 *
 * @throws UsageError for options that cannot be used, or not together.
 */
export function choosePlan(n: number, options: PlanOptions = {}): Plan {
  checkBoardSize(n);
  const { depth, memory, threads = 1 } = options;
  checkWholeNumber('threads', threads, 1, MOST_THREADS);
  checkWholeNumber('depth', depth, 0, LARGEST_BOARD);
  checkWholeNumber('memory', memory, 1, Number.MAX_SAFE_INTEGER);
  if (chooseAlgorithm(n, options) === 'meet') {
    return planMeet(n, { memory, threads, isWorthThreads: (coarse) => isWorthThreads(coarse, options) });
  }
  if (depth !== undefined) return planBitmask(n, depth);
  const coarse = planBitmask(n, 2);
  return isWorthThreads(coarse, options) ? planBitmaskForThreads(n, threads) : coarse;
}

/** The algorithms that count n queens. */
export function algorithmsFor(n: number): readonly Algorithm[] {
  return n >= LEAST_MEET_N && n <= MOST_MEET_N ? ['meet', 'bitmask'] : ['bitmask'];
}

/**
 * The algorithm that a plan with these options is of.
 *
 * @throws UsageError if it cannot count n queens, or has no use for one of the options.
 */
export function chooseAlgorithm(n: number, options: AlgorithmOptions): Algorithm {
  const { depth, memory } = options;
  const algorithm = namedAlgorithm(n, options);
  if (algorithm === 'meet' && !algorithmsFor(n).includes('meet')) {
    throw new UsageError(`meet counts n from ${LEAST_MEET_N} to ${MOST_MEET_N}, not ${n}; bitmask counts every n`);
  }
  if (algorithm === 'meet' && depth !== undefined) {
    throw new UsageError('depth is for bitmask; meet has memory instead');
  }
  if (algorithm === 'bitmask' && memory !== undefined) {
    throw new UsageError('memory is for meet; bitmask has depth instead');
  }
  return algorithm;
}

function namedAlgorithm(n: number, { algorithm = 'auto', depth, memory }: AlgorithmOptions): Algorithm {
  if (algorithm === 'auto') {
    if (depth !== undefined) return 'bitmask';
    if (memory !== undefined) return 'meet';
    return algorithmsFor(n).includes('meet') && n >= MEET_IS_FASTER_FROM ? 'meet' : 'bitmask';
  }
  if (algorithm === 'meet' || algorithm === 'bitmask') return algorithm;
  throw new UsageError(`algorithm must be auto, bitmask or meet, not ${inWords(algorithm)}`);
}

function checkWholeNumber(name: string, value: number | undefined, least: number, most: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) return;
  throw new UsageError(`${name} must be a whole number from ${least} to ${most}, not ${inWords(value)}`);
}
