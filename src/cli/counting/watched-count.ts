/** Announces long counts, shows the progress of all counts, and gives advice if one is interrupted. */
import { KERNEL_SLOWDOWNS } from '../../../workers/kernels.js';
import type { WatchOptions } from '../../core/count/count-task.js';
import { describeProgress, type Progress } from '../../core/runs/progress.js';
import type { LocalCountTask } from '../../node/count/local-count-task.js';
import { Interruption, runInterruptible } from '../../node/terminal/interruption.js';
import { makeStatusLine } from '../../node/terminal/status-line.js';
import { type CountForecast, estimateTime, formatAnnouncement, MAX_WAIT, measureAndForecast } from './announcement.js';
import { noteLimits } from './machine-limits.js';
import { type DisplayOptions, openProgressDisplay } from './progress-display.js';

/** Minimum cost of a count that is preceded by a measurement, which takes a second; in milliseconds on one thread. */
const MIN_MEASURED_COST = 120_000;

/**
 * Finishes a count, and shows its progress on stderr. SIGINT and SIGTERM stop it.
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
 * @throws Interruption
 */
export async function prepare(counts: readonly LocalCountTask[], display: DisplayOptions): Promise<void> {
  let isLong = false;
  for (const counting of counts) {
    const { run, left, kernel } = counting;
    const slowdown = KERNEL_SLOWDOWNS[kernel][left.algorithm];
    // Earlier results show the real speed.
    if (run.results.size === 0) run.expect(slowdown * threadsPerCore(counting));
    isLong ||= left.cost * slowdown >= MIN_MEASURED_COST;
  }
  if (display.quiet) return;
  const times = isLong ? await measure(counts) : counts.map(estimateTime);
  const threads = Math.max(1, counts[0]?.threads ?? 1);
  process.stderr.write(formatAnnouncement(times, { threads, ...display }));
  for (const counting of counts) noteLimits(counting);
}

/** Returns the number of threads that share a core, at least 1. Each thread is slower by this factor. */
function threadsPerCore({ threads, machine }: LocalCountTask): number {
  return Math.max(1, threads / machine.cores);
}

/** Measures this machine, and sets the speeds of the runs. */
async function measure(counts: readonly LocalCountTask[]): Promise<CountForecast[]> {
  const status = await makeStatusLine(false);
  status.show(() => 'measuring this machine');
  const forecasts: CountForecast[] = [];
  try {
    for (const counting of counts) {
      const forecast = await measureAndForecast(counting);
      counting.run.expect(forecast.slowdown * threadsPerCore(counting));
      forecasts.push(forecast);
    }
  } finally {
    status.clear();
  }
  return forecasts;
}
