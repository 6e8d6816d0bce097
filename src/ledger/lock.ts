import { closeSync, constants, fstatSync, lstatSync, openSync, statSync, unlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { UsageError } from '../errors/errors.js';
import { reasonOf } from '../errors/system.js';

/** Reading and appending, and begun where there is no file yet. */
const FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT;

/** An open file that no other process has open for writing. */
export interface LockedFile {
  readonly descriptor: number;
  /** False where the system or the file system has no locks to give: nothing keeps a second process off. */
  readonly isLocked: boolean;
  /** Whether it was not there before. */
  readonly isNew: boolean;
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
    const isNew = !lstatSync(file, { throwIfNoEntry: false }); // a link, wherever it leads, is somebody's
    const descriptor = open(file);
    try {
      const isLocked = lock(file, descriptor, tryLock);
      if (isStillAt(file, descriptor)) return { descriptor, isLocked, isNew };
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
    closeSync(descriptor); // it was replaced (by --repair) between being opened and being locked
  }
}

/** Closes a file that nothing was done with. One that was made for it, and is still empty, goes again. */
export function closeUnused(file: string, { descriptor, isNew }: LockedFile): void {
  if (isNew && fstatSync(descriptor).size === 0) unlinkSync(file);
  closeSync(descriptor);
}

type TryLock = (descriptor: number) => boolean;

/** How systems say that there are no locks here, as on some network file systems. */
const NO_LOCKS = new Set(['ENOLCK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** @returns false where there are no locks. @throws UsageError if somebody else has it. */
function lock(file: string, descriptor: number, tryLock: TryLock | undefined): boolean {
  try {
    if (!tryLock) return false;
    if (tryLock(descriptor)) return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && NO_LOCKS.has(String(error.code))) return false;
    throw new UsageError(`${file} cannot be locked: ${reasonOf(error)}`, { cause: error });
  }
  throw new UsageError(`${file} is in use by another process`);
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
function loadTryLock(): TryLock | undefined {
  try {
    // The package has no types; it throws what the system reports, but returns false for a lock that is taken.
    const extensions: { tryLock: TryLock } = createRequire(import.meta.url)('fs-native-extensions');
    return extensions.tryLock;
  } catch {
    return undefined;
  }
}
