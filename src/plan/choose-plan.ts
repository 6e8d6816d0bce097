import { checkBoardSize, LARGEST_BOARD } from '../board/masks.js';
import { inWords, UsageError } from '../errors/errors.js';
import { planBitmask, refineForThreads } from './bitmask-plan.js';
import { LEAST_MEET_N, MOST_MEET_N, planMeet } from './meet-plan.js';
import { type Part, threadsOfParts } from './part.js';
import { MOST_THREADS, type Plan, type Share, type ThreadChoice } from './plan.js';
import { ALGORITHMS, type Algorithm } from './subproblem.js';
import { isWorthThreads, plannedThreads } from './thread-count.js';

/** Options that say what to count, beside n. Every field has a default. */
export interface PlanOptions {
  /** By default `auto`, the fastest algorithm for n. */
  readonly algorithm?: 'auto' | Algorithm | undefined;
  /** Number of rows that a subproblem fixes, for `bitmask` only. By default 2, or more to keep all threads busy. */
  readonly depth?: number | undefined;
  /** One part of the count, with a plan that does not depend on the machine. By default the whole count. */
  readonly part?: Part | undefined;
}

/** Returns the options that choose a plan for n, from an object that may have others. */
export function planOptionsOf({ algorithm, depth }: PlanOptions) {
  return { algorithm, depth } satisfies Record<Exclude<keyof PlanOptions, 'part'>, unknown>;
}

/** The smallest n for which a whole process takes less time with meet than with bitmask. */
const MEET_IS_FASTER_FROM = 14;

/**
 * Makes the plan for n queens, with enough subproblems to keep the threads busy.
 *
 * @throws UsageError if an option is invalid.
 */
export function choosePlan(n: number, options: PlanOptions & ThreadChoice = {}): Plan {
  const { depth, part, threads = 1 } = options;
  if (part) return choosePlan(n, { ...planOptionsOf(options), threads: threadsOfParts(part.m) });
  checkBoardSize(n);
  checkWholeNumber('threads', threads, 1, MOST_THREADS);
  checkWholeNumber('depth', depth, 0, LARGEST_BOARD);
  if (chooseAlgorithm(n, options) === 'meet') {
    return planMeet(n, { threads }, (coarsest) => threadsToPlanFor(coarsest, options));
  }
  if (depth !== undefined) return planBitmask(n, depth);
  const coarse = planBitmask(n, 2);
  const planned = plannedThreads(coarse, options);
  return isWorthThreads(coarse, planned, options) ? refineForThreads(coarse, planned) : coarse;
}

function threadsToPlanFor(coarsest: Share, choice: ThreadChoice): number {
  const planned = plannedThreads(coarsest, choice);
  return isWorthThreads(coarsest, planned, choice) ? planned : 1;
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
export function chooseAlgorithm(n: number, options: PlanOptions & ThreadChoice): Algorithm {
  const algorithm = namedAlgorithm(n, options);
  if (algorithm === 'meet' && !algorithmsFor(n).includes('meet')) {
    throw new UsageError(`meet counts n from ${LEAST_MEET_N} to ${MOST_MEET_N}, not ${n}. Use bitmask for this n`);
  }
  if (algorithm === 'meet' && options.depth !== undefined) {
    throw new UsageError('meet has no option depth; use bitmask, or leave the option out');
  }
  return algorithm;
}

function namedAlgorithm(n: number, options: PlanOptions & ThreadChoice): Algorithm {
  const { algorithm = 'auto', depth, lacksSimd = false } = options;
  if (algorithm === 'auto') {
    if (depth !== undefined) return 'bitmask';
    return isMeetFaster(n) && !lacksSimd ? 'meet' : 'bitmask';
  }
  const named = ALGORITHMS.find((one) => one === algorithm);
  if (named) return named;
  throw new UsageError(`algorithm must be auto, ${ALGORITHMS.join(' or ')}, not ${inWords(algorithm)}`);
}

/** Returns whether `meet` is the faster algorithm for n queens, if the processor has SIMD. */
export function isMeetFaster(n: number): boolean {
  return algorithmsFor(n).includes('meet') && n >= MEET_IS_FASTER_FROM;
}

function checkWholeNumber(name: string, value: number | undefined, least: number, most: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) return;
  throw new UsageError(`${name} must be a whole number from ${least} to ${most}, not ${inWords(value)}`);
}
