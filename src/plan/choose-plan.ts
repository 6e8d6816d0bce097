import { checkBoardSize, LARGEST_BOARD } from '../board/masks.js';
import { inWords, UsageError } from '../errors/errors.js';
import { planBitmask, refineForThreads } from './bitmask-plan.js';
import {
  complete,
  DEFAULT_MEMORY,
  LEAST_MEET_N,
  LEAST_MEMORY,
  MOST_MEET_N,
  planMeetInSteps,
  type Steps,
} from './meet-plan.js';
import { type Part, threadsOfParts } from './part.js';
import { MOST_THREADS, type Plan, type Share, type ThreadChoice } from './plan.js';
import { ALGORITHMS, type Algorithm } from './subproblem.js';
import { DEFAULT_THREAD_MEMORY, isWorthThreads, plannedThreads } from './thread-count.js';

/** Options that say what to count, beside n. Every field has a default. */
export interface PlanOptions {
  /** By default `auto`, the fastest algorithm for n. */
  readonly algorithm?: 'auto' | Algorithm | undefined;
  /** Number of rows that a subproblem fixes, for `bitmask` only. By default 2, or more to keep all threads busy. */
  readonly depth?: number | undefined;
  /** Memory that a thread may use for a subproblem, in bytes, for `meet` only. By default 256 MB. */
  readonly memory?: number | undefined;
  /** One part of the count, with a plan that does not depend on the machine. By default the whole count. */
  readonly part?: Part | undefined;
}

/** Returns the options that choose a plan for n, from an object that may have others. */
export function planOptionsOf({ algorithm, depth, memory }: PlanOptions) {
  return { algorithm, depth, memory } satisfies Record<Exclude<keyof PlanOptions, 'part'>, unknown>;
}

/** The smallest n for which a whole process takes less time with meet than with bitmask. */
const MEET_IS_FASTER_FROM = 14;

/**
 * Makes the plan for n queens, with enough subproblems to keep the threads busy.
 *
 * @throws UsageError if an option is invalid, or if two options exclude each other.
 */
export function choosePlan(n: number, options: PlanOptions & ThreadChoice = {}): Plan {
  return complete(choosePlanInSteps(n, options));
}

/** Makes the plan for n queens in many steps, because large plans take seconds. Throws the errors of `choosePlan`. */
export function* choosePlanInSteps(n: number, options: PlanOptions & ThreadChoice = {}): Steps<Plan> {
  const { depth, memory, part, threads = 1 } = options;
  if (part) return yield* choosePlanInSteps(n, { ...planOptionsOf(options), threads: threadsOfParts(part.m) });
  checkBoardSize(n);
  checkWholeNumber('threads', threads, 1, MOST_THREADS);
  checkWholeNumber('depth', depth, 0, LARGEST_BOARD);
  checkWholeNumber('memory', memory, LEAST_MEMORY, Number.MAX_SAFE_INTEGER);
  if (chooseAlgorithm(n, options) === 'meet') {
    const limitThreads = (coarsest: Share) => threadsToPlanFor(coarsest, options);
    return yield* planMeetInSteps(n, { memory: memory ?? fittingMemory(options), threads }, limitThreads);
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

/** Returns the default memory of a thread for `meet`, or less if this machine has no room for one such thread. */
function fittingMemory({ memoryAtHand = Number.POSITIVE_INFINITY }: ThreadChoice): number {
  const missing = DEFAULT_THREAD_MEMORY - memoryAtHand;
  return missing > 0 ? Math.max(DEFAULT_MEMORY - missing, LEAST_MEMORY) : DEFAULT_MEMORY;
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

function namedAlgorithm(n: number, options: PlanOptions & ThreadChoice): Algorithm {
  const { algorithm = 'auto', depth, memory, lacksSimd = false } = options;
  if (algorithm === 'auto') {
    if (depth !== undefined) return 'bitmask';
    if (memory !== undefined) return 'meet';
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
