/**
 * cluster/: a run that is counted on many machines, with PostgreSQL in the middle. The coordinator's side begins here;
 * the worker's side begins in worker/work.ts.
 */

import { type CountResult, resultOf } from '../count/count.js';
import { countUnfinished, type Filling, type WatchOptions } from '../count/count-unfinished.js';
import type { Ledger } from '../ledger/ledger.js';
import { type ClusterParts, clusterExecutor, refuseEnded } from './executor.js';
import { finishIfComplete } from './ledger/end-run.js';
import { loadResults, NewResults } from './ledger/results.js';
import { type Run, standingOf } from './ledger/runs.js';

/** A run that was counted, and the ledger that its total is of. */
export interface CountedRun {
  readonly result: CountResult;
  readonly ledger: Ledger;
}

/**
 * Has the workers count what a run's ledger lacks, and finishes the run with what stands in the ledger then. While this
 * process waited, or slept, results may have been forgotten or lost: what it took for counted is counted again.
 *
 * @throws as the executor and `loadResults` do; the signal's reason if it was aborted.
 */
export async function countRun(parts: Omit<ClusterParts, 'news'>, watching: WatchOptions): Promise<CountedRun> {
  const { database, run, note } = parts;
  const { signal } = watching;
  let filling: Filling | undefined;
  for (;;) {
    const standing = await standingOf(database, run);
    refuseEnded(run, standing);
    // A run that is being counted may lack second counts, or a decision about a conflict.
    const mayFinish = filling !== undefined || standing.state === 'finished';
    const finished = mayFinish ? await finishIfComplete(database, run, { signal, note }) : undefined;
    if (finished)
      return {
        result: resultOf(run.plan, finished, { kernel: 'fast', ...(filling ?? allFromBefore(run)) }),
        ledger: finished.ledger,
      };
    if (filling) note(`of run ${run.name}, results were set aside, forgotten or lost; they are counted again`);
    const news = new NewResults(database, run);
    await news.skip();
    const ledger = await loadResults(database, run, { signal, note });
    filling = await countUnfinished(run.plan, ledger, clusterExecutor({ ...parts, news }), watching);
  }
}

function allFromBefore({ plan }: Run): Filling {
  return { threads: 0, resumed: plan.subproblems.length, seconds: 0 };
}
