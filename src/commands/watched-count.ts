/** Counts with a forecast at the start, progress during the count, and advice after an interruption. */
import type { WatchOptions } from '../count/counting.js';
import type { LocalCounting } from '../count/local-counting.js';
import { KERNEL_SLOWDOWNS } from '../plan/subproblem.js';
import { howFar, type Progress } from '../runs/progress.js';
import { Interruption, interruptible } from '../terminal/interruption.js';
import { statusLine } from '../terminal/terminal.js';
import { announcement, type Estimate, estimate, expectedTime, LONGEST_WAIT } from './announcement.js';
import { noteLimits } from './machine-limits.js';
import { type DisplayOptions, progressDisplay } from './progress-display.js';

/** Shortest count whose forecast is worth a second of measuring, in milliseconds of one thread. */
const WORTH_A_FORECAST = 60_000;

/**
 * Finishes a count and shows its progress on stderr. SIGINT and SIGTERM stop it.
 *
 * @throws Interruption with the progress and the advice of `display`; errors of the count.
 */
export async function watched<T>(
  counting: { finish(watch: WatchOptions): Promise<T> },
  display: DisplayOptions,
): Promise<T> {
  const { advice, unit, suggestCheckpoint } = display;
  const shown = await progressDisplay(display);
  let latest: Progress | undefined;
  let reportedAt = 0;
  function onProgress(now: Progress): void {
    latest = now;
    reportedAt = performance.now();
    shown.show(now);
  }
  try {
    return await interruptible((signal) => counting.finish({ signal, onProgress }));
  } catch (error) {
    if (error instanceof Interruption && latest) {
      const seconds = latest.seconds + (performance.now() - reportedAt) / 1000;
      const isHopeless = suggestCheckpoint && (latest.secondsLeft ?? 0) > LONGEST_WAIT;
      error.message += `: ${howFar({ ...latest, seconds }, unit)}${advice && !isHopeless ? `; ${advice}` : ''}`;
    }
    throw error;
  } finally {
    shown.clear();
  }
}

/**
 * Prepares a count and its verification, or an audit: sets the expected speed of their runs, and says on stderr where this
 * machine limits them. If they take long, measures the speed, prints a forecast, and recommends a checkpoint.
 *
 * @throws Interruption
 */
export async function prepare(counts: readonly LocalCounting[], display: DisplayOptions): Promise<void> {
  for (const { run, left, kernel } of counts) run.slowdown = KERNEL_SLOWDOWNS[kernel][left.algorithm];
  const isLong = counts.some(({ run, left }) => left.cost * (run.slowdown ?? 1) >= WORTH_A_FORECAST);
  if (display.quiet) return;
  const times = isLong ? await measure(counts) : counts.map(expectedTime);
  const threads = Math.max(1, counts[0]?.threads ?? 1);
  process.stderr.write(announcement(times, { threads, ...display }));
  for (const counting of counts) noteLimits(counting);
}

/** Measures this machine, and sets the speeds of the runs. */
async function measure(counts: readonly LocalCounting[]): Promise<Estimate[]> {
  const status = statusLine(false);
  status.show('measuring this machine');
  const times: Estimate[] = [];
  try {
    for (const counting of counts) {
      const estimated = await estimate(counting);
      counting.run.slowdown = estimated.slowdown;
      times.push(estimated);
    }
  } finally {
    status.clear();
  }
  return times;
}
