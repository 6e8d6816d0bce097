import * as bitmask from '../../../src/core/plan/bitmask-plan.js';
import * as choose from '../../../src/core/plan/choose-plan.js';
import * as meet from '../../../src/core/plan/meet-plan.js';
import type { Plan } from '../../../src/core/plan/plan.js';
import * as rebuild from '../../../src/core/plan/rebuild-plan.js';
import { runSteps } from '../../../src/core/plan/steps.js';
import type { BitmaskSubproblem, MeetSubproblem } from '../../../src/core/plan/subproblem.js';

// Builds plans without pauses, for tests.

export function choosePlan(...args: Parameters<typeof choose.choosePlan>): Plan {
  return runSteps(choose.choosePlan(...args));
}

export function rebuildPlan(...args: Parameters<typeof rebuild.rebuildPlan>): Plan {
  return runSteps(rebuild.rebuildPlan(...args));
}

export function planBitmask(n: number, depth: number): Plan<BitmaskSubproblem> {
  return runSteps(bitmask.planBitmask(n, depth));
}

/** Plans for a number of threads, even a count that is too short for several threads. */
export function planMeet(n: number, { threads = 1 }: { readonly threads?: number } = {}): Plan<MeetSubproblem> {
  return runSteps(meet.planMeet(n, threads));
}
