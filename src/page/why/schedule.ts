import { countBitmaskReadably } from '../../../workers/bitmask-readable.js';
import { dearestFirst, type Plan } from '../../plan/plan.js';
import type { BitmaskSubproblem } from '../../plan/subproblem.js';

/** A subproblem on a thread. Time goes by queens placed. */
export interface Task {
  readonly subproblem: BitmaskSubproblem;
  readonly thread: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Which thread counts what, and when: as in a run, the subproblem with the largest estimate goes first, and a thread
 * that is free takes the next one.
 */
export function schedule(plan: Plan<BitmaskSubproblem>, threads: number): readonly Task[] {
  const freeAt = Array<number>(threads).fill(0);
  return Array.from(dearestFirst(plan.subproblems), (subproblem) => {
    const start = Math.min(...freeAt);
    const thread = freeAt.indexOf(start);
    const end = start + countBitmaskReadably(subproblem).work;
    freeAt[thread] = end;
    return { subproblem, thread, start, end };
  });
}
