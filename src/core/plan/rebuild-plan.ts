import { checkBoardSize } from '../board/masks.js';
import { messageOf, UsageError } from '../errors/errors.js';
import { plural } from '../text/numbers.js';
import { planBitmask } from './bitmask-plan.js';
import { FORMER_BAND_ROWS, MAX_MEET_N, MAX_SPLIT_COLUMNS, MIN_MEET_N, planMeetCut } from './meet-plan.js';
import { hashPlan, type Plan, type PlanRecipe } from './plan.js';
import type { Steps } from './steps.js';

/** A plan's recipe, expected hash and size, as stored in a ledger, a database or a job. */
export interface StoredPlan extends PlanRecipe {
  readonly planHash: string;
  readonly subproblems: number;
}

/**
 * Rebuilds a plan from its recipe and checks its size and its hash. The limit on a plan's subproblems applies, because
 * anyone can write a file whose plan would fill the memory.
 *
 * @param owner the plan's file or run, for the error message.
 * @param remedy what else the user can do, for the error message.
 * @param known an existing plan, returned if it is the same, because building a large plan takes seconds.
 * @throws UsageError if this version of the program builds a different plan from the recipe, or none at all.
 */
export function* rebuildPlan(named: StoredPlan, owner: string, remedy: string, known?: Plan): Steps<Plan> {
  const { n, planHash, subproblems } = named;
  if (known && (yield* isSamePlan(known, named))) return known;
  try {
    checkBoardSize(n);
    for (const candidate of candidatePlans(named)) {
      const plan = yield* candidate;
      if (yield* isSamePlan(plan, named)) return plan;
    }
    const size = plural(subproblems, 'subproblem');
    throw new Error(
      `its plan has hash ${planHash} and ${size}, but this version builds a different plan from the same options`,
    );
  } catch (cause) {
    const reason = `${owner}: ${messageOf(cause)}`;
    throw new UsageError(`${reason}. Finish it with the version that started it, or ${remedy}`, { cause });
  }
}

/** Yields the plan that this version builds from a recipe, then that of version 0.2.0 if it had other band rows. */
function* candidatePlans({ n, algorithm, options }: PlanRecipe): Generator<Steps<Plan>> {
  const { depth = 0, splitColumns = 0 } = options;
  yield algorithm === 'bitmask' ? planBitmask(n, depth) : planMeetCut(n, splitColumns);
  const formerRows = FORMER_BAND_ROWS[n];
  if (algorithm === 'meet' && formerRows !== undefined) yield planMeetCut(n, splitColumns, formerRows);
}

/** Yields every plan for n that this version or version 0.2.0 can build. Some have too many subproblems. */
export function* listPlans(n: number): Generator<Steps<Plan>> {
  if (n >= MIN_MEET_N && n <= MAX_MEET_N)
    for (let splitColumns = 0; splitColumns <= Math.min(n, MAX_SPLIT_COLUMNS); splitColumns++)
      yield* candidatePlans({ n, algorithm: 'meet', options: { splitColumns } });
  for (let depth = 0; depth <= n; depth++) yield* candidatePlans({ n, algorithm: 'bitmask', options: { depth } });
}

/** Returns whether a plan matches the hash, the size and the recipe, which may contradict each other. */
function* isSamePlan(plan: Plan, { n, algorithm, options, planHash, subproblems }: StoredPlan): Steps<boolean> {
  if (plan.subproblems.length !== subproblems) return false; // first, because hashing takes time
  const isSame = plan.n === n && plan.algorithm === algorithm && (yield* hashPlan(plan)) === planHash;
  return isSame && JSON.stringify(plan.options) === JSON.stringify(options);
}
