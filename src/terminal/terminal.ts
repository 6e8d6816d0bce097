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
 * Returns whether `stream` can show a line that changes: a terminal with escape sequences, and not the log of a CI. A terminal
 * without columns (a pseudo-terminal that was given no size) cannot: ora would clear an infinite number of lines.
 */
export function isAnimated(stream: Pick<WriteStream, 'isTTY' | 'columns'>, env = process.env): boolean {
  return stream.isTTY && stream.columns > 0 && env.TERM !== 'dumb' && !env.CI;
}

/** To the first column, and clear the line: by hand, because node:readline takes time to load. */
const CLEAR_LINE = '\r\x1b[2K';

/** One line on stderr that changes, for tasks without progress; silent where nothing can move. */
export function statusLine(quiet: boolean): { show(text: string): void; clear(): void } {
  if (quiet || !isAnimated(standardError()) || isInBackground()) return { show() {}, clear() {} };
  return {
    show: (text) => print(2, CLEAR_LINE + text),
    clear: () => print(2, CLEAR_LINE),
  };
}

/** Returns whether the terminal belongs to another process group, such as the shell's. Only Linux tells. */
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
