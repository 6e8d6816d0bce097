import { checkBoardSize } from '../board/masks.js';
import { UsageError } from '../errors/errors.js';
import { planBitmask } from './bitmask-plan.js';
import { planMeetCut } from './meet-plan.js';
import type { Plan, PlanRecipe } from './plan.js';

/** The recipe of a plan and its expected hash, as stored in a ledger, a database or a job. */
export interface StoredPlan extends PlanRecipe {
  readonly planHash: string;
}

/**
 * Remakes a plan from its recipe, and checks its hash.
 *
 * @param owner the plan's file or run, for the error message.
 * @param remedy an alternative for the user, for the error message.
 * @param known an existing plan, returned if it is the same, because making a large plan takes seconds.
 * @throws UsageError if this version of the program makes a different plan from the recipe, or cannot make one at all.
 */
export function remakePlan(named: StoredPlan, owner: string, remedy: string, known?: Plan): Plan {
  const { n, algorithm, options, planHash } = named;
  if (known && isSamePlan(known, named)) return known;
  try {
    checkBoardSize(n);
    const plan =
      algorithm === 'bitmask' ? planBitmask(n, options.depth ?? 0) : planMeetCut(n, options.splitColumns ?? 0);
    if (isSamePlan(plan, named)) return plan;
    throw new Error(`its plan is ${planHash}, but this version makes a different one from the same options`);
  } catch (cause) {
    const reason = `${owner}: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw new UsageError(`${reason}. Finish it with the version that started it, or ${remedy}`, { cause });
  }
}

/** Returns whether a plan matches both the hash and the recipe, which may contradict each other. */
function isSamePlan(plan: Plan, { n, algorithm, options, planHash }: StoredPlan): boolean {
  const isSame = plan.hash === planHash && plan.n === n && plan.algorithm === algorithm;
  return isSame && JSON.stringify(plan.options) === JSON.stringify(options);
}
