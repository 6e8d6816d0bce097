import { checkBoardSize, LARGEST_BOARD } from '../board-size.js';
import { resolveThreads } from '../threads.js';
import { UsageError } from '../usage-error.js';
import { planBitmask, planBitmaskForThreads } from './bitmask-plan.js';
import { LEAST_MEET_N, MOST_MEET_N, planMeet } from './meet-plan.js';
import type { Plan, Share } from './plan.js';
import type { Algorithm } from './subproblem.js';

/** What to plan for; every field has a default. */
export interface PlanOptions {
  /** `auto`, the default, takes what measures fastest for this n. */
  readonly algorithm?: 'auto' | Algorithm | undefined;
  /** Worker threads; 0, the default, takes as many as the machine runs at a time. */
  readonly threads?: number | undefined;
  /** `bitmask` alone: rows that a subproblem fixes; by default 2, or more where that keeps all threads busy. */
  readonly depth?: number | undefined;
  /** `meet` alone: bytes that one thread may take for a subproblem; by default 256 MB. */
  readonly memory?: number | undefined;
}

/** Board sizes for which meet in the middle is the faster algorithm, whole processes compared (2026-11-21). */
const MEET_IS_FASTER_FROM = 14;

/**
 * Below these costs a count takes less time in the calling thread than starting threads would: some 30 ms, two threads
 * take as long to start and to load piscina (2026-11-21). In the unit of each algorithm: placements, microseconds.
 */
const COST_WORTH_THREADS: Readonly<Record<Algorithm, number>> = { bitmask: 10_000_000, meet: 50_000 };

/** A single worker thread counts no faster than the calling one: it is worth it when that must not stand still. */
const WORTH_A_SINGLE_THREAD = 10;

/** Whether the subproblems take long enough to start so many worker threads for it. */
export function isWorthThreads({ cost, algorithm }: Share, threads: number): boolean {
  return cost > COST_WORTH_THREADS[algorithm] * (threads > 1 ? 1 : WORTH_A_SINGLE_THREAD);
}

/**
 * The plan for a board of n x n: by the algorithm that is asked for, cut finely enough to keep the threads busy.
 *
 * @throws UsageError for options that cannot be used, or not together.
 */
export function choosePlan(n: number, options: PlanOptions = {}): Plan {
  checkBoardSize(n);
  const threads = resolveThreads(options.threads ?? 0);
  const { depth, memory } = options;
  checkWholeNumber('depth', depth, 0, LARGEST_BOARD);
  checkWholeNumber('memory', memory, 1, Number.MAX_SAFE_INTEGER);
  if (chooseAlgorithm(n, options) === 'meet') {
    const coarse = planMeet(n, { memory });
    return isWorthThreads(coarse, threads) ? planMeet(n, { memory, threads }) : coarse;
  }
  if (depth !== undefined) return planBitmask(n, depth);
  const coarse = planBitmask(n, 2);
  return isWorthThreads(coarse, threads) ? planBitmaskForThreads(n, threads) : coarse;
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
export function chooseAlgorithm(n: number, options: PlanOptions): Algorithm {
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

function namedAlgorithm(n: number, { algorithm = 'auto', depth, memory }: PlanOptions): Algorithm {
  if (algorithm === 'auto') {
    if (depth !== undefined) return 'bitmask';
    if (memory !== undefined) return 'meet';
    return algorithmsFor(n).includes('meet') && n >= MEET_IS_FASTER_FROM ? 'meet' : 'bitmask';
  }
  if (algorithm === 'meet' || algorithm === 'bitmask') return algorithm;
  throw new UsageError(`algorithm must be auto, bitmask or meet, not ${JSON.stringify(algorithm)}`);
}

function checkWholeNumber(name: string, value: number | undefined, least: number, most: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) return;
  throw new UsageError(`${name} must be a whole number from ${least} to ${most}, not ${value}`);
}
