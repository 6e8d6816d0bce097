// src/cli/counting reports on a count on stderr: the limits of this machine, the expected time of a long count, the
// progress, and a closing sentence. This file shows the progress and gives advice if a count is interrupted.

import type { CountResult, WatchOptions } from '../../core/count/count-task.js';
import { describeProgress, formatProgress, type Progress } from '../../core/runs/progress.js';
import type { LocalCountTask } from '../../node/count/local-count-task.js';
import { Interruption, runInterruptible } from '../../node/terminal/interruption.js';
import { createStatusLine } from '../../node/terminal/status-line.js';
import { isAnimated } from '../../node/terminal/terminal.js';
import type { Arguments } from '../options/commands.js';
import { type AnnouncementOptions, formatAnnouncement, noteLimits } from './announcement.js';

/** Options for the output of a count on stderr. */
export interface DisplayOptions extends Pick<Arguments<'count'>, 'progress' | 'quiet'>, AnnouncementOptions {
  /** Text in front of the line, such as `verification, `. */
  readonly title?: string | undefined;
  /** The noun for a subproblem, such as `piece`. */
  readonly unit?: string | undefined;
  readonly advice?: string | undefined;
}

/**
 * Finishes a count and shows its progress on stderr. SIGINT and SIGTERM stop it.
 *
 * @throws Interruption whose message includes the progress and the advice in `display`; the count's errors.
 */
export async function watchCount<T>(
  counting: { count(watch: WatchOptions): Promise<T> },
  display: DisplayOptions,
): Promise<T> {
  const { advice, unit } = display;
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
      error.message += `: ${describeProgress({ ...latest, seconds }, unit)}`;
      if (advice) error.message += `; ${advice}`;
    }
    throw error;
  } finally {
    shown.clear();
  }
}

/** Finishes a count of a whole board, as `watchCount` does, and returns its result. */
export async function watchResult(counting: LocalCountTask, display: DisplayOptions): Promise<CountResult> {
  return counting.result(await watchCount(counting, display));
}

/**
 * Prepares a count and its verification, or an audit. Sets the expected speed of each run and, unless `quiet` is set,
 * announces the expected time of a long count, recommends a checkpoint, and notes how this machine limits the count.
 */
export function prepare(counts: readonly LocalCountTask[], display: DisplayOptions): void {
  // A resumed run needs no expected speed, because its results show the speed.
  for (const counting of counts) if (counting.run.results.size === 0) counting.expect();
  if (display.quiet) return;
  const threads = Math.max(1, counts[0]?.fit.threads ?? 1);
  const forecasts = counts.map((counting) => ({ seconds: counting.forecast(), busy: counting.speed.busy }));
  process.stderr.write(formatAnnouncement(forecasts, { threads, ...display }));
  for (const counting of counts) noteLimits(counting);
}

const PLAIN_LINE_INTERVAL = 10_000;

/** Opens a display on stderr: an animated line on a terminal; elsewhere, with `always`, a plain line at intervals. */
async function openProgressDisplay({ quiet, progress, title, unit }: DisplayOptions) {
  let last = Number.NEGATIVE_INFINITY;
  if (!quiet && progress === 'always' && !isAnimated(process.stderr))
    return {
      show(now: Progress) {
        if (performance.now() - last < PLAIN_LINE_INTERVAL) return;
        last = performance.now();
        process.stderr.write(`${formatProgress(now, undefined, title, unit)}\n`);
      },
      clear() {},
    };
  const line = await createStatusLine(quiet);
  line.show(() => 'starting');
  return {
    show: (now: Progress) => line.show((columns) => formatProgress(now, columns, title, unit)),
    clear: () => line.clear(),
  };
}
