/** Estimates of a run's progress between one finished subproblem and the next. All displays of a run use them. */
import type { PartialCount } from '../plan/partial-count.js';
import { largestCost, type Share } from '../plan/plan.js';
import { guessSeconds } from './activity.js';
import type { Progress } from './progress.js';
import { Rate, REFERENCE_SPEED, type TimedCost } from './rate.js';

/** Fraction up to which a running subproblem counts as done. (It may take longer than estimated.) */
const ALMOST_DONE = 0.95;

/**
 * Decrease in the estimated fraction up to which a run is not reported as behind, because the next increase makes up
 * for it.
 */
const NOISE = 0.01;

interface RunSums {
  /** Cost and number of all subproblems, then of the finished ones. */
  readonly cost: number;
  readonly subproblems: number;
  readonly finishedCost: number;
  readonly finished: number;
  /** Number of the count's threads, some of which may have no subproblem left; 0 if no thread is counting. */
  readonly threads: number;
  /** The fraction shown last; the estimate does not fall below it. By default 0. */
  readonly shown?: number;
}

interface EstimateInput extends RunSums {
  /** The running subproblems, each with its whole cost and the seconds since its start. */
  readonly running: readonly TimedCost[];
  readonly rate: Pick<Rate, 'timed' | 'workPerSecond'>;
}

type Estimate = Pick<Progress, 'fraction' | 'isBehind' | 'secondsLeft' | 'workPerSecond' | 'threads'>;

/**
 * Estimates the progress of a run. A subproblem that takes longer than estimated is a sign that the threads have become
 * slower, so the time left grows until that subproblem ends.
 */
export function estimateProgress(input: EstimateInput): Estimate {
  const { cost, subproblems, finishedCost, finished, running, rate, shown = 0 } = input;
  const left = subproblems - finished;
  const threads = left > 0 ? Math.min(input.threads, left) : input.threads;
  const { timed, workPerSecond } = rate;
  const wholeRate = threads > 0 && workPerSecond !== undefined ? threads * workPerSecond : undefined;
  if (left <= 0) return { fraction: 1, isBehind: false, secondsLeft: 0, workPerSecond: wholeRate, threads };

  const isMeasured = timed.cost > 0 && timed.seconds > 0;
  const speed = isMeasured ? timed.cost / timed.seconds : REFERENCE_SPEED;
  const almostDone = running.map((one) => ({ cost: ALMOST_DONE * one.cost, seconds: one.seconds }));
  const overdue = almostDone.filter((one) => speed * one.seconds >= one.cost);
  const done = finishedCost + sum(almostDone.map((one) => Math.min(one.cost, speed * one.seconds)));
  const estimated = cost > 0 ? Math.min(done / cost, 1) : 0;
  const fraction = Math.max(estimated, shown);
  const slowed = [timed, ...overdue];
  const secondsPerCost = sum(slowed.map((one) => one.seconds)) / sum(slowed.map((one) => one.cost));
  return {
    fraction,
    isBehind: (running.length > 0 && overdue.length === running.length) || estimated < shown - NOISE,
    secondsLeft: isMeasured && threads > 0 ? ((1 - fraction) * cost * secondsPerCost) / threads : undefined,
    workPerSecond: wholeRate,
    threads,
  };
}

/** A result from which to estimate the speed of a run, with the cost of its subproblem. */
export type CostedResult = Pick<PartialCount, 'ended' | 'milliseconds' | 'work'> & { readonly cost: number };

/**
 * Estimates the progress of a run of which only sums and the latest results are known.
 *
 * @param latest results in the order in which they ended, at least one for each thread; none if no thread is counting.
 */
export function estimateFromSums(sums: RunSums, latest: readonly CostedResult[]): Estimate {
  const left = sums.subproblems - sums.finished;
  const meanCost = Math.max(0, sums.cost - sums.finishedCost) / Math.max(1, left);
  const ends = latest.map(({ ended }) => ended);
  const running = guessSeconds(ends, Math.min(sums.threads, left)).map((seconds) => ({ cost: meanCost, seconds }));
  const rate = new Rate();
  for (const result of latest) rate.add(result, result.cost);
  return estimateProgress({ ...sums, running, rate });
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
