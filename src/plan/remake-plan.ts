import { checkBoardSize, LARGEST_BOARD } from '../board/masks.js';
import { UsageError } from '../errors/errors.js';
import { planBitmask } from './bitmask-plan.js';
import { LEAST_MEET_N, MOST_MEET_N, planMeet } from './meet-plan.js';
import { MOST_THREADS, type Plan, type PlanRecipe } from './plan.js';
import type { Algorithm } from './subproblem.js';

/** A plan as a ledger, a database or a job names it: its recipe, and the hash that it must have. */
export interface NamedPlan extends PlanRecipe {
  readonly planHash: string;
}

/** Another version of the program made this plan. The message names no file and no run: the caller does. */
export class OtherPlanError extends Error {
  override readonly name = 'OtherPlanError';
}

/** The options of a recipe, each with its range. */
const OPTIONS: Readonly<Record<Algorithm, Readonly<Record<string, readonly [least: number, most: number]>>>> = {
  bitmask: { depth: [0, LARGEST_BOARD] },
  meet: { threads: [1, MOST_THREADS], memory: [1, Number.MAX_SAFE_INTEGER] },
};

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
  checkRecipe(recipe);
  const plan = fromRecipe(recipe, planHash);
  if (plan.hash === planHash) return plan;
  throw new OtherPlanError(`its plan is ${planHash}; this version makes ${plan.hash} of the same options`);
}

function checkRecipe({ n, algorithm, options }: PlanRecipe): void {
  checkBoardSize(n);
  if (algorithm === 'meet' && (n < LEAST_MEET_N || n > MOST_MEET_N)) {
    throw new UsageError(`there is no meet plan for n = ${n}`);
  }
  for (const [name, [least, most]] of Object.entries(OPTIONS[algorithm])) {
    const value = options[name];
    if (value !== undefined && Number.isInteger(value) && value >= least && value <= most) continue;
    throw new UsageError(`a ${algorithm} plan has a ${name} from ${least} to ${most}, not ${value}`);
  }
}

function fromRecipe({ n, algorithm, options }: PlanRecipe, planHash: string): Plan {
  try {
    return algorithm === 'bitmask' ? planBitmask(n, options.depth ?? 0) : planMeet(n, options);
  } catch (cause) {
    // An older version may have cut finer, or needed less memory.
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `its plan is ${planHash}; this version makes none of the same options, because ${reason}`;
    throw new OtherPlanError(message, { cause });
  }
}
