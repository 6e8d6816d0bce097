// src/cli/counting says on stderr what happens to a count: the limits of this machine, the announcement of a long
// count, the progress, and a closing sentence. This file shows the progress and gives advice if a count is
// interrupted.

import type { WatchOptions } from '../../core/count/count-task.js';
import { describeProgress, type Progress } from '../../core/runs/progress.js';
import type { LocalCountTask } from '../../node/count/local-count-task.js';
import { measureSpeed } from '../../node/count/measurement.js';
import { Interruption, runInterruptible } from '../../node/terminal/interruption.js';
import { makeStatusLine } from '../../node/terminal/status-line.js';
import { assertShortEnough, type CountForecast, formatAnnouncement, MAX_WAIT } from './announcement.js';
import { noteLimits } from './machine-limits.js';
import { type DisplayOptions, openProgressDisplay } from './progress-display.js';

/** Minimum cost of a count that is preceded by a measurement, which takes a second; in milliseconds on one thread. */
const MIN_MEASURED_COST = 120_000;

/**
 * Finishes a count and shows its progress on stderr. SIGINT and SIGTERM stop it.
 *
 * @throws Interruption whose message tells the progress and the advice in `display`; the count's errors.
 */
export async function watchCount<T>(
  counting: { count(watch: WatchOptions): Promise<T> },
  display: DisplayOptions,
): Promise<T> {
  const { advice, unit, suggestCheckpoint } = display;
  const shown = await openProgressDisplay(display);
  let latest: Progress | undefined;
  let reportedAt = 0;
  function onProgress(now: Progress): void {
    latest = now;
    reportedAt = performance.now();
    shown.show(now);
  }
  try {
    return await runInterruptible((signal) => counting.count({ signal, onProgress }));
  } catch (error) {
    if (error instanceof Interruption && latest) {
      const seconds = latest.seconds + (performance.now() - reportedAt) / 1000;
      const isHopeless = suggestCheckpoint && (latest.secondsLeft ?? 0) > MAX_WAIT;
      error.message += `: ${describeProgress({ ...latest, seconds }, unit)}`;
      if (advice && !isHopeless) error.message += `; ${advice}`;
    }
    throw error;
  } finally {
    shown.clear();
  }
}

/**
 * Prepares a count and its verification, or an audit: sets the expected speed of their runs, and warns on stderr if the
 * machine limits them. For long counts, measures the speed, prints a forecast, and suggests a checkpoint.
 *
 * @param force whether to start counts that, as measured, would take more than a year.
 * @throws Interruption; UsageError if a count would take too long.
 */
export async function prepare(
  counts: readonly LocalCountTask[],
  display: DisplayOptions,
  force: boolean,
): Promise<void> {
  for (const counting of counts) if (counting.run.results.size === 0) counting.expect(); // otherwise results show it
  if (display.quiet) return;
  const isLong = counts.some(({ left, fit }) => left.cost * fit.slowdown >= MIN_MEASURED_COST);
  const forecasts = isLong
    ? await measureSpeeds(counts, force)
    : counts.map((counting) => ({ seconds: counting.forecast(), busy: 0 }));
  const threads = Math.max(1, counts[0]?.fit.threads ?? 1);
  process.stderr.write(formatAnnouncement(forecasts, { threads, ...display }));
  for (const counting of counts) noteLimits(counting);
}

/** Measures this machine and sets the speeds of the runs. @throws UsageError if a count would take too long. */
async function measureSpeeds(counts: readonly LocalCountTask[], force: boolean): Promise<CountForecast[]> {
  const status = await makeStatusLine(false);
  status.show(() => 'measuring this machine');
  const forecasts: CountForecast[] = [];
  try {
    for (const counting of counts) {
      const { slowdown, busy } = await runInterruptible((signal) => measureSpeed(counting, signal));
      const { left, fit } = counting;
      if (!force) assertShortEnough(left, { ...fit, slowdown }, busy);
      counting.expect(slowdown);
      forecasts.push({ seconds: counting.forecast(slowdown), busy });
    }
  } finally {
    status.clear();
  }
  return forecasts;
}
