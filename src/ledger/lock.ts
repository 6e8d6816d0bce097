import { closeSync, constants, fstatSync, openSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { UsageError } from '../usage-error.js';
import { reasonOf } from './system-reason.js';

/** Reading and appending, and begun where there is no file yet. */
const FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT;

/** An open file that no other process has open for writing. */
export interface LockedFile {
  readonly descriptor: number;
  /** False where the system has no locks to give: nothing keeps a second process off. */
  readonly isLocked: boolean;
}

/**
 * Opens a file, which is made if it is not there, and locks it until it is closed.
 *
 * The lock is the system's own (OFD on Linux, flock on macOS, LockFileEx on Windows), so it goes with its process,
 * however that ends. A lock in a file beside it would stay behind, and whoever finds it there would have to guess from
 * process ids or clocks, which containers and network file systems make impossible.
 *
 * @throws UsageError if the file cannot be opened, or is in use.
 */
export function openLocked(file: string): LockedFile {
  const tryLock = loadTryLock();
  for (;;) {
    const descriptor = open(file);
    try {
      if (tryLock && !tryLock(descriptor)) throw new UsageError(`${file} is in use by another process`);
      if (isStillAt(file, descriptor)) return { descriptor, isLocked: tryLock !== undefined };
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
    closeSync(descriptor); // it was replaced (by --repair) between being opened and being locked
  }
}

function open(file: string): number {
  try {
    const descriptor = openSync(file, FLAGS, 0o666);
    if (fstatSync(descriptor).isFile()) return descriptor;
    closeSync(descriptor);
  } catch (error) {
    throw new UsageError(`${file} cannot be opened for writing: ${reasonOf(error)}`, { cause: error });
  }
  throw new UsageError(`${file} is not a file`);
}

function isStillAt(file: string, descriptor: number): boolean {
  const here = statSync(file, { throwIfNoEntry: false });
  return here?.ino === fstatSync(descriptor).ino;
}

/**
 * The package brings a binary for each common system; where it has none (Alpine Linux), there is no lock. It is required
 * and not imported, which takes 15 ms instead of 23 (2026-11-21).
 */
function loadTryLock(): ((descriptor: number) => boolean) | undefined {
  try {
    // The package has no types; it throws what the system reports, but returns false for a lock that is taken.
    const extensions: { tryLock(descriptor: number): boolean } = createRequire(import.meta.url)('fs-native-extensions');
    return extensions.tryLock;
  } catch {
    return undefined;
  }
}
