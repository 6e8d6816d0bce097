import { type BigIntStats, closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { UnusablePathError, UsageError } from '../errors/errors.js';
import { codeOf, fileError } from '../errors/system.js';

/** Maximum size of a ledger file. Even the largest plan, with 200,000 subproblems, takes only 14 MB. */
const MOST_BYTES = 2 ** 28;

/** Checks that a file is a regular file. @throws LedgerFileError for a folder, a device or a pipe. */
export function refuseOtherKinds(file: string, stats: Stats): void {
  if (stats.isDirectory()) throw new UnusablePathError(`${file} is a folder, not a file`);
  if (!stats.isFile()) throw new UnusablePathError(`${file} is not a regular file`);
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
 * Reads a file or a pipe to its end.
 *
 * @param file path, or `-` for standard input.
 * @param from offset of the first byte to read, if it is no pipe.
 * @throws the errors of `readDescriptor`; LedgerFileError if the file cannot be opened.
 */
export function readFile(file: string, from = 0): Uint8Array {
  try {
    const descriptor = file === '-' ? STANDARD_INPUT : openSync(file, constants.O_RDONLY);
    try {
      return readDescriptor(descriptor, file, from);
    } finally {
      if (descriptor !== STANDARD_INPUT) closeSync(descriptor);
    }
  } catch (error) {
    throw fileError(`${file} cannot be read`, error);
  }
}

const STANDARD_INPUT = 0;

/**
 * Reads an open file or pipe.
 *
 * @param from offset of the first byte to read, if it is no pipe.
 * @throws LedgerFileError if this is a folder, or the disk fails; UsageError if it is too large for a ledger.
 */
export function readDescriptor(descriptor: number, file: string, from = 0): Uint8Array {
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() && !stats.isDirectory()) return readToEnd(descriptor, file);
    refuseOtherKinds(file, stats);
    refuseSize(file, stats.size);
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

function refuseSize(file: string, size: number): void {
  if (size > MOST_BYTES) throw new UsageError(`${file} is larger than 256 MB, so it is not a ledger file`);
}

function readToEnd(descriptor: number, file: string): Uint8Array {
  const chunks: Uint8Array[] = [];
  const chunk = new Uint8Array(2 ** 16);
  let length = 0;
  for (let read = readSome(descriptor, chunk); read > 0; read = readSome(descriptor, chunk)) {
    chunks.push(chunk.slice(0, read));
    length += read;
    refuseSize(file, length);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads some bytes and returns their number, 0 at the end. Tries again after a signal, because `readSync` does not, and if
 * standard input has nothing yet, but another process has told the system not to wait for it.
 *
 * @param offset in a file; by default reads what comes next.
 */
function readSome(descriptor: number, bytes: Uint8Array, offset: number | null = null): number {
  for (;;) {
    try {
      return readSync(descriptor, bytes, 0, bytes.length, offset);
    } catch (error) {
      if (codeOf(error) === 'EOF') return 0; // the end of a pipe on Windows
      if (codeOf(error) === 'EAGAIN') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
      else if (codeOf(error) !== 'EINTR') throw error;
    }
  }
}
