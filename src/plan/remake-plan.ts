import { checkBoardSize } from '../board/masks.js';
import { planBitmask } from './bitmask-plan.js';
import { planMeet } from './meet-plan.js';
import type { Plan, PlanRecipe } from './plan.js';

/** A plan as a ledger, a database or a job names it: its recipe, and the hash that it must have. */
export interface NamedPlan extends PlanRecipe {
  readonly planHash: string;
}

/**
 * Makes a plan again from its recipe, and checks its hash: the same subproblems, whatever threads and memory this
 * machine has.
 *
 * @param known a plan made before: it is returned if it is the one wanted, because making a large one takes seconds.
 * @throws Error if this version makes another plan of it, or none: an older one may have cut finer, or needed less memory.
 *   The message names no file and no run: the caller does.
 */
export function remakePlan({ n, algorithm, options, planHash }: NamedPlan, known?: Plan): Plan {
  if (known?.hash === planHash) return known;
  checkBoardSize(n);
  const plan = algorithm === 'bitmask' ? planBitmask(n, options.depth ?? 0) : planMeet(n, options);
  if (plan.hash === planHash) return plan;
  throw new Error(`its plan is ${planHash}; this version makes ${plan.hash} of the same options`);
}
