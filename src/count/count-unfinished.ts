import type { Executor } from '../executors/executor.js';
import { type Ledger, record, unfinished } from '../ledger/ledger.js';
import { dearestFirst, type Share, shareOf } from '../plan/plan.js';
import { type Progress, ProgressAccount } from './progress.js';

/** What whoever runs a count may want of it. */
export interface Watching {
  /** Stops the count, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called when the run begins, and after each subproblem. What it throws stops the run. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Of a share, what its ledger lacks. */
export function leftOf(share: Share, ledger: Ledger): Share {
  return shareOf(share, unfinished(share.subproblems, ledger));
}

/**
 * Has an executor count what is left of a share, the dearest first, and enters it in the ledger. Knows nothing of Node:
 * the page runs it in a browser.
 *
 * @param left what the ledger lacks, for who has found that out already.
 * @throws as `fillLedger` does. What was entered before stays entered.
 */
export async function countUnfinished(
  share: Share,
  ledger: Ledger,
  executor: Executor,
  { signal, onProgress }: Watching = {},
  left = leftOf(share, ledger),
): Promise<void> {
  const account = new ProgressAccount(share, executor);
  account.foundFinished(share.subproblems.length - left.subproblems.length, share.cost - left.cost);
  onProgress?.(account.now());
  await executor.run(
    dearestFirst(left.subproblems),
    async (subproblem, partial) => {
      if (await record(ledger, subproblem, partial)) account.finished(subproblem, partial);
      onProgress?.(account.now());
    },
    signal,
  );
}
