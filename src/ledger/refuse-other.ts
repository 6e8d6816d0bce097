import { UsageError } from '../errors/errors.js';
import { type AskedPlan, differences } from '../plan/differences.js';
import type { LedgerHeader } from './header.js';
import type { LedgerRequest } from './request.js';

/** @throws UsageError if a file holds something else than what is asked for; what was not asked for may be anything. */
export function refuseOther(file: string, header: LedgerHeader, request: LedgerRequest): void {
  const { like, part } = request;
  const other = differences(header, like ? { ...like, planHash: like.hash, part } : { ...askedOf(request), part });
  if (other !== '') throw new UsageError(`${file} holds ${other}`);
}

/** @throws UsageError if the plan to take for a new file is not of what is asked for besides. */
export function refuseOtherPlan(request: LedgerRequest): void {
  const { like } = request;
  const other = like ? differences({ ...like, planHash: like.hash }, askedOf(request)) : '';
  if (other !== '') throw new UsageError(`the plan to count by is of ${other}`);
}

function askedOf({ n, options: { algorithm, depth, memory } }: LedgerRequest): AskedPlan {
  return { n, algorithm, options: { depth, memory } };
}
