import type { Executor } from '../executors/executor.js';
import { type Ledger, record, unfinished } from '../ledger/ledger.js';
import { mostExpensiveFirst, type Share, shareOf } from '../plan/plan.js';
import { type Progress, ProgressAccount } from './progress.js';

/** How a caller watches a count, and stops it. */
export interface WatchOptions {
  /** Stops the count, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called when counting begins, and after each subproblem. What it throws stops the count. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** How a caller watches a count, knowing how fast this machine is. */
export interface ForecastOptions {
  /** Seconds that one thread takes for a unit of estimated cost: without it there is no time left to tell at first. */
  readonly secondsPerCost?: number | undefined;
}

/** How a ledger was filled. */
export interface Filling {
  /** Threads that counted; of a cluster, those of its workers at the end. */
  readonly threads: number;
  /** Subproblems that the ledger held before. */
  readonly resumed: number;
  /** Wall clock. */
  readonly seconds: number;
}

/** Those of a share's subproblems that its ledger lacks. */
export function leftOf(share: Share, ledger: Ledger): Share {
  return shareOf(share, unfinished(share.subproblems, ledger));
}

/**
 * Has an executor count what is left of a share, the most expensive subproblems first, enters the results in the
 * ledger, and closes the executor. It needs nothing of Node: the page calls it in a browser.
 *
 * @param left what the ledger lacks, if the caller knows it already.
 * @throws ImpossibleCountError, ConflictError, WorkerDeathError or OutOfMemoryError if the counts cannot be trusted or
 *   finished; the signal's reason if it was stopped; what the ledger throws. What was entered before stays entered.
 */
export async function countUnfinished(
  share: Share,
  ledger: Ledger,
  executor: Executor,
  { signal, onProgress, secondsPerCost }: WatchOptions & ForecastOptions = {},
  left = leftOf(share, ledger),
): Promise<Filling> {
  const start = performance.now();
  const account = new ProgressAccount(share, executor, secondsPerCost);
  const resumed = share.subproblems.length - left.subproblems.length;
  account.foundFinished(resumed, share.cost - left.cost);
  try {
    onProgress?.(account.now());
    await executor.run(
      mostExpensiveFirst(left.subproblems),
      async (subproblem, partial) => {
        if (await record(ledger, subproblem, partial)) account.finished(subproblem, partial);
        onProgress?.(account.now());
      },
      signal,
    );
  } finally {
    await executor.close();
  }
  return { threads: executor.threads, resumed, seconds: (performance.now() - start) / 1000 };
}
