/** Estimates of a run between two ends of subproblems. All displays of a run use them. */
import { REFERENCE_SPEED } from './speed.js';

/** Maximum fraction of a running subproblem that counts as done, because it may take longer than estimated. */
const ALMOST_DONE = 0.95;

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
}

/** Estimated progress of a run. */
export interface Estimate {
  /** Finished fraction of the estimated work, from 0 to 1. Running subproblems count by their elapsed time. */
  readonly fraction: number;
  /** Estimated seconds left; undefined if the speed is unknown or nobody counts. */
  readonly secondsLeft: number | undefined;
  /**
   * True while every running subproblem takes longer than estimated. Nobody knows when one will end, so less than the
   * fraction may be done, and more than the seconds may be left.
   */
  readonly isOverdue: boolean;
}

/**
 * Estimates the progress of a run. A subproblem that takes longer than estimated shows that the threads are slower than
 * they were, so the time left grows until it ends.
 */
export function estimate({ cost, subproblems, finishedCost, finished, running, pace, threads }: Known): Estimate {
  const left = subproblems - finished;
  if (left === 0) return { fraction: 1, secondsLeft: 0, isOverdue: false };
  const isKnown = pace.seconds > 0;
  const speed = isKnown ? pace.cost / pace.seconds : REFERENCE_SPEED;
  const almostDone = running.map((one) => ({ ...one, cost: ALMOST_DONE * one.cost }));
  const overdue = almostDone.filter((one) => speed * one.seconds >= one.cost);
  const done = finishedCost + sum(almostDone.map((one) => Math.min(one.cost, speed * one.seconds)));
  const slowed = [pace, ...overdue];
  const secondsPerCost = sum(slowed.map(({ seconds }) => seconds)) / sum(slowed.map((one) => one.cost));
  return {
    fraction: cost > 0 ? Math.min(done / cost, 1) : 1,
    secondsLeft:
      isKnown && threads > 0 ? (Math.max(0, cost - done) * secondsPerCost) / Math.min(threads, left) : undefined,
    isOverdue: overdue.length > 0 && overdue.length === running.length,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
