/** The status line on stderr: a spinner, followed by text that each call to `show` replaces. */
import { isAnimated, isColored, isInBackground } from './terminal.js';

export interface StatusLine {
  /** Shows text. @param text returns text that fits the given number of columns; longer text is truncated. */
  show(text: (columns: number) => string): void;
  /** Removes the line. Must be called before the task ends. */
  clear(): void;
}

/** Columns not available to the text: the spinner, a space, and an empty column at the end. */
const RESERVED_COLUMNS = 3;

/** Escape sequences to turn line wrapping off and on, and to clear the screen from the cursor to its end. */
const WRAP_OFF = '\x1b[?7l';
const WRAP_ON = '\x1b[?7h';
const CLEAR_BELOW = '\x1b[J';

/**
 * Creates a status line. It stays hidden if stderr cannot show changing text, or while the process is a background job.
 *
 * @param isQuiet whether to show nothing.
 * @param isBlocking whether the task blocks the event loop, which keeps timers from drawing the line and signal
 *   handlers from running.
 */
export async function createStatusLine(isQuiet: boolean, isBlocking = false): Promise<StatusLine> {
  const { stderr } = process;
  if (isQuiet || !isAnimated(stderr)) return { show() {}, clear() {} };
  // On a Windows console without a title, Node.js 22 aborts if a module such as ora imports node:process
  // (nodejs/node#58695).
  if (process.platform === 'win32') process.title = 'queens-par';
  const { default: ora } = await import('ora'); // takes 40 ms to load
  // The cursor stays visible, because Ctrl-Z would leave it hidden.
  const color = isColored(stderr) ? 'cyan' : false;
  const spinner = ora({ color, spinner: 'line', hideCursor: false, discardStdin: false });
  let latest: ((columns: number) => string) | undefined;

  /** Draws the line and returns the cursor to its start, so the line can be cleared even if a resize wraps it. */
  function draw(): void {
    if (!latest || (!spinner.isSpinning && isInBackground())) return;
    const columns = Math.max(0, stderr.columns - RESERVED_COLUMNS);
    spinner.text = `${WRAP_OFF}${latest(columns).slice(0, columns)}${WRAP_ON}${CLEAR_BELOW}\r`;
    if (!spinner.isSpinning) spinner.start();
    else if (isBlocking) spinner.render();
  }
  /** On Ctrl-Z, clears the line, then stops the process. */
  function stop(): void {
    spinner.stop();
    process.kill(process.pid, 'SIGSTOP');
  }

  if (!isBlocking) {
    stderr.on('resize', draw);
    process.on('SIGTSTP', stop);
  }
  return {
    show(text) {
      latest = text;
      draw();
    },
    clear() {
      latest = undefined;
      stderr.off('resize', draw);
      process.off('SIGTSTP', stop);
      spinner.stop();
    },
  };
}
