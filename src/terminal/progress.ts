/** Shows the progress of a count on stderr, while it runs and when it is interrupted. */
import { howFar, type Progress, type ProgressWords, progressLine } from '../text/progress-line.js';
import { Interruption, interruptible } from './interruption.js';
import type { ProgressDisplay } from './spinner.js';
import { print, standardError } from './standard-streams.js';
import { isAnimated, isColored, type When } from './terminal.js';

/** Options of the command line for progress. */
export interface ProgressOptions extends ProgressWords {
  readonly progress: When;
  readonly color: When;
  readonly quiet: boolean;
}

/** A signal that stops a counting task, and a function to call with its progress, at least twice a second. */
interface Watch {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/**
 * Runs a counting task: SIGINT and SIGTERM stop it, and its progress shows on stderr.
 *
 * @param howToGoOn advice for the user after an interruption.
 * @throws Interruption with the progress of the task.
 */
export async function withProgress<T>(
  { progress, color, quiet, ...words }: ProgressOptions,
  task: (watch: Watch) => Promise<T>,
  howToGoOn?: string,
): Promise<T> {
  const display = await progressDisplay(quiet ? 'never' : progress, color, words);
  let latest: Progress | undefined;
  function onProgress(now: Progress): void {
    latest = now;
    display.show(now);
  }
  try {
    return await interruptible((signal) => task({ signal, onProgress }));
  } catch (error) {
    if (error instanceof Interruption && latest) {
      error.message += `: ${howFar(latest, words.unit)}${howToGoOn ? `; ${howToGoOn}` : ''}`;
    }
    throw error;
  } finally {
    display.clear();
  }
}

const SILENT: ProgressDisplay = { show() {}, clear() {} };

/** Milliseconds between two plain lines, if the line cannot be animated. */
const PLAIN_LINE_EVERY = 10_000;

/**
 * Chooses the display for stderr: a spinner if it can be animated; otherwise, with `always`, a plain line every ten seconds;
 * otherwise nothing.
 */
async function progressDisplay(when: When, color: When, words: ProgressWords): Promise<ProgressDisplay> {
  if (when === 'never') return SILENT;
  // A file of its own, which loads ora: that takes 40 ms, and the program's code cache allows no import of a package.
  const stderr = standardError();
  if (isAnimated(stderr)) return (await import('./spinner.js')).spinner(isColored(stderr, color), words);
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
