import { checkBoardSize, LARGEST_BOARD } from '../board/masks.js';
import { inWords, UsageError } from '../errors/errors.js';
import { planBitmask, refineForThreads } from './bitmask-plan.js';
import { complete, LEAST_MEET_N, MOST_MEET_N, planMeetInSteps, type Steps } from './meet-plan.js';
import { largestCost, MOST_THREADS, type Plan, type Share, type ThreadChoice } from './plan.js';
import type { Algorithm } from './subproblem.js';

/** The algorithm and its options. Every field has a default. */
export interface AlgorithmOptions {
  /** By default `auto`, the fastest algorithm for n. */
  readonly algorithm?: 'auto' | Algorithm | undefined;
  /** Number of rows that a subproblem fixes, for `bitmask` only. By default 2, or more to keep all threads busy. */
  readonly depth?: number | undefined;
  /** Memory that a thread may use for a subproblem, in bytes, for `meet` only. By default 256 MB. */
  readonly memory?: number | undefined;
}

/** The algorithm, its options and the threads to plan for. Every field has a default. */
export interface PlanOptions extends AlgorithmOptions, ThreadChoice {}

/** The smallest n for which a whole process takes less time with meet than with bitmask. */
const MEET_IS_FASTER_FROM = 14;

/** Below this cost, the calling thread is faster than two worker threads, which take 65 ms to load, start and end. */
const COST_WORTH_THREADS = 150;

/** The limit if the user requested a number of threads. A cheaper count would end before the threads start. */
const COST_WORTH_REQUESTED_THREADS = 50;

/** Factor on both limits for a single worker thread, which saves no time but keeps the calling thread free. */
const FACTOR_FOR_A_SINGLE_THREAD = 10;

/**
 * Maximum cost of a subproblem in the calling thread. A running subproblem blocks the event loop, so Ctrl-C, requests from
 * the page, and the program that uses the library must wait.
 */
const MOST_BLOCKING_COST = 100;

/** Returns whether a share takes long enough to justify worker threads. */
function isWorthThreads({ cost }: Share, { threads = 1, threadsAreDefault }: ThreadChoice): boolean {
  const least = threadsAreDefault ? COST_WORTH_THREADS : COST_WORTH_REQUESTED_THREADS;
  return cost > least * (threads > 1 ? 1 : FACTOR_FOR_A_SINGLE_THREAD);
}

/**
 * Returns the number of worker threads for a share. Returns 0, for the calling thread, if starting worker threads would take
 * longer than the count. Starting one takes 50 ms of CPU time.
 */
export function workerThreads(share: Share, choice: ThreadChoice): number {
  const fitsCallingThread = !isWorthThreads(share, choice) && largestCost(share) <= MOST_BLOCKING_COST;
  return fitsCallingThread ? 0 : Math.min(choice.threads ?? 1, share.subproblems.length);
}

/**
 * Makes the plan for n queens, with enough subproblems to keep the threads busy.
 *
 * @throws UsageError if an option is invalid, or if two options exclude each other.
 */
export function choosePlan(n: number, options: PlanOptions = {}): Plan {
  return complete(choosePlanInSteps(n, options));
}

/** Makes the plan for n queens in many steps, because large plans take seconds. Throws the errors of `choosePlan`. */
export function* choosePlanInSteps(n: number, options: PlanOptions = {}): Steps<Plan> {
  checkBoardSize(n);
  const { depth, memory, threads = 1 } = options;
  checkWholeNumber('threads', threads, 1, MOST_THREADS);
  checkWholeNumber('depth', depth, 0, LARGEST_BOARD);
  checkWholeNumber('memory', memory, 1, Number.MAX_SAFE_INTEGER);
  if (chooseAlgorithm(n, options) === 'meet') {
    return yield* planMeetInSteps(n, { memory, threads, isWorthThreads: (coarse) => isWorthThreads(coarse, options) });
  }
  if (depth !== undefined) return planBitmask(n, depth);
  const coarse = planBitmask(n, 2);
  return isWorthThreads(coarse, options) ? refineForThreads(coarse, threads) : coarse;
}

/** Returns the algorithms that can count n queens. */
export function algorithmsFor(n: number): readonly Algorithm[] {
  return n >= LEAST_MEET_N && n <= MOST_MEET_N ? ['meet', 'bitmask'] : ['bitmask'];
}

/**
 * Returns the algorithm for a plan with these options.
 *
 * @throws UsageError if the algorithm cannot count n queens, or does not have one of the options.
 */
export function chooseAlgorithm(n: number, options: AlgorithmOptions): Algorithm {
  const { depth, memory } = options;
  if (depth !== undefined && memory !== undefined) {
    throw new UsageError('use either depth, an option of bitmask, or memory, an option of meet');
  }
  const algorithm = namedAlgorithm(n, options);
  if (algorithm === 'meet' && !algorithmsFor(n).includes('meet')) {
    throw new UsageError(`meet counts n from ${LEAST_MEET_N} to ${MOST_MEET_N}, not ${n}. Use bitmask for this n`);
  }
  if (algorithm === 'meet' && depth !== undefined) {
    throw new UsageError('meet has no option depth, only memory');
  }
  if (algorithm === 'bitmask' && memory !== undefined) {
    throw new UsageError('bitmask has no option memory, only depth');
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
