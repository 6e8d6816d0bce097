import { checkBoardSize, LARGEST_BOARD } from '../board/masks.js';
import { UsageError } from '../errors/errors.js';
import { planBitmask } from './bitmask-plan.js';
import { LEAST_MEET_N, MOST_MEET_N, planMeet } from './meet-plan.js';
import type { Plan, PlanRecipe } from './plan.js';
import { MOST_THREADS } from './threads.js';

/** A plan as a ledger, a database or a job names it: its recipe, and the hash that it must have. */
export interface NamedPlan extends PlanRecipe {
  readonly planHash: string;
}

/** Another version of the program made this plan. The message names no file and no run: the caller does. */
export class OtherPlanError extends Error {
  override readonly name = 'OtherPlanError';
}

/**
 * Makes a plan again from its recipe, and checks its hash: the same subproblems, whatever threads and memory this
 * machine has.
 *
 * @param known a plan made before: it is returned if it is the one wanted, because making a large one takes seconds.
 * @throws UsageError for a recipe that no plan was ever made from; OtherPlanError if this version makes another plan of
 *   it, or none.
 */
export function remakePlan({ planHash, ...recipe }: NamedPlan, known?: Plan): Plan {
  if (known?.hash === planHash) return known;
  const plan = fromRecipe(recipe, planHash);
  if (plan.hash === planHash) return plan;
  throw new OtherPlanError(`its plan is ${planHash}; this version makes ${plan.hash} of the same options`);
}

function fromRecipe({ n, algorithm, options }: PlanRecipe, planHash: string): Plan {
  checkBoardSize(n);
  function option(name: string, least: number, most: number): number {
    const value = options[name];
    if (value !== undefined && Number.isInteger(value) && value >= least && value <= most) return value;
    throw new UsageError(`a ${algorithm} plan has a ${name} from ${least} to ${most}, not ${value}`);
  }
  if (algorithm === 'bitmask') return planBitmask(n, option('depth', 0, LARGEST_BOARD));
  if (n < LEAST_MEET_N || n > MOST_MEET_N) throw new UsageError(`there is no meet plan for n = ${n}`);
  const threads = option('threads', 1, MOST_THREADS);
  const memory = option('memory', 1, Number.MAX_SAFE_INTEGER);
  try {
    return planMeet(n, { threads, memory });
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause;
    // Subproblems of an older version may have needed less memory.
    const reason = `its plan is ${planHash}; this version makes none of the same options, because ${cause.message}`;
    throw new OtherPlanError(reason, { cause });
  }
}
