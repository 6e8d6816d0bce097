import { checkBoardSize } from '../board/masks.js';
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
 * @param known an existing plan. It is returned if it is the right one, because making a large plan takes seconds.
 * @throws Error if this version makes another plan from the recipe, or none. The caller adds the name of the file or run.
 */
export function remakePlan({ n, algorithm, options, planHash }: NamedPlan, known?: Plan): Plan {
  if (known?.hash === planHash) return known;
  checkBoardSize(n);
  const plan = algorithm === 'bitmask' ? planBitmask(n, options.depth ?? 0) : planMeet(n, options);
  if (plan.hash === planHash) return plan;
  throw new Error(`its plan is ${planHash}; this version makes ${plan.hash} from the same options`);
}
