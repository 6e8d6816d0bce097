/**
 * Standard output and standard error without Node's streams. Loading these takes 4 ms, a tenth of the CPU time of
 * `queens-par 8`. A count writes its few lines by system calls, and uses a stream only if a call fails.
 */
import { fstatSync, statSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import type { WriteStream } from 'node:tty';
import { reasonOf } from '../errors/system.js';

/** Descriptors of standard output and standard error. */
type Descriptor = 1 | 2;

/** Descriptors that need streams. On Windows both do, because system calls cannot write UTF-8 to a terminal. */
const slow = new Set<Descriptor>(process.platform === 'win32' ? [1, 2] : []);

/** Prints a short text. */
export function print(descriptor: Descriptor, text: string): void {
  let rest: Uint8Array = Buffer.from(text);
  try {
    while (rest.length > 0 && !slow.has(descriptor)) rest = rest.subarray(writeSync(descriptor, rest));
  } catch {
    slow.add(descriptor); // the pipe is full, or the stream will report the error
  }
  if (rest.length === 0) return;
  guardStreams();
  (descriptor === 1 ? process.stdout : process.stderr).write(rest);
}

/** Returns a stream as a terminal. Loads it only if it may be one. */
export function terminal(descriptor: Descriptor): Pick<WriteStream, 'isTTY' | 'columns'> {
  if (!mayBeTerminal(descriptor)) return { isTTY: false, columns: 0 };
  guardStreams();
  return descriptor === 1 ? process.stdout : process.stderr;
}

/** Returns whether a stream is a character device other than /dev/null; false if Windows cannot say, as for some pipes. */
function mayBeTerminal(descriptor: Descriptor): boolean {
  try {
    const status = fstatSync(descriptor);
    return status.isCharacterDevice() && (process.platform === 'win32' || status.rdev !== statSync(devNull).rdev);
  } catch {
    return false;
  }
}

let areGuarded = false;

/**
 * Handles errors of the streams. Call it before other code uses the streams.
 *
 * If the reader of standard output stops reading (`| head`), the program ends without an error. Errors of standard
 * error are ignored, because the result is still useful.
 */
export function guardStreams(): void {
  if (areGuarded) return;
  areGuarded = true;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || error.code === 'EOF') process.exit(); // EOF: Windows, until Node.js 22.11
    print(2, `queens-par: the result cannot be written: ${reasonOf(error)}\n`);
    process.exit(1);
  });
  process.stderr.on('error', () => {});
}
