import { checkBoardSize, LARGEST_BOARD } from '../board/board-size.js';
import { UsageError } from '../errors/errors.js';
import { planBitmask } from './bitmask-plan.js';
import { LEAST_MEET_N, MOST_MEET_N, planMeet } from './meet-plan.js';
import type { Plan, PlanRecipe } from './plan.js';
import { MOST_THREADS } from './threads.js';

/**
 * Makes a plan again from its recipe, wherever that was written down: the same subproblems, whatever this machine has
 * of threads and memory.
 *
 * @throws UsageError for a recipe that no plan was ever made from.
 */
export function remakePlan({ n, algorithm, options }: PlanRecipe): Plan {
  checkBoardSize(n);
  function option(name: string, least: number, most: number): number {
    const value = options[name];
    if (value !== undefined && Number.isInteger(value) && value >= least && value <= most) return value;
    throw new UsageError(`a ${algorithm} plan has a ${name} from ${least} to ${most}, not ${value}`);
  }
  if (algorithm === 'bitmask') return planBitmask(n, option('depth', 0, LARGEST_BOARD));
  if (n < LEAST_MEET_N || n > MOST_MEET_N) throw new UsageError(`there is no meet plan for n = ${n}`);
  return planMeet(n, {
    threads: option('threads', 1, MOST_THREADS),
    memory: option('memory', 1, Number.MAX_SAFE_INTEGER),
  });
}
