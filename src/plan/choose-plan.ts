import { checkBoardSize, LARGEST_BOARD } from '../board/masks.js';
import { inWords, UsageError } from '../errors/errors.js';
import { planBitmask, refineForThreads } from './bitmask-plan.js';
import { LEAST_MEET_N, MOST_MEET_N, planMeet } from './meet-plan.js';
import { largestCost, MOST_THREADS, type Plan, type Share, type ThreadChoice } from './plan.js';
import type { Algorithm } from './subproblem.js';

/** How to count; every field has a default. */
export interface AlgorithmOptions {
  /** `auto`, the default, is the fastest algorithm for this n. */
  readonly algorithm?: 'auto' | Algorithm | undefined;
  /** Only for `bitmask`: rows that a subproblem fixes; by default 2, or more to keep all threads busy. */
  readonly depth?: number | undefined;
  /** Only for `meet`: bytes that a thread may use for a subproblem; by default 256 MB. */
  readonly memory?: number | undefined;
}

/** The algorithm, its options and the threads to plan for; every field has a default. */
export interface PlanOptions extends AlgorithmOptions, ThreadChoice {}

/** From this board size on, a process is faster with meet than with bitmask. */
const MEET_IS_FASTER_FROM = 14;

/**
 * Below this cost a count takes less time in the calling thread than on two, which take 65 ms to load, start and end.
 */
const COST_WORTH_THREADS = 150;

/** The same if the user asked for threads: below this cost the count would end before they start. */
const COST_WORTH_ASKED_THREADS = 50;

/** The same for a single worker thread, by this factor: it is not faster, but keeps the calling thread free. */
const WORTH_A_SINGLE_THREAD = 10;

/**
 * Largest cost of a subproblem in the calling thread. It blocks the event loop: Ctrl-C, requests of the page, and the program
 * that uses the library.
 */
const MOST_TO_BLOCK = 100;

/** Whether a share takes long enough to start worker threads for it. */
function isWorthThreads({ cost }: Share, { threads = 1, threadsAreDefault }: ThreadChoice): boolean {
  const least = threadsAreDefault ? COST_WORTH_THREADS : COST_WORTH_ASKED_THREADS;
  return cost > least * (threads > 1 ? 1 : WORTH_A_SINGLE_THREAD);
}

/**
 * Returns the number of worker threads for a share. 0 means the calling thread, if starting worker threads would take longer
 * than the count. Even one takes 50 ms of CPU time.
 */
export function workerThreads(share: Share, choice: ThreadChoice): number {
  const isForCaller = !isWorthThreads(share, choice) && largestCost(share) <= MOST_TO_BLOCK;
  return isForCaller ? 0 : Math.min(choice.threads ?? 1, share.subproblems.length);
}

/**
 * Makes the plan for n queens, with enough subproblems to keep the threads busy.
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
  return isWorthThreads(coarse, options) ? refineForThreads(coarse, threads) : coarse;
}

/** Returns the algorithms that count n queens. */
export function algorithmsFor(n: number): readonly Algorithm[] {
  return n >= LEAST_MEET_N && n <= MOST_MEET_N ? ['meet', 'bitmask'] : ['bitmask'];
}

/**
 * Returns the algorithm of a plan with these options.
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
