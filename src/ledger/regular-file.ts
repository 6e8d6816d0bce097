import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { UsageError } from '../errors/errors.js';
import { fileError } from '../errors/system.js';

/** Larger than any ledger file: two million subproblems, the most that a plan has, take 140 MB. */
const MOST_BYTES = 2 ** 30;

/** @throws UsageError for a folder, a device or a pipe. */
export function refuseOtherKinds(file: string, stats: Stats): void {
  if (stats.isDirectory()) throw new UsageError(`${file} is a folder, not a file`);
  if (!stats.isFile()) throw new UsageError(`${file} is not a regular file`);
}

/** Whether two descriptions are of the same file. */
export function isSameFile(a: Stats, b: Stats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

/**
 * All bytes of a file. Does not wait for the other end of a pipe.
 *
 * @throws as `readDescriptor` does; UsageError if the file cannot be opened.
 */
export function readFile(file: string): Buffer {
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
 * All bytes of an open file.
 *
 * @throws UsageError if it is not a regular file, or too large to be a ledger; LedgerFileError if the disk fails.
 */
export function readDescriptor(descriptor: number, file: string): Buffer {
  try {
    const stats = fstatSync(descriptor);
    refuseOtherKinds(file, stats);
    if (stats.size > MOST_BYTES) throw new UsageError(`${file} is larger than 1 GB: it is not a ledger file`);
    const bytes = Buffer.allocUnsafe(stats.size);
    let length = 0;
    while (length < bytes.length) {
      const read = readSync(descriptor, bytes, length, bytes.length - length, length);
      if (read === 0) break; // it became shorter
      length += read;
    }
    return bytes.subarray(0, length); // what is written from now on is not read
  } catch (error) {
    throw fileError(`${file} cannot be read`, error);
  }
}
