// src/node/terminal talks to the user. This file handles the output streams and quotes commands for the user's shell,
// write-text.ts writes long texts, status-line.ts shows progress, and interruption.ts handles Ctrl-C and other signals.

import { fstatSync, readFileSync, writeSync } from 'node:fs';
import type { WriteStream } from 'node:tty';
import { formatCommand, visible } from '../../core/text/quoted.js';
import { explainError } from '../errors/system.js';

/** Returns whether to use color on a stream. See https://no-color.org and https://force-color.org. */
export function isColored(stream: Pick<WriteStream, 'isTTY'>): boolean {
  const { env } = process;
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0';
  return stream.isTTY && env.TERM !== 'dumb';
}

/**
 * Returns whether `stream` can show a changing line: it must be a terminal that supports escape sequences, not a CI
 * log. Its width must be known, because on a pseudo-terminal without a size, ora would clear lines forever.
 */
export function isAnimated(stream: Pick<WriteStream, 'isTTY' | 'columns'>): boolean {
  const { TERM, CI = '' } = process.env;
  return stream.isTTY && stream.columns > 0 && TERM !== 'dumb' && ['', '0', 'false'].includes(CI.toLowerCase());
}

/** Returns whether this process is a background job: another group owns the terminal. Windows has no such jobs. */
export function isInBackground(): boolean {
  if (process.platform === 'win32') return false;
  try {
    const [group, foreground] = processGroups();
    return group !== foreground && foreground !== '-1';
  } catch {
    return false; // no ps
  }
}

/** Returns this process's group and its terminal's foreground group. Asks ps where there is no /proc, as on macOS. */
function processGroups(): readonly (string | undefined)[] {
  try {
    // After the command's name: state, parent, process group, session, terminal, and the terminal's process group.
    const [, , group, , , foreground] = readFileSync('/proc/self/stat', 'latin1').replace(/.*\) /s, '').split(' ');
    return [group, foreground];
  } catch {
    const { execFileSync } = process.getBuiltinModule('node:child_process'); // rarely needed, and slow to load
    const args = ['-o', 'pgid=', '-o', 'tpgid=', '-p', String(process.pid)];
    return execFileSync('ps', args, { encoding: 'utf8' }).trim().split(/\s+/);
  }
}

/**
 * Handles errors of the output streams. Must be called before the streams are used.
 *
 * If the reader of standard output closes it (`| head`), the program ends without an error. Errors on standard error
 * are ignored, because the result is still useful.
 */
export function guardStreams(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || error.code === 'EOF') process.exit(); // Windows reports EOF until Node.js 22.11
    logMessage(`could not write the result: ${explainError(error)}`);
    process.exit(1);
  });
  process.stderr.on('error', () => {});
  if (fstatSync(1).isFile()) process.stdout._write = writeToFile;
}

/**
 * Writes all bytes to standard output. Node.js's own function, which this one replaces, does not notice if a full disk
 * takes only some of the bytes, so digits would be missing.
 */
function writeToFile(bytes: Uint8Array, _: BufferEncoding, done: (error?: Error) => void): void {
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(1, bytes, written);
    done();
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)));
  }
}

export function logMessage(message: string): void {
  printLine(`queens-par: ${message}`);
}

/** Prints one line to stderr. Control characters, for example in file names, are escaped. */
export function printLine(line: string): void {
  process.stderr.write(`${visible(line)}\n`);
}

/** Quotes the words of a command for the shells of this system. */
export function shellCommand(...words: readonly string[]): string {
  return formatCommand(words, process.platform === 'win32' ? 'windows' : 'posix');
}
