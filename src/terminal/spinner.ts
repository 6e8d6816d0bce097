import { type Progress, progressLine } from '../text/progress-line.js';
import { isInBackground } from './terminal.js';

/** Where progress shows. */
export interface ProgressDisplay {
  show(progress: Progress): void;
  /** Removes what moves. */
  clear(): void;
}

/** Columns that the spinner takes, and one that stays free. */
const SPINNER = 3;

/** Escape sequences: whether a line that is too long wraps, and to clear the screen from the cursor on. */
const WRAP_OFF = '\x1b[?7l';
const WRAP_ON = '\x1b[?7h';
const CLEAR_BELOW = '\x1b[J';

/** Returns a spinner on stderr, with a title and the line of `progressLine`. A background job leaves the terminal to the shell. */
export async function spinner(color: boolean, title: string): Promise<ProgressDisplay> {
  const { default: ora } = await import('ora'); // an ES module, which a CommonJS bundle loads so
  // The cursor stays, because Ctrl-Z would leave it hidden.
  const options = { color: color ? 'cyan' : false, spinner: 'line', hideCursor: false, discardStdin: false } as const;
  const spinner = ora(options);
  let line = (_columns: number) => 'starting';

  /** A terminal that becomes narrower may wrap what is there: the cursor is left where the line begins, to clear all of it. */
  function draw(): void {
    if (!spinner.isSpinning && isInBackground()) return;
    spinner.text = `${WRAP_OFF}${line(process.stderr.columns - SPINNER)}${WRAP_ON}${CLEAR_BELOW}\r`;
    if (!spinner.isSpinning) spinner.start();
  }
  /** Ctrl-Z: the line goes before the process stops. */
  function stop(): void {
    spinner.stop();
    process.kill(process.pid, 'SIGSTOP');
  }

  draw();
  process.stderr.on('resize', draw);
  process.on('SIGTSTP', stop);
  return {
    show(progress) {
      line = (columns) => title + progressLine(progress, columns - title.length);
      draw();
    },
    clear() {
      process.stderr.off('resize', draw);
      process.off('SIGTSTP', stop);
      spinner.stop();
    },
  };
}
