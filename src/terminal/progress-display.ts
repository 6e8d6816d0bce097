import type { Progress } from '../count/progress.js';
import { progressLine } from './progress-line.js';
import { isAnimated, type When } from './terminal.js';

/** Shows the progress of a run on stderr. */
export interface ProgressDisplay {
  show(progress: Progress): void;
  /** Removes what moves. */
  clear(): void;
}

const SILENT: ProgressDisplay = { show() {}, clear() {} };

/** Milliseconds between two plain lines, where nothing may move. */
const PLAIN_LINE_EVERY = 10_000;

/**
 * The display that suits stderr: a spinner where things can move; with `always`, elsewhere a plain line every ten
 * seconds; else nothing.
 */
export async function progressDisplay(when: When, color: boolean): Promise<ProgressDisplay> {
  if (when === 'never') return SILENT;
  if (isAnimated(process.stderr)) return spinner(color);
  return when === 'always' ? plainLines() : SILENT;
}

async function spinner(color: boolean): Promise<ProgressDisplay> {
  const { default: ora } = await import('ora'); // takes 40 ms to load: only for those who see it
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
