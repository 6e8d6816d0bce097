/** The progress of a count on stderr: an animated line on a terminal, plain lines elsewhere. */
import { type Progress, progressLine } from '../runs/progress.js';
import { isAnimated, isColored, isInBackground, type When } from '../terminal/terminal.js';

/** Options of the terminal, for what a count shows on stderr. */
export interface DisplayOptions {
  readonly progress: When;
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

/** Columns beside the line: the spinner, a space, and a free column at the end. */
const RESERVED_COLUMNS = 3;

/** Escape sequences to turn line wrapping off and on, and to clear the screen from the cursor to its end. */
const WRAP_OFF = '\x1b[?7l';
const WRAP_ON = '\x1b[?7h';
const CLEAR_BELOW = '\x1b[J';

/**
 * Chooses the display of progress: a spinner on a terminal that can be animated. Elsewhere nothing is shown, or with
 * `always` a plain line every ten seconds.
 */
export async function progressDisplay({ quiet, progress, title, unit }: DisplayOptions): Promise<ProgressDisplay> {
  const line = (now: Progress, columns?: number) => progressLine(now, columns, title, unit);
  const { stderr } = process;
  if (!quiet && isAnimated(stderr)) return spinner(isColored(stderr), line);
  if (!quiet && progress === 'always') return plainLines(line);
  return { show() {}, clear() {} };
}

type Line = (progress: Progress, columns?: number) => string;

function plainLines(line: Line): ProgressDisplay {
  let last = Number.NEGATIVE_INFINITY;
  return {
    show(progress) {
      if (performance.now() - last < PLAIN_LINE_EVERY) return;
      last = performance.now();
      process.stderr.write(`${line(progress)}\n`);
    },
    clear() {},
  };
}

/** Makes a spinner on stderr, followed by the line. A background job draws nothing. */
async function spinner(color: boolean, line: Line): Promise<ProgressDisplay> {
  // Node.js 22 aborts on a Windows console without a title if a module imports node:process (nodejs/node#58695), like ora.
  if (process.platform === 'win32') process.title = 'queens-par';
  const { default: ora } = await import('ora'); // takes 40 ms to load
  // The cursor is not hidden, because Ctrl-Z would leave it hidden.
  const options = { color: color ? 'cyan' : false, spinner: 'line', hideCursor: false, discardStdin: false } as const;
  const spinner = ora(options);
  let latest: Progress | undefined;

  /** Draws the line and returns the cursor to its start, so that the line can be cleared even if a resize wraps it. */
  function draw(): void {
    if (!spinner.isSpinning && isInBackground()) return;
    const text = latest ? line(latest, process.stderr.columns - RESERVED_COLUMNS) : 'starting';
    spinner.text = `${WRAP_OFF}${text}${WRAP_ON}${CLEAR_BELOW}\r`;
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
      latest = progress;
      draw();
    },
    clear() {
      process.stderr.off('resize', draw);
      process.off('SIGTSTP', stop);
      spinner.stop();
    },
  };
}
