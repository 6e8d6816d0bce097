/** The progress of a count on stderr: an animated line on a terminal, plain lines elsewhere. */
import { formatProgress, type Progress } from '../runs/progress.js';
import { makeStatusLine } from '../terminal/status-line.js';
import { isAnimated, type ProgressMode } from '../terminal/terminal.js';

/** Options of the terminal, for what a count shows on stderr. */
export interface DisplayOptions {
  readonly progress: ProgressMode;
  readonly quiet: boolean;
  /** Words before the line, such as `verification, `. */
  readonly title?: string | undefined;
  /** The noun for a subproblem, such as `piece`. */
  readonly unit?: string | undefined;
  /** What will take the announced time. By default `count`. */
  readonly noun?: 'count' | 'audit' | undefined;
  /** Advice to print after an interruption. */
  readonly advice?: string | undefined;
  /** Whether to recommend a checkpoint for a long count. */
  readonly suggestCheckpoint?: boolean | undefined;
}

/** A way to show progress: an animated line, plain lines, or nothing. */
interface ProgressDisplay {
  show(progress: Progress): void;
  /** Removes the animated line. */
  clear(): void;
}

/** Milliseconds between two plain lines. */
const PLAIN_LINE_EVERY = 10_000;

/**
 * Chooses the display of progress: a changing line on a terminal that can be animated. Elsewhere nothing is shown, or
 * with `always` a plain line every ten seconds.
 */
export async function progressDisplay({ quiet, progress, title, unit }: DisplayOptions): Promise<ProgressDisplay> {
  if (!quiet && progress === 'always' && !isAnimated(process.stderr)) {
    return plainLines((now) => formatProgress(now, undefined, title, unit));
  }
  const line = await makeStatusLine(quiet);
  line.show(() => 'starting');
  return {
    show: (now) => line.show((columns) => formatProgress(now, columns, title, unit)),
    clear: () => line.clear(),
  };
}

function plainLines(describe: (progress: Progress) => string): ProgressDisplay {
  let last = Number.NEGATIVE_INFINITY;
  return {
    show(progress) {
      if (performance.now() - last < PLAIN_LINE_EVERY) return;
      last = performance.now();
      process.stderr.write(`${describe(progress)}\n`);
    },
    clear() {},
  };
}
