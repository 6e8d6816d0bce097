import { type BigIntStats, closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { UsageError } from '../errors/errors.js';
import { codeOf, fileError } from '../errors/system.js';

/** Maximum size of a ledger file. Even the largest plan, with 200,000 subproblems, takes only 14 MB. */
const MOST_BYTES = 2 ** 28;

/** Checks that a file is a regular file. @throws UsageError for a folder, a device or a pipe. */
export function refuseOtherKinds(file: string, stats: Stats): void {
  if (stats.isDirectory()) throw new UsageError(`${file} is a folder, not a file`);
  if (!stats.isFile()) throw new UsageError(`${file} is not a regular file`);
}

/**
 * Returns whether a path names the file of a descriptor. File numbers of Windows have 64 bits, so they are compared as bigints.
 * Numbers of devices are not compared there: some file systems have none for an open file.
 */
export function isFileAt(file: string, descriptor: number): boolean {
  const named = statOf(file);
  const ours = fstatSync(descriptor, { bigint: true });
  return named?.ino === ours.ino && (process.platform === 'win32' || named.dev === ours.dev);
}

/** Returns undefined if there is no such file, or if it is deleted and Windows keeps its name until all programs close it. */
function statOf(file: string): BigIntStats | undefined {
  try {
    return statSync(file, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    if (codeOf(error) !== 'EPERM') throw error;
    return undefined;
  }
}

/**
 * Reads a file. Does not wait for the other end of a pipe.
 *
 * @param from offset of the first byte to read.
 * @throws the errors of `readDescriptor`; UsageError if the file cannot be opened.
 */
export function readFile(file: string, from = 0): Uint8Array {
  try {
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return readDescriptor(descriptor, file, from);
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
 * @param from offset of the first byte to read.
 * @throws UsageError if the file is not regular or is too large for a ledger; LedgerFileError if the disk fails.
 */
export function readDescriptor(descriptor: number, file: string, from = 0): Uint8Array {
  try {
    const stats = fstatSync(descriptor);
    refuseOtherKinds(file, stats);
    if (stats.size > MOST_BYTES) throw new UsageError(`${file} is larger than 256 MB, so it is not a ledger file`);
    const bytes = new Uint8Array(Math.max(0, stats.size - from)); // later additions to the file are not read
    let length = 0;
    for (let read = 1; read > 0 && length < bytes.length; length += read) {
      read = readSome(descriptor, bytes.subarray(length), from + length);
    }
    return bytes.subarray(0, length);
  } catch (error) {
    throw fileError(`${file} cannot be read`, error);
  }
}

/** Reads some bytes and returns their number, 0 at the end. Tries again after a signal, because `readSync` does not. */
function readSome(descriptor: number, bytes: Uint8Array, offset: number): number {
  for (;;) {
    try {
      return readSync(descriptor, bytes, 0, bytes.length, offset);
    } catch (error) {
      if (codeOf(error) !== 'EINTR') throw error;
    }
  }
}
