import type { WatchOptions } from '../count/count-unfinished.js';
import type { Progress } from '../count/progress.js';
import { formatSeconds } from '../text/durations.js';
import { formatCount, plural } from '../text/numbers.js';
import { Interruption, interruptible } from './interruption.js';
import { progressDisplay } from './progress-display.js';
import type { When } from './terminal.js';

/** What a task shows while it runs. */
export interface Display {
  readonly progress: When;
  readonly quiet: boolean;
  readonly color: boolean;
  /** What whoever interrupts the task is told beside how far it got: how to go on. */
  readonly afterwards?: string;
}

/**
 * Runs a counting task: signals stop it, and its progress shows on stderr.
 *
 * @throws Interruption, which says how far the task got.
 */
export async function withProgress<T>(
  { progress, quiet, color, afterwards }: Display,
  task: (running: Required<WatchOptions>) => Promise<T>,
): Promise<T> {
  const display = await progressDisplay(quiet ? 'never' : progress, color);
  const start = performance.now();
  let latest: Progress | undefined;
  function onProgress(now: Progress): void {
    latest = now;
    display.show(now);
  }
  try {
    return await interruptible((signal) => task({ signal, onProgress }));
  } catch (error) {
    if (error instanceof Interruption && latest) {
      error.message += `: ${howFar(latest, (performance.now() - start) / 1000)}${afterwards ? `; ${afterwards}` : ''}`;
    }
    throw error;
  } finally {
    display.clear();
  }
}

/** @param seconds since it began: the latest progress may be old where others count. */
function howFar({ finished, subproblems, part }: Progress, seconds: number): string {
  const percent = `${Math.floor(100 * part)} %`;
  return `${formatCount(finished)} of ${plural(subproblems, 'subproblem')} counted (${percent}) in ${formatSeconds(seconds)}`;
}
