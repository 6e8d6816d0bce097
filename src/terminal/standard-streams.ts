/**
 * Standard output and standard error for a program that starts often. Node's streams for them take 4 ms of CPU to load, a
 * tenth of all that `queens-par 8` takes (2026-11-22, medians of 61 in turn). So a count writes its few lines by system
 * calls, and has a stream made only where that is not enough.
 */
import { fstatSync, writeSync } from 'node:fs';
import type { WriteStream } from 'node:tty';
import { reasonOf } from '../errors/system.js';

/** Descriptors of standard output and standard error. */
type Descriptor = 1 | 2;

/** Those that must be written to through their streams; on Windows, where a terminal does not take UTF-8, both. */
const slow = new Set<Descriptor>(process.platform === 'win32' ? [1, 2] : []);

/** Prints a short text. */
export function print(descriptor: Descriptor, text: string): void {
  let rest: Uint8Array = Buffer.from(text);
  try {
    while (rest.length > 0 && !slow.has(descriptor)) rest = rest.subarray(writeSync(descriptor, rest));
  } catch {
    slow.add(descriptor); // a full pipe that must not be waited for, or an error, which the stream will meet, too
  }
  if (rest.length === 0) return;
  guardStreams();
  (descriptor === 1 ? process.stdout : process.stderr).write(rest);
}

/** Standard error as a terminal. Only a character device can be one: then its stream is loaded, which takes time. */
export function standardError(): Pick<WriteStream, 'isTTY' | 'columns'> {
  if (!fstatSync(2).isCharacterDevice()) return { isTTY: false, columns: 0 };
  guardStreams();
  return process.stderr;
}

let areGuarded = false;

/**
 * Handles errors of the streams. To be called before they are used otherwise than by this file.
 *
 * A reader of our output may stop reading (`| head`): that is no error, and nothing is left to do. Where our messages
 * cannot be written, the result may still be wanted.
 */
export function guardStreams(): void {
  if (areGuarded) return;
  areGuarded = true;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    print(2, `queens-par: the result cannot be written: ${reasonOf(error)}\n`);
    process.exit(1);
  });
  process.stderr.on('error', () => {});
}
