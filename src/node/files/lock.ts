// src/node/files locks ledger files (this file), reads them (regular-file.ts), and replaces them as a whole
// (replace-file.ts), whatever they contain. Its error messages contain the path.

import { constants, fstatSync, openSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { FileError, isRefusal, useFile } from './file-error.js';
import { assertValidName } from './file-name.js';
import { assertRegularFile, closeQuietly, isFileAt, sleepSync } from './regular-file.js';

/** Flags to open a file for reading and appending, and to create it if it is missing. */
const FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT;

/**
 * Maximum number of attempts to open the file to which the path leads. Other processes may keep replacing the file, or
 * the inode numbers of its file system may change with every call.
 */
const MAX_TRIES = 20;

/** Longest time, in milliseconds, that `isLocked` in another process holds a lock if the machine is busy. */
const MAX_TEST_LOCK = 500;

/**
 * The locked bytes. One byte is enough. It is far beyond the end of the file, because on Windows other processes cannot
 * read a locked byte. macOS locks only whole files, but they stay readable.
 */
const LOCKED_BYTES: readonly [offset: number, length: number] = process.platform === 'darwin' ? [0, 0] : [2 ** 50, 1];

/** An open file that no other process may write to. */
export class LockedFile {
  isOpen = true;

  constructor(
    readonly descriptor: number,
    /** False if the system or the file system does not support locks. */
    readonly isLocked: boolean,
  ) {}

  /** Closes and unlocks the file once. Ignores errors, because the file has been synced or is no longer needed. */
  close(): void {
    if (this.isOpen) closeQuietly(this.descriptor); // closing again could close another file with the same number
    this.isOpen = false;
  }
}

/**
 * Opens a file and locks it until it is closed. Creates the file if it is missing.
 *
 * The operating system holds the lock (OFD on Linux, flock on macOS, LockFileEx on Windows) and releases it when the
 * process exits. A lock file would remain after a crash, and in containers and on network file systems, other processes
 * cannot find out whether its owner is alive.
 *
 * @throws FileError if the file cannot be used or is in use, or if the system fails; UsageError for a bad name.
 */
export function openLocked(file: string): LockedFile {
  assertValidName(file);
  return useFile(`could not open ${file} for writing`, () => {
    for (let tries = 1; ; tries++) {
      const existing = statSync(file, { throwIfNoEntry: false });
      if (existing) assertRegularFile(file, existing); // checked first, because opening a device may have side effects
      const descriptor = openSync(file, FLAGS, 0o666);
      try {
        assertRegularFile(file, fstatSync(descriptor));
        const isLocked = lock(file, descriptor);
        if (isFileAt(file, descriptor) || tries === MAX_TRIES) return new LockedFile(descriptor, isLocked);
      } catch (error) {
        closeQuietly(descriptor);
        throw error;
      }
      closeQuietly(descriptor); // another process replaced the file before we locked it
    }
  });
}

/**
 * Returns whether another process has locked a file; undefined if that is unknown. A pipe is not opened, because its
 * contents would be lost when it is closed.
 */
export function isLocked(file: string): boolean | undefined {
  let descriptor: number | undefined;
  try {
    if (!statSync(file).isFile()) return undefined;
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const isFree = tryLock(descriptor, true); // unlocked when the file is closed
    return isFree === undefined ? undefined : !isFree;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeQuietly(descriptor);
  }
}

/**
 * Locks an open file.
 *
 * @returns false if the system or the file system does not support locks.
 * @throws FileError if another process has locked the file, or if the system cannot lock it.
 */
export function lock(file: string, descriptor: number): boolean {
  for (const started = performance.now(); performance.now() - started < MAX_TEST_LOCK; sleepSync(20)) {
    const isLocked = useFile(`could not lock ${file}`, () => tryLock(descriptor));
    if (isLocked !== false) return isLocked ?? false;
  }
  throw new FileError(`${file} is in use by another count`, { code: 'in-use' });
}

interface Locks {
  /** Returns false if another process holds the lock; several may hold a shared one. Throws the system's errors. */
  tryLock(descriptor: number, offset: number, length: number, options: { shared: boolean }): boolean;
}

let locks: Locks | undefined;

/**
 * Loads the package for locks. Returns undefined if it has no binary for this system (for example, Alpine Linux), or if
 * Node's permission model forbids binaries. In Deno, loading it would end the process, because the binary needs libuv
 * functions that Deno lacks. `require` takes 15 ms; `import` would take 23 ms.
 */
function loadLocks(): Locks | undefined {
  if ('deno' in process.versions) return undefined;
  try {
    return createRequire(import.meta.url)('fs-native-extensions'); // it has no types
  } catch {
    return undefined;
  }
}

/**
 * Locks an open file if no other process has locked it.
 *
 * @returns whether the file is locked now; undefined if the system or the file system does not support locks.
 * @throws the system's errors.
 */
function tryLock(descriptor: number, shared = false): boolean | undefined {
  try {
    locks ??= loadLocks();
    return locks?.tryLock(descriptor, ...LOCKED_BYTES, { shared });
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}
