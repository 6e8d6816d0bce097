import {
  type BigIntStats,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import { codeOf } from '../errors/system.js';
import { FileError, useFile } from './file-error.js';

/** Checks that a file is a regular file. @throws FileError for a folder, a device, or a pipe. */
export function assertRegularFile(file: string, stats: Stats): void {
  if (stats.isFile()) return;
  const kind = stats.isDirectory() ? 'a folder, not a file' : 'not a regular file';
  throw new FileError(`${file} is ${kind}`, { code: 'unusable' });
}

/** Returns whether a file is a pipe, which can be read only once. Standard input (`-`) always counts as one. */
export function isPipe(file: string): boolean {
  return file === '-' || (existsSync(file) && statSync(file).isFIFO());
}

/**
 * Returns whether a path leads to the file of a descriptor. Inode numbers are compared as bigints, because they have 64
 * bits on Windows. Device numbers are not compared there, because some file systems report none for an open file.
 */
export function isFileAt(file: string, descriptor: number): boolean {
  const named = statFile(file);
  const ours = fstatSync(descriptor, { bigint: true });
  return named?.ino === ours.ino && (process.platform === 'win32' || named.dev === ours.dev);
}

/**
 * Returns a file's stats; undefined if it does not exist. Windows refuses the stats of a deleted file, which keeps its
 * name until all programs have closed it.
 */
function statFile(file: string): BigIntStats | undefined {
  try {
    return statSync(file, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    if (codeOf(error) !== 'EPERM') throw error;
    return undefined;
  }
}

/** Checks the size of a file, or the number of bytes read from a pipe so far. */
type AssertSize = (file: string, bytes: number) => void;

/**
 * Reads a file or a pipe to its end. Blocks until a pipe has a writer.
 *
 * @param file path, or `-` for standard input.
 * @param assertSize throws an error if there are too many bytes.
 * @param from offset of the first byte to read; ignored for a pipe.
 * @throws the errors of `readDescriptor`; FileError if the file could not be opened.
 */
export function readFile(file: string, assertSize: AssertSize, from = 0): Uint8Array {
  return useFile(`could not read ${file}`, () => {
    const descriptor = file === '-' ? 0 : openSync(file, constants.O_RDONLY);
    try {
      return readDescriptor(descriptor, file, assertSize, from);
    } finally {
      if (file !== '-') closeSync(descriptor);
    }
  });
}

/**
 * Reads an open file or pipe to its end. Bytes that are added to a file in the meantime are not read.
 *
 * @param from offset of the first byte to read; ignored for a pipe.
 * @throws FileError for a folder, or if the disk fails; the error of `assertSize`.
 */
export function readDescriptor(descriptor: number, file: string, assertSize: AssertSize, from = 0): Uint8Array {
  return useFile(`could not read ${file}`, () => {
    const stats = fstatSync(descriptor);
    if (stats.isDirectory()) assertRegularFile(file, stats);
    const chunks: Uint8Array[] = [];
    let length = 0;
    for (let read = 1; read > 0; length += read) {
      assertSize(file, Math.max(stats.size, length));
      const offset = from + length;
      const chunk = new Uint8Array(stats.isFile() ? Math.max(0, stats.size - offset) : 2 ** 16);
      read = readSome(descriptor, chunk, stats.isFile() ? offset : null);
      chunks.push(chunk.slice(0, read));
    }
    return Buffer.concat(chunks);
  });
}

/**
 * Reads some bytes and returns their number; 0 means the end. Retries after a signal, because `readSync` does not, and
 * while a pipe that another process made non-blocking is empty.
 *
 * @param offset position in a file; null for a pipe.
 */
function readSome(descriptor: number, bytes: Uint8Array, offset: number | null): number {
  for (;;) {
    try {
      return readSync(descriptor, bytes, 0, bytes.length, offset);
    } catch (error) {
      const code = codeOf(error);
      if (code === 'EOF') return 0; // the end of a pipe on Windows
      if (code === 'EAGAIN') sleepSync(10);
      else if (code !== 'EINTR') throw error;
    }
  }
}

export function sleepSync(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

export function closeQuietly(descriptor: number): void {
  try {
    closeSync(descriptor);
  } catch {}
}
