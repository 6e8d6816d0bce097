/** Counts with a forecast at the start, progress during the count, and advice after an interruption. */
import { KERNEL_SLOWDOWNS } from '../../workers/kernels.js';
import type { WatchOptions } from '../count/count-task.js';
import type { LocalCountTask } from '../count/local-count-task.js';
import { describeProgress, type Progress } from '../runs/progress.js';
import { Interruption, runInterruptible } from '../terminal/interruption.js';
import { makeStatusLine } from '../terminal/status-line.js';
import { announcement, type CountForecast, expectedTime, MAX_WAIT, measureAndForecast } from './announcement.js';
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
    return await runInterruptible((signal) => counting.finish({ signal, onProgress }));
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
 * machine limits them. If they take long, measures the speed, prints a forecast, and recommends a checkpoint.
 *
 * @throws Interruption
 */
export async function prepare(counts: readonly LocalCountTask[], display: DisplayOptions): Promise<void> {
  let isLong = false;
  for (const counting of counts) {
    const { run, left, kernel } = counting;
    const slowdown = KERNEL_SLOWDOWNS[kernel][left.algorithm];
    if (run.results.size === 0) run.expect(slowdown * threadsPerCore(counting)); // otherwise the earlier results show the speed
    isLong ||= left.cost * slowdown >= WORTH_A_FORECAST;
  }
  if (display.quiet) return;
  const times = isLong ? await measure(counts) : counts.map(expectedTime);
  const threads = Math.max(1, counts[0]?.threads ?? 1);
  process.stderr.write(announcement(times, { threads, ...display }));
  for (const counting of counts) noteLimits(counting);
}

/** Returns how many threads share a core, at least 1. Each of them is slower by this factor. */
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
