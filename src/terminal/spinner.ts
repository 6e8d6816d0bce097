import { type ProgressFigures, progressLine } from '../text/progress-line.js';

/** Where progress shows. */
export interface ProgressDisplay {
  /** @param elapsed seconds since the task began. */
  show(progress: ProgressFigures, elapsed: number): void;
  /** Removes what moves. */
  clear(): void;
}

/** Columns that the spinner takes, and one that stays free. */
const SPINNER = 3;

/** Escape sequences: whether a line that is too long wraps, and to clear the screen from the cursor on. */
const WRAP_OFF = '\x1b[?7l';
const WRAP_ON = '\x1b[?7h';
const CLEAR_BELOW = '\x1b[J';

/** A spinner on stderr, with the line that `progressLine` writes. */
export async function spinner(color: boolean): Promise<ProgressDisplay> {
  const { default: ora } = await import('ora'); // an ES module, which a CommonJS bundle loads so
  const spinner = ora({ text: 'starting', color: color ? 'cyan' : false, discardStdin: false }).start();
  let line = (_columns: number) => 'starting';
  /** A terminal that becomes narrower may wrap what is there: the cursor is left where the line begins, to clear all of it. */
  function draw(): void {
    spinner.text = `${WRAP_OFF}${line(process.stderr.columns - SPINNER)}${WRAP_ON}${CLEAR_BELOW}\r`;
  }
  process.stderr.on('resize', draw);
  return {
    show(progress, elapsed) {
      line = (columns) => progressLine(progress, elapsed, columns);
      draw();
    },
    clear() {
      process.stderr.off('resize', draw);
      spinner.stop();
    },
  };
}
