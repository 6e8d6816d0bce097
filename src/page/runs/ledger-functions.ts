/** The functions of a web worker that follows a ledger and recounts its subproblems. */
import type { KernelModules } from '../../../workers/kernels.js';
import { OutOfMemoryError } from '../../core/errors/errors.js';
import type { PartialCount } from '../../core/plan/partial-count.js';
import type { RunStatus } from '../parts/follow-run.js';
import { count } from '../worker/count-subproblem.js';
import { LedgerFollower, type LedgerSource } from './ledger-follower.js';

export interface DrawnSubproblem {
  /** Its index in the plan, from 0. */
  readonly index: number;
  /** Its count and time in the ledger. */
  readonly recorded: Pick<PartialCount, 'count' | 'milliseconds'>;
}

export interface Recount extends DrawnSubproblem {
  readonly counted: number;
}

let follower: LedgerFollower | undefined;

/** Indexes of the subproblems that have not been drawn yet. */
let left: number[] | undefined;

/** Reads new results from a ledger. All calls in a worker are for the same ledger. */
export async function refresh(source: LedgerSource): Promise<RunStatus> {
  follower ??= new LedgerFollower(source);
  return follower.refresh();
}

/**
 * Draws a subproblem of the ledger at random, reports it and recounts it, which takes seconds. The ledger must have
 * been read and must contain all results.
 *
 * @returns undefined if all subproblems have been drawn.
 * @throws OutOfMemoryError if the browser lacks memory.
 */
export function recount(modules: KernelModules, report: (drawn: DrawnSubproblem) => void): Recount | undefined {
  if (!follower) throw new Error('the ledger has not been read yet');
  const { results } = follower;
  left ??= results.plan.subproblems.map((_, index) => index);
  const [index = -1] = left.splice(Math.floor(Math.random() * left.length), 1);
  const subproblem = results.plan.subproblems[index];
  const recorded = subproblem && results.get(subproblem.id);
  if (!recorded) return undefined;
  report({ index, recorded });
  const reply = count({ subproblem, modules });
  if ('outOfMemory' in reply) throw new OutOfMemoryError(reply.outOfMemory);
  return { index, recorded, counted: reply.count };
}
