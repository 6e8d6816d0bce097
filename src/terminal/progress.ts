/** Shows the progress of a count on stderr: during the count, and after an interruption. */
import { howFar, type Progress, type ProgressWords, progressLine } from '../text/progress-line.js';
import { Interruption, interruptible } from './interruption.js';
import type { ProgressDisplay } from './spinner.js';
import { print, terminal } from './standard-streams.js';
import { isAnimated, isColored, type When } from './terminal.js';

/** Command-line options for progress. */
export interface ProgressOptions extends ProgressWords {
  readonly progress: When;
  readonly quiet: boolean;
}

/** The arguments of a counting task: an abort signal, and a function to call at least twice a second. */
interface Watch {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/**
 * Executes a counting task and shows its progress on stderr. SIGINT and SIGTERM stop it.
 *
 * @param advice how to resume, for the message after an interruption.
 * @throws Interruption with the progress of the task.
 */
export async function withProgress<T>(
  { progress, quiet, ...words }: ProgressOptions,
  task: (watch: Watch) => Promise<T>,
  advice?: string,
): Promise<T> {
  const display = await progressDisplay(quiet ? 'never' : progress, words);
  let latest: Progress | undefined;
  let reportedAt = 0;
  function onProgress(now: Progress): void {
    latest = now;
    reportedAt = performance.now();
    display.show(now);
  }
  try {
    return await interruptible((signal) => task({ signal, onProgress }));
  } catch (error) {
    if (error instanceof Interruption && latest) {
      const seconds = latest.seconds + (performance.now() - reportedAt) / 1000;
      error.message += `: ${howFar({ ...latest, seconds }, words.unit)}${advice ? `; ${advice}` : ''}`;
    }
    throw error;
  } finally {
    display.clear();
  }
}

const SILENT: ProgressDisplay = { show() {}, clear() {} };

/** Milliseconds between two plain lines. */
const PLAIN_LINE_EVERY = 10_000;

/**
 * Chooses the display of progress: a spinner on a terminal that can be animated. Elsewhere nothing is shown, or with
 * `always` a plain line every ten seconds.
 */
async function progressDisplay(when: When, words: ProgressWords): Promise<ProgressDisplay> {
  if (when === 'never') return SILENT;
  // spinner.ts loads ora, which takes 40 ms. It must be a file of its own, because cached code cannot import packages.
  const stderr = terminal(2);
  if (isAnimated(stderr)) return (await import('./spinner.js')).spinner(isColored(stderr), words);
  return when === 'always' ? plainLines(words) : SILENT;
}

function plainLines(words: ProgressWords): ProgressDisplay {
  let last = Number.NEGATIVE_INFINITY;
  return {
    show(progress) {
      if (performance.now() - last < PLAIN_LINE_EVERY) return;
      last = performance.now();
      print(2, `${progressLine(progress, undefined, words)}\n`);
    },
    clear() {},
  };
}
