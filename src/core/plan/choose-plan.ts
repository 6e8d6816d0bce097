import { checkBoardSize, MAX_BOARD_SIZE } from '../board/masks.js';
import { checkInteger, describeValue, UsageError } from '../errors/errors.js';
import { planBitmask, planDepth, refineBitmask } from './bitmask-plan.js';
import { chooseMeetCut, subproblemsOfCut } from './meet-cuts.js';
import { MAX_MEET_N, MIN_MEET_N, planMeetCut, refineMeet } from './meet-plan.js';
import { type Part, threadsOfParts } from './part.js';
import { createShare, MAX_THREADS, type Plan, type Share } from './plan.js';
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

/**
 * Builds the plan for n queens, with enough subproblems to keep the threads busy. The plan depends only on the
 * arguments, so it is the same on every machine.
 *
 * @throws UsageError if an option is invalid.
 */
export function choosePlan(n: number, options: ThreadedPlanOptions = {}): Plan {
  return runSteps(planInSteps(n, options));
}

/** Does the same as `choosePlan`, but in steps. */
export function* planInSteps(n: number, options: ThreadedPlanOptions): Steps<Plan> {
  return yield* refinePlan(yield* planCoarsely(n, options), options);
}

type CoarsePlan = Plan<BitmaskSubproblem> | Plan<MeetSubproblem>;

/**
 * Builds a plan for one thread, with the fewest subproblems that the options allow.
 *
 * @throws UsageError if an option is invalid.
 */
export function* planCoarsely(n: number, options: PlanOptions): Steps<CoarsePlan> {
  const { algorithm, depth } = checkPlanOptions(n, options);
  return algorithm === 'meet' ? yield* planMeetCut(n, 0) : yield* planDepth(n, depth);
}

/**
 * Refines a coarse plan for the given number of threads, unless the count is short or the options set the depth. For a
 * part, `threads` is ignored: the number of parts decides, so every machine builds the same plan.
 *
 * @throws UsageError if the number of threads is invalid.
 */
export function* refinePlan(coarsest: CoarsePlan, { depth, part, threads = 1 }: ThreadedPlanOptions): Steps<Plan> {
  const wanted = checkInteger('threads', part ? threadsOfParts(part.m) : threads, 1, MAX_THREADS);
  if (depth !== undefined || coarsest.cost <= MIN_COST_TO_CUT[coarsest.algorithm]) return coarsest;
  return coarsest.algorithm === 'meet' ? yield* refineMeet(coarsest, wanted) : yield* refineBitmask(coarsest, wanted);
}

/**
 * Returns all the work for n queens as a few large subproblems, for an early forecast. From n = 22 on, their cost is
 * within 3% of the plan's. For 27 queens, creating them takes 0.1 s, whereas planning takes 4 s (2026-11-28).
 *
 * @throws UsageError if an option is invalid.
 */
export function outlineWork(n: number, options: PlanOptions): Share {
  const { algorithm } = checkPlanOptions(n, options);
  if (algorithm === 'bitmask') return planBitmask(n, 2);
  return createShare({ n, algorithm }, runSteps(subproblemsOfCut(n, { ...chooseMeetCut(n, 0), givenQueens: 2 })));
}

/**
 * Checks the options of a plan.
 *
 * @returns the algorithm for n, and the depth of the coarsest plan, which only `bitmask` uses.
 * @throws UsageError if an option is invalid.
 */
export function checkPlanOptions(n: number, options: PlanOptions) {
  checkBoardSize(n);
  const depth = checkInteger('depth', options.depth === undefined ? 2 : options.depth, 0, MAX_BOARD_SIZE);
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
export function chooseAlgorithm(n: number, options: PlanOptions): Algorithm {
  const algorithm = resolveAlgorithm(n, options);
  if (algorithm === 'meet' && !algorithmsFor(n).includes('meet')) {
    throw new UsageError(`meet supports n from ${MIN_MEET_N} to ${MAX_MEET_N}, not ${n}. Use bitmask for this n`);
  }
  if (algorithm === 'meet' && options.depth !== undefined) {
    throw new UsageError('meet has no depth option; use bitmask, or leave the option out');
  }
  return algorithm;
}

function resolveAlgorithm(n: number, options: PlanOptions): Algorithm {
  const { algorithm = 'auto', depth } = options;
  if (algorithm === 'auto') {
    if (depth !== undefined) return 'bitmask';
    return algorithmsFor(n).includes('meet') && n >= CROSSOVER_N ? 'meet' : 'bitmask';
  }
  const named = ALGORITHMS.find((one) => one === algorithm);
  if (named) return named;
  throw new UsageError(`algorithm must be auto, ${ALGORITHMS.join(' or ')}, not ${describeValue(algorithm)}`);
}
