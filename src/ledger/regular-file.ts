import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { UsageError } from '../errors/errors.js';
import { codeOf, fileError } from '../errors/system.js';

/** Larger than any ledger file: 200,000 subproblems, the most that a plan has, take 14 MB. */
const MOST_BYTES = 2 ** 28;

/** @throws UsageError for a folder, a device or a pipe. */
export function refuseOtherKinds(file: string, stats: Stats): void {
  if (stats.isDirectory()) throw new UsageError(`${file} is a folder, not a file`);
  if (!stats.isFile()) throw new UsageError(`${file} is not a regular file`);
}

/** Returns whether two descriptions are of the same file. */
export function isSameFile(a: Stats, b: Stats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

/**
 * Reads a file. Does not wait for the other end of a pipe.
 *
 * @returns a character for each byte (latin1).
 * @throws as `readDescriptor` does; UsageError if the file cannot be opened.
 */
export function readFile(file: string): string {
  try {
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return readDescriptor(descriptor, file);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw fileError(`${file} cannot be read`, error);
  }
}

/**
 * Reads an open file.
 *
 * @returns a character for each byte (latin1).
 * @throws UsageError if it is not a regular file, or too large to be a ledger; LedgerFileError if the disk fails.
 */
export function readDescriptor(descriptor: number, file: string): string {
  try {
    const stats = fstatSync(descriptor);
    refuseOtherKinds(file, stats);
    if (stats.size > MOST_BYTES) throw new UsageError(`${file} is larger than 256 MB: it is not a ledger file`);
    const bytes = Buffer.allocUnsafe(stats.size); // what is written from now on is not read
    let length = 0;
    for (let read = 1; read > 0 && length < bytes.length; length += read) read = readSome(descriptor, bytes, length);
    return bytes.toString('latin1', 0, length);
  } catch (error) {
    throw fileError(`${file} cannot be read`, error);
  }
}

/** Reads some bytes, 0 at the end. Node tries again after a signal (EINTR) in every call but this one. */
function readSome(descriptor: number, bytes: Buffer, at: number): number {
  for (;;) {
    try {
      return readSync(descriptor, bytes, at, bytes.length - at, at);
    } catch (error) {
      if (codeOf(error) !== 'EINTR') throw error;
    }
  }
}
