/** The functions of a web worker that follows a ledger and recounts its subproblems. */
import type { KernelModules } from '../../../workers/kernels.js';
import type { RunStatus } from './follow-run.js';
import { LedgerFollower, type LedgerSource } from './ledger-follower.js';
import { type DrawnSubproblem, type Recount, Recounter } from './recounter.js';

let follower: LedgerFollower | undefined;
let recounter: Recounter | undefined;

/** Reads new results from a ledger. All calls in a worker are for the same ledger. */
export async function refresh(source: LedgerSource): Promise<RunStatus> {
  follower ??= new LedgerFollower(source);
  return follower.refresh();
}

/**
 * Draws a subproblem of the ledger at random, reports it and recounts it. The ledger must have been read.
 *
 * @returns undefined if all subproblems have been drawn.
 */
export function recount(modules: KernelModules, report: (drawn: DrawnSubproblem) => void): Recount | undefined {
  if (!follower) throw new Error('the ledger has not been read yet');
  recounter ??= new Recounter(follower.results, modules);
  const drawn = recounter.draw();
  if (!drawn) return undefined;
  report(drawn);
  return recounter.recount(drawn);
}
