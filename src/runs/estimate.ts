/** Estimates of a run between two ends of subproblems. All displays of a run use them. */
import type { Progress } from './progress.js';

/** Speed of a thread of the reference machine, in milliseconds of cost per second. */
export const REFERENCE_SPEED = 1000;

/** Maximum fraction of a running subproblem that counts as done, because it may take longer than estimated. */
const ALMOST_DONE = 0.95;

/** Decrease of the estimated fraction that is not worth a word, because the next increase makes up for it. */
const NOISE = 0.01;

/** Estimated cost, and the seconds that a thread has spent on it. */
export interface Spent {
  readonly cost: number;
  readonly seconds: number;
}

/** What is known about a run at a moment. */
interface Known {
  /** Cost and number of all subproblems, and of the finished ones. */
  readonly cost: number;
  readonly subproblems: number;
  readonly finishedCost: number;
  readonly finished: number;
  /** The running subproblems: their whole costs, and the seconds since their starts. */
  readonly running: readonly Spent[];
  /** The work that shows the speed of a thread. Its seconds are 0 if the speed is unknown. */
  readonly pace: Spent;
  /** Number of counting threads; 0 if nobody counts. */
  readonly threads: number;
  /** The fraction that was shown before, which does not fall. By default 0. */
  readonly shown?: number;
}

/** The estimated figures of a run. */
export type Estimate = Pick<Progress, 'fraction' | 'secondsLeft' | 'isBehind'>;

/**
 * Estimates the progress of a run. A subproblem that takes longer than estimated shows that the threads are slower than
 * they were, so the time left grows until it ends.
 */
export function estimate(known: Known): Estimate {
  const { cost, subproblems, finishedCost, finished, running, pace, threads, shown = 0 } = known;
  const left = subproblems - finished;
  if (left === 0) return { fraction: 1, secondsLeft: 0, isBehind: false };
  const isPaced = pace.seconds > 0;
  const speed = isPaced ? pace.cost / pace.seconds : REFERENCE_SPEED;
  const almostDone = running.map((one) => ({ ...one, cost: ALMOST_DONE * one.cost }));
  const overdue = almostDone.filter((one) => speed * one.seconds >= one.cost);
  const done = finishedCost + sum(almostDone.map((one) => Math.min(one.cost, speed * one.seconds)));
  const estimated = cost > 0 ? Math.min(done / cost, 1) : 1;
  const fraction = Math.max(estimated, shown);
  const slowed = [pace, ...overdue];
  const secondsPerCost = sum(slowed.map((one) => one.seconds)) / sum(slowed.map((one) => one.cost));
  return {
    fraction,
    secondsLeft:
      isPaced && threads > 0 ? ((1 - fraction) * cost * secondsPerCost) / Math.min(threads, left) : undefined,
    isBehind: (running.length > 0 && overdue.length === running.length) || estimated < shown - NOISE,
  };
}

/** Adds up numbers. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
