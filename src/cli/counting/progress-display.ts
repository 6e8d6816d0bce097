/** Shows the progress of a count on stderr: an animated line on a terminal or, with --progress always, plain lines. */
import { formatProgress, type Progress } from '../../core/runs/progress.js';
import { createStatusLine } from '../../node/terminal/status-line.js';
import { isAnimated } from '../../node/terminal/terminal.js';
import type { Arguments } from '../options/commands.js';

/** Options for the output of a count on stderr. */
export interface DisplayOptions extends Pick<Arguments<'count'>, 'progress' | 'quiet'> {
  /** Text in front of the line, such as `verification, `. */
  readonly title?: string | undefined;
  /** The noun for a subproblem, such as `piece`. */
  readonly unit?: string | undefined;
  /** Noun for the whole task in its announcement; by default `count`. */
  readonly noun?: 'count' | 'audit' | undefined;
  readonly advice?: string | undefined;
  /** Whether to recommend a checkpoint for a long count. */
  readonly suggestCheckpoint?: boolean | undefined;
}

const PLAIN_LINE_INTERVAL = 10_000;

/**
 * Opens a progress display: an animated line if the terminal supports it. Elsewhere, `always` shows a plain line
 * every ten seconds, and `auto` shows nothing.
 */
export async function openProgressDisplay({ quiet, progress, title, unit }: DisplayOptions) {
  if (quiet) return { show() {}, clear() {} };
  if (progress === 'always' && !isAnimated(process.stderr)) {
    return createPlainDisplay((now) => formatProgress(now, undefined, title, unit));
  }
  const line = await createStatusLine(false);
  line.show(() => 'starting');
  return {
    show: (now: Progress) => line.show((columns) => formatProgress(now, columns, title, unit)),
    clear: () => line.clear(),
  };
}

function createPlainDisplay(describe: (progress: Progress) => string) {
  let last = Number.NEGATIVE_INFINITY;
  return {
    show(progress: Progress) {
      if (performance.now() - last < PLAIN_LINE_INTERVAL) return;
      last = performance.now();
      process.stderr.write(`${describe(progress)}\n`);
    },
    clear() {},
  };
}
