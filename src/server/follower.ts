import { reasonOf } from '../errors/system.js';
import type { RunUpdate } from '../runs/run-update.js';
import type { WatchedRun } from '../runs/watched-run.js';

/** What reads a run as it goes on. */
export interface Follower {
  update(since?: string): RunUpdate;
  close(): void;
}

/**
 * Looks at a run at once, and again and again, the next time so many milliseconds after a look is through: looks never
 * pile up. What goes wrong is told of the run; the next look may find it well again.
 *
 * @param run the run as it was read last.
 */
export async function follow(
  run: () => WatchedRun,
  look: () => Promise<void>,
  milliseconds: number,
): Promise<Follower> {
  let timer: NodeJS.Timeout;
  let isClosed = false;
  async function lookOn(): Promise<void> {
    try {
      await look();
    } catch (error) {
      run().turn('failed', reasonOf(error));
    }
    if (!isClosed) timer = setTimeout(lookOn, milliseconds);
  }
  await lookOn();
  return {
    update: (since) => run().update(since),
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
