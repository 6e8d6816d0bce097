/** A person at a terminal: colours, one line that changes, and messages under the program's name. */
import { readFileSync } from 'node:fs';
import type { WriteStream } from 'node:tty';
import { print, standardError } from './standard-streams.js';

/** The value of --color and of --progress. */
export type When = 'auto' | 'always' | 'never';

/** Whether to colour what is written to `stream`. Decided for each stream by itself; https://no-color.org. */
export function isColored(stream: Pick<WriteStream, 'isTTY'>, when: When, env = process.env): boolean {
  if (when !== 'auto') return when === 'always';
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0';
  return stream.isTTY && env.TERM !== 'dumb';
}

/**
 * Whether `stream` can show a line that changes: a terminal with escape sequences, and not the log of a CI. A terminal
 * without columns (a pseudo-terminal that was given no size) cannot.
 */
export function isAnimated(stream: Pick<WriteStream, 'isTTY' | 'columns'>, env = process.env): boolean {
  return stream.isTTY && stream.columns > 0 && env.TERM !== 'dumb' && !env.CI;
}

/** Escape sequences: whether a line that is too long wraps, and to clear the screen from the cursor on. */
const WRAP_OFF = '\x1b[?7l';
const WRAP_ON = '\x1b[?7h';
const CLEAR_BELOW = '\x1b[J';

/** One line on stderr that changes. */
export interface StatusLine {
  /** @param draw makes the text for a number of columns. */
  show(draw: (columns: number) => string): void;
  /** Removes the line, until it is shown again. */
  clear(): void;
}

/**
 * Makes a line that changes; undefined where nothing can move. The cursor is left where it begins: a terminal that becomes
 * narrower may wrap it, and all of it can be cleared. A background job leaves the terminal to the shell.
 */
export function statusLine(): StatusLine | undefined {
  const stderr = standardError();
  if (!isAnimated(stderr)) return undefined;
  let isShown = false;

  function clear(): void {
    if (isShown) print(2, CLEAR_BELOW);
    isShown = false;
    process.off('SIGTSTP', stop);
  }
  /** Ctrl-Z: the line goes before the process stops. */
  function stop(): void {
    clear();
    process.kill(process.pid, 'SIGSTOP');
  }
  return {
    show(draw) {
      if (isInBackground()) return;
      if (!isShown) process.on('SIGTSTP', stop);
      isShown = true;
      print(2, `${WRAP_OFF}${draw(stderr.columns)}${WRAP_ON}${CLEAR_BELOW}\r`);
    },
    clear,
  };
}

/** Whether the terminal belongs to another process group, such as the shell's. Only Linux tells. */
export function isInBackground(): boolean {
  try {
    // Behind the command's name: state, parent, process group, session, terminal, and the terminal's process group.
    const [, , group, , , foreground] = readFileSync('/proc/self/stat', 'latin1').replace(/.*\) /s, '').split(' ');
    return group !== foreground && foreground !== '-1';
  } catch {
    return false;
  }
}

/** A message on stderr, under the program's name. */
export function logMessage(message: string): void {
  print(2, `queens-par: ${message}\n`);
}
