import type { PlanOptions } from '../plan/choose-plan.js';
import type { Part } from '../plan/part.js';
import type { Plan } from '../plan/plan.js';

/** What is to be counted into a ledger file. */
export interface LedgerRequest {
  readonly n: number;
  /** What the user asked for. A plan that a file is of goes before what was not asked for. */
  readonly options: PlanOptions;
  readonly part?: Part | undefined;
  /** Take this plan for a new file, instead of one that `options` make. */
  readonly like?: Plan | undefined;
}
