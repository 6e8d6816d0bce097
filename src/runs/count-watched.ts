import type { OnStart } from '../executors/executor.js';
import { ConflictError, type Ledger } from '../ledger/ledger.js';
import type { WatchedRun } from './watched-run.js';

/** Counts what a ledger lacks, telling which worker begins what. */
type Counting = (ledger: Ledger, watching: { readonly signal: AbortSignal; readonly onStart: OnStart }) => unknown;

/**
 * Counts a run that is watched, in this process: on the server's threads, or in a browser. The run takes the state in
 * which that ends, with the reason if it failed. Called again after a stop, it goes on from what is finished.
 *
 * @param signal stops it.
 * @returns a promise that never rejects.
 */
export async function countWatched(run: WatchedRun, count: Counting, signal: AbortSignal): Promise<void> {
  run.begin();
  try {
    await count(run.ledger, { signal, onStart: (id, worker) => run.started(id, worker) });
    run.turn('finished');
  } catch (error) {
    if (signal.aborted) return run.turn('stopped');
    if (error instanceof ConflictError) run.conflict();
    run.turn('failed', error instanceof Error ? error.message : String(error));
  }
}
