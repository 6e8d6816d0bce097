import { ConflictError } from '../ledger/ledger.js';
import type { WatchedRun } from './watched-run.js';

/**
 * Counts a watched run in this process: on the server's threads, or in a browser. At the end the run is finished, stopped,
 * or failed with the reason. Called again after a stop, it goes on from what is finished.
 *
 * @param count counts what the run's ledger lacks.
 * @param signal stops it.
 * @returns a promise that never rejects.
 */
export async function countWatched(run: WatchedRun, count: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  run.setState('counting');
  try {
    await count();
    run.setState('finished');
  } catch (error) {
    if (signal.aborted) return run.setState('stopped');
    const state = error instanceof ConflictError ? 'conflict' : 'failed';
    run.setState(state, error instanceof Error ? error.message : String(error));
  }
}
