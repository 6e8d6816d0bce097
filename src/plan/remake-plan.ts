import { checkBoardSize } from '../board/masks.js';
import { UsageError } from '../errors/errors.js';
import { planBitmask } from './bitmask-plan.js';
import { planMeet } from './meet-plan.js';
import type { Plan, PlanRecipe } from './plan.js';

/** The description of a plan in a ledger, a database or a job: its recipe, and the hash that it must have. */
export interface NamedPlan extends PlanRecipe {
  readonly planHash: string;
}

/**
 * Makes a plan again from its recipe, and checks its hash. The threads and the memory of this machine do not matter.
 *
 * @param owner the file or run in the error.
 * @param remedy another way out in the error.
 * @param known an existing plan. It is returned if it is the right one, because making a large plan takes seconds.
 * @throws UsageError if this version of the program makes another plan from the recipe, or none.
 */
export function remakePlan(named: NamedPlan, owner: string, remedy: string, known?: Plan): Plan {
  const { n, algorithm, options, planHash } = named;
  if (known?.hash === planHash) return known;
  try {
    checkBoardSize(n);
    const plan = algorithm === 'bitmask' ? planBitmask(n, options.depth ?? 0) : planMeet(n, options);
    if (plan.hash === planHash) return plan;
    throw new Error(`its plan is ${planHash}; this version makes ${plan.hash} from the same options`);
  } catch (cause) {
    const reason = `${owner}: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw new UsageError(`${reason}. Finish it with the version that started it, or ${remedy}`, { cause });
  }
}
