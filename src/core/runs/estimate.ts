/** Estimates of a run's progress between one finished subproblem and the next. All displays of a run use them. */
import type { PartialCount } from '../plan/partial-count.js';
import { largestCost, type Share } from '../plan/plan.js';
import type { Progress } from './progress.js';
import { Rate, REFERENCE_SPEED, type TimedCost } from './rate.js';

/** Fraction up to which a running subproblem counts as done. (It may take longer than estimated.) */
const ALMOST_DONE = 0.95;

/** Maximum fraction of an unfinished run, whose last subproblems may cost next to nothing. */
const UNFINISHED = 1 - 1e-9;

/**
 * Decrease in the estimated fraction up to which a run is not reported as behind, because the next increase makes up
 * for it.
 */
const NOISE = 0.01;

interface EstimateInput {
  /** Cost and number of all subproblems, then of the finished ones. */
  readonly cost: number;
  readonly subproblems: number;
  readonly finishedCost: number;
  readonly finished: number;
  /** Number of the count's threads, some of which may have no subproblem left; 0 if no thread is counting. */
  readonly threads: number;
  /** The fraction shown last; the estimate does not fall below it. By default 0. */
  readonly shown?: number;
  /** The running subproblems whose start is known. */
  readonly running: readonly Running[];
  readonly rate: Pick<Rate, 'speed' | 'workPerSecond'>;
}

/** A subproblem that is being counted: its whole cost, the seconds since its start, and its thread's speed if known. */
interface Running extends TimedCost {
  /** Cost that the thread counts per second, by its latest results. */
  readonly speed?: number | undefined;
}

type Estimate = Pick<Progress, 'fraction' | 'isBehind' | 'isAssumed' | 'secondsLeft' | 'workPerSecond' | 'threads'>;

/**
 * Estimates the progress of a run. A thread is as fast as its results show, or slower if its running subproblem takes
 * longer than estimated. A thread without results is as fast as the average, and before the first result all are as
 * fast as the reference machine. Time in which nothing is known to be running has no effect.
 */
export function estimateProgress(input: EstimateInput): Estimate {
  const { cost, subproblems, finishedCost, finished, running, rate, shown = 0 } = input;
  const left = subproblems - finished;
  const threads = left > 0 ? Math.min(input.threads, left) : input.threads;
  const { speed: measured, workPerSecond } = rate;
  const wholeRate = threads > 0 && workPerSecond !== undefined ? threads * workPerSecond : undefined;
  const isAssumed = left > 0 && measured === undefined;
  const known = { isAssumed, workPerSecond: wholeRate, threads };
  if (left <= 0) return { ...known, fraction: 1, isBehind: false, secondsLeft: 0 };

  const average = measured ?? REFERENCE_SPEED;
  const counting = running.map(({ cost: whole, seconds, speed = average }) => {
    const almostDone = ALMOST_DONE * whole;
    const isOverdue = whole > 0 && speed * seconds >= almostDone;
    const done = Math.min(almostDone, speed * seconds);
    return { done, left: whole - done, isOverdue, speed: isOverdue && !isAssumed ? almostDone / seconds : speed };
  });
  const estimated = cost > 0 ? Math.min((finishedCost + sum(counting.map(({ done }) => done))) / cost, UNFINISHED) : 0;
  const fraction = Math.max(estimated, shown);
  const others = Math.max(0, threads - running.length);
  const speed = (sum(counting.map((one) => one.speed)) + others * average) / (others + running.length);
  const longest = isAssumed ? 0 : Math.max(0, ...counting.map((one) => one.left / one.speed));
  return {
    ...known,
    fraction,
    isBehind: (counting.length > 0 && counting.every(({ isOverdue }) => isOverdue)) || estimated < shown - NOISE,
    secondsLeft: threads > 0 ? Math.max(((1 - fraction) * cost) / (threads * speed), longest) : undefined,
  };
}

/** A result with its subproblem's cost, and the id of the worker that counted it. */
export type WorkerResult = Pick<PartialCount, 'ended' | 'milliseconds' | 'work'> & {
  readonly cost: number;
  readonly worker: number;
};

/**
 * Measures the rate of all workers together and of each one, because machines differ, and come and go.
 *
 * @param latest results in about the order in which they ended.
 */
export function measureRates(latest: readonly WorkerResult[]) {
  const all = new Rate();
  const byWorker = new Map<number, Rate>();
  for (const result of latest) {
    const own = byWorker.get(result.worker) ?? new Rate();
    byWorker.set(result.worker, own);
    for (const rate of [all, own]) rate.add(result, result.cost);
  }
  return { all, byWorker };
}

/**
 * Estimates the thread time left, in seconds, while no thread is counting.
 *
 * @param fraction finished fraction of the work, from 0 to 1.
 * @param threadSeconds thread time of the finished subproblems.
 * @returns undefined before the first result.
 */
export function estimateThreadSeconds(fraction: number, threadSeconds: number): number | undefined {
  return fraction > 0 ? (threadSeconds * (1 - fraction)) / fraction : undefined;
}

/**
 * Estimates how many seconds it takes to count a share: at least as long as its most expensive subproblem takes.
 *
 * @param threads number of threads that count at once, at least 1.
 * @param slowdown a thread's time divided by the time that a thread of the reference machine takes.
 */
export function forecastSeconds(share: Share, threads: number, slowdown: number): number {
  return (slowdown / REFERENCE_SPEED) * Math.max(share.cost / threads, largestCost(share));
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
