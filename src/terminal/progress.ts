/** The progress of a count on stderr, while it runs and when it is interrupted. */
import { howFar, type ProgressFigures, progressLine } from '../text/progress-line.js';
import { Interruption, interruptible } from './interruption.js';
import { isAnimated, isColored, type When } from './terminal.js';

/** How to show progress, as the command line says. */
export interface ProgressOptions {
  readonly progress: When;
  readonly color: When;
  readonly quiet: boolean;
}

/** What a counting task is given: a signal that stops it, and where to report progress. */
export interface Watch {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ProgressFigures) => void;
}

/**
 * Runs a counting task: SIGINT and SIGTERM stop it, and its progress shows on stderr.
 *
 * @param howToGoOn what the user is told after an interruption, beside how far the task got.
 * @throws Interruption, which says how far the task got.
 */
export async function withProgress<T>(
  { progress, color, quiet }: ProgressOptions,
  task: (watch: Watch) => Promise<T>,
  howToGoOn?: string,
): Promise<T> {
  const display = await progressDisplay(quiet ? 'never' : progress, isColored(process.stderr, color));
  const start = performance.now();
  let latest: ProgressFigures | undefined;
  function onProgress(now: ProgressFigures): void {
    latest = now;
    display.show(now);
  }
  try {
    return await interruptible((signal) => task({ signal, onProgress }));
  } catch (error) {
    if (error instanceof Interruption && latest) {
      const seconds = (performance.now() - start) / 1000;
      error.message += `: ${howFar(latest, seconds)}${howToGoOn ? `; ${howToGoOn}` : ''}`;
    }
    throw error;
  } finally {
    display.clear();
  }
}

interface ProgressDisplay {
  show(progress: ProgressFigures): void;
  /** Removes what moves. */
  clear(): void;
}

const SILENT: ProgressDisplay = { show() {}, clear() {} };

/** Milliseconds between two plain lines, where nothing can move. */
const PLAIN_LINE_EVERY = 10_000;

/**
 * The display that suits stderr: a spinner where things can move; with `always`, elsewhere, a plain line every ten
 * seconds; else nothing.
 */
async function progressDisplay(when: When, color: boolean): Promise<ProgressDisplay> {
  if (when === 'never') return SILENT;
  if (isAnimated(process.stderr)) return spinner(color);
  return when === 'always' ? plainLines() : SILENT;
}

async function spinner(color: boolean): Promise<ProgressDisplay> {
  const { default: ora } = await import('ora'); // takes 40 ms to load: only where it is seen
  const spinner = ora({ text: 'starting', color: color ? 'cyan' : false, discardStdin: false }).start();
  return {
    show(progress) {
      spinner.text = progressLine(progress);
    },
    clear() {
      spinner.stop();
    },
  };
}

function plainLines(): ProgressDisplay {
  let last = Number.NEGATIVE_INFINITY;
  return {
    show(progress) {
      if (performance.now() - last < PLAIN_LINE_EVERY) return;
      last = performance.now();
      process.stderr.write(`${progressLine(progress)}\n`);
    },
    clear() {},
  };
}
