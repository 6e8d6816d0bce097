import { type Progress, type ProgressWords, progressLine } from '../text/progress-line.js';
import { isInBackground } from './terminal.js';

/** A way to show progress: an animated line, plain lines, or nothing. */
export interface ProgressDisplay {
  show(progress: Progress): void;
  /** Removes the animated line. */
  clear(): void;
}

/** Columns beside the line: the spinner, a space, and a free column at the end. */
const RESERVED_COLUMNS = 3;

/** Escape sequences to turn line wrapping off and on, and to clear the screen from the cursor to its end. */
const WRAP_OFF = '\x1b[?7l';
const WRAP_ON = '\x1b[?7h';
const CLEAR_BELOW = '\x1b[J';

/** Makes a spinner on stderr, followed by the line of `progressLine`. A background job draws nothing. */
export async function spinner(color: boolean, words: ProgressWords): Promise<ProgressDisplay> {
  // Node.js 22 aborts on a Windows console without a title if a module imports node:process (nodejs/node#58695), like ora.
  if (process.platform === 'win32') process.title = 'queens-par';
  const { default: ora } = await import('ora'); // an ES module, which CommonJS cannot import statically
  // The cursor is not hidden, because Ctrl-Z would leave it hidden.
  const options = { color: color ? 'cyan' : false, spinner: 'line', hideCursor: false, discardStdin: false } as const;
  const spinner = ora(options);
  let line = (_columns: number) => 'starting';

  /** Draws the line and returns the cursor to its start, so that the line can be cleared even if a resize wraps it. */
  function draw(): void {
    if (!spinner.isSpinning && isInBackground()) return;
    spinner.text = `${WRAP_OFF}${line(process.stderr.columns - RESERVED_COLUMNS)}${WRAP_ON}${CLEAR_BELOW}\r`;
    if (!spinner.isSpinning) spinner.start();
  }
  /** Clears the line before Ctrl-Z stops the process. */
  function stop(): void {
    spinner.stop();
    process.kill(process.pid, 'SIGSTOP');
  }

  draw();
  process.stderr.on('resize', draw);
  process.on('SIGTSTP', stop);
  return {
    show(progress) {
      line = (columns) => progressLine(progress, columns, words);
      draw();
    },
    clear() {
      process.stderr.off('resize', draw);
      process.off('SIGTSTP', stop);
      spinner.stop();
    },
  };
}
