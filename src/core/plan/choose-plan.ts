import { checkBoardSize, MAX_BOARD_SIZE } from '../board/masks.js';
import { checkInteger, describeValue, UsageError } from '../errors/errors.js';
import { planBitmask, refineBitmask } from './bitmask-plan.js';
import { MAX_MEET_N, MIN_MEET_N, planMeet, planMeetCoarsely } from './meet-plan.js';
import { type Part, threadsOfParts } from './part.js';
import { MAX_THREADS, type Plan } from './plan.js';
import { runSteps, type Steps } from './steps.js';
import { ALGORITHMS, type Algorithm, type BitmaskSubproblem, type MeetSubproblem } from './subproblem.js';

/** Options of a plan, besides n. All are optional. */
export interface PlanOptions {
  /** By default `auto`, the fastest algorithm for n. */
  readonly algorithm?: 'auto' | Algorithm | undefined;
  /** For `bitmask` only: number of rows that a subproblem fixes. By default 2, or more to keep all threads busy. */
  readonly depth?: number | undefined;
  /** One part of the count, planned for a fixed number of threads. By default the whole count. */
  readonly part?: Part | undefined;
}

/** Picks the options that determine a plan from an object that may contain other options. */
export function pickPlanOptions({ algorithm, depth }: PlanOptions) {
  return { algorithm, depth } satisfies Record<Exclude<keyof PlanOptions, 'part'>, unknown>;
}

/** The smallest n at which meet beats bitmask, startup included. At n = 14, meet takes 1.05 to 1.09 times as long. */
const CROSSOVER_N = 15;

/**
 * Cost, in milliseconds, above which a plan is cut for several threads. A cheaper count ends before the threads have
 * started. For `bitmask`, the limit is lower than necessary, because parts must have the same plans as in version
 * 0.2.0, whose kernel was slower.
 */
const MIN_COST_TO_CUT: Readonly<Record<Algorithm, number>> = { bitmask: 5, meet: 50 };

/** Options of a plan, with the number of threads to plan for, from 1 to 1024, by default 1. */
type ThreadedPlanOptions = PlanOptions & { readonly threads?: number | undefined };

/** The largest depth of a coarse plan. */
const COARSE_DEPTH = 2;

type CoarsePlan = Plan<BitmaskSubproblem> | Plan<MeetSubproblem>;

/**
 * Builds the plan for n queens, with enough subproblems to keep the threads busy. The plan depends only on the
 * arguments, so it is the same on every machine.
 *
 * @throws UsageError if an option is invalid.
 */
export function* choosePlan(n: number, options: ThreadedPlanOptions = {}): Steps<Plan> {
  const coarse = planCoarsely(n, options);
  yield;
  return yield* refinePlan(coarse, options);
}

/**
 * Builds the plan that every other plan for n begins with: all the work in a few large subproblems. It takes at most
 * 0.1 s, but refining it for 28 queens takes 14 s (2026-11-28), so a count that would take too long is refused first.
 *
 * @throws UsageError if an option is invalid.
 */
export function planCoarsely(n: number, options: PlanOptions): CoarsePlan {
  const { algorithm, depth } = checkPlanOptions(n, options);
  return algorithm === 'meet' ? runSteps(planMeetCoarsely(n)) : runSteps(planBitmask(n, Math.min(depth, COARSE_DEPTH)));
}

/**
 * Refines a coarse plan for the given number of threads, or to the depth in the options. A short count needs no finer
 * plan. For a part, `threads` is ignored: the number of parts decides, so every machine builds the same plan.
 *
 * @throws UsageError if the number of threads is invalid, or the depth gives too many subproblems.
 */
export function* refinePlan(coarse: CoarsePlan, { depth, part, threads = 1 }: ThreadedPlanOptions): Steps<Plan> {
  const wanted = checkInteger('threads', part ? threadsOfParts(part.m) : threads, 1, MAX_THREADS);
  if (depth !== undefined && depth > COARSE_DEPTH) return yield* planBitmask(coarse.n, depth);
  if (depth !== undefined || coarse.cost <= MIN_COST_TO_CUT[coarse.algorithm]) return coarse;
  return coarse.algorithm === 'meet' ? yield* planMeet(coarse.n, wanted) : yield* refineBitmask(coarse, wanted);
}

/**
 * Checks the options of a plan.
 *
 * @returns the algorithm for n, and the depth, which only `bitmask` uses.
 * @throws UsageError if an option is invalid.
 */
export function checkPlanOptions(n: number, options: PlanOptions) {
  checkBoardSize(n);
  const depth = checkInteger('depth', options.depth === undefined ? COARSE_DEPTH : options.depth, 0, MAX_BOARD_SIZE);
  return { algorithm: chooseAlgorithm(n, options), depth };
}

export function algorithmsFor(n: number): readonly Algorithm[] {
  return n >= MIN_MEET_N && n <= MAX_MEET_N ? ['meet', 'bitmask'] : ['bitmask'];
}

/**
 * Chooses the algorithm for a plan with the given options.
 *
 * @throws UsageError if the algorithm cannot count n queens or does not support one of the options.
 */
export function chooseAlgorithm(n: number, { algorithm = 'auto', depth }: PlanOptions): Algorithm {
  const hasMeet = algorithmsFor(n).includes('meet');
  if (algorithm === 'auto') return hasMeet && n >= CROSSOVER_N && depth === undefined ? 'meet' : 'bitmask';
  if (!ALGORITHMS.includes(algorithm))
    throw new UsageError(`algorithm must be auto, ${ALGORITHMS.join(' or ')}, not ${describeValue(algorithm)}`);
  if (algorithm === 'meet' && !hasMeet)
    throw new UsageError(`meet supports n from ${MIN_MEET_N} to ${MAX_MEET_N}, not ${n}. Use bitmask for this n`);
  if (algorithm === 'meet' && depth !== undefined)
    throw new UsageError('meet has no depth option; use bitmask, or leave the option out');
  return algorithm;
}
