import { closeSync, constants, fstatSync, lstatSync, openSync, statSync, unlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { UsageError } from '../errors/errors.js';
import { codeOf, fileError } from '../errors/system.js';
import { isSameFile, refuseOtherKinds } from './regular-file.js';

/** Open for reading and appending; made if it is not there. */
const FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT;

/** A file that is replaced this often while we open it is not a file that we can use. */
const MOST_TRIES = 100;

/** An open file that no other process has open for writing. */
export interface LockedFile {
  readonly descriptor: number;
  /** False where the system or the file system has no locks: nothing keeps a second process away. */
  readonly isLocked: boolean;
  /** Whether we made it. */
  readonly isNew: boolean;
}

/**
 * Opens a file, which is made if it is not there, and locks it until it is closed.
 *
 * The lock is the system's own (OFD on Linux, flock on macOS, LockFileEx on Windows), so it is released when the process
 * exits, however it exits. A lock file would stay behind after a crash, and process ids and clocks do not tell whether
 * its owner is alive where containers and network file systems are involved.
 *
 * @throws UsageError if the file cannot be used or is in use; LedgerFileError if the system fails.
 */
export function openLocked(file: string): LockedFile {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const { descriptor, isNew } = open(file);
    try {
      const isLocked = lock(file, descriptor);
      if (isStillAt(file, descriptor)) return { descriptor, isLocked, isNew };
    } catch (error) {
      closeSync(descriptor);
      throw fileError(`${file} cannot be opened`, error);
    }
    closeSync(descriptor); // another process replaced it after we opened it and before we locked it
  }
  throw new UsageError(`${file} cannot be opened: another process keeps replacing it`);
}

/** Closes a file that was not used. If we made it and it is still empty, it is removed. */
export function closeUnused(file: string, { descriptor, isNew }: LockedFile): void {
  if (isNew && fstatSync(descriptor).size === 0 && isStillAt(file, descriptor)) unlinkSync(file);
  closeSync(descriptor);
}

/**
 * Locks an open file.
 *
 * @returns false where there are no locks.
 * @throws UsageError if another process has locked it, or the system cannot lock it.
 */
export function lock(file: string, descriptor: number): boolean {
  try {
    tryLock ??= loadTryLock();
    if (tryLock(descriptor)) return true;
  } catch (error) {
    if (NO_LOCKS.has(codeOf(error) ?? '')) return false;
    throw fileError(`${file} cannot be locked`, error);
  }
  throw new UsageError(`${file} is in use by another process`);
}

function open(file: string): Pick<LockedFile, 'descriptor' | 'isNew'> {
  let descriptor: number;
  let isNew: boolean;
  try {
    isNew = !lstatSync(file, { throwIfNoEntry: false }); // a link that leads nowhere is not ours to remove
    const there = statSync(file, { throwIfNoEntry: false });
    if (there) refuseOtherKinds(file, there); // before it is opened: a device may act on that
    descriptor = openSync(file, FLAGS, 0o666);
  } catch (error) {
    throw fileError(`${file} cannot be opened for writing`, error);
  }
  try {
    refuseOtherKinds(file, fstatSync(descriptor));
    return { descriptor, isNew };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

function isStillAt(file: string, descriptor: number): boolean {
  const there = statSync(file, { throwIfNoEntry: false });
  return there !== undefined && isSameFile(there, fstatSync(descriptor));
}

/** How systems say that there are no locks, as on some network file systems. */
const NO_LOCKS = new Set(['ENOLCK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

type TryLock = (descriptor: number) => boolean;

let tryLock: TryLock | undefined;

/**
 * The package has a binary for each common system; where it has none (Alpine Linux), there is no lock. It is required
 * and not imported, which takes 15 ms instead of 23 (2026-11-21).
 */
function loadTryLock(): TryLock {
  try {
    // The package has no types. It throws what the system reports, but returns false for a lock that is taken.
    const extensions: { tryLock: TryLock } = createRequire(import.meta.url)('fs-native-extensions');
    return extensions.tryLock;
  } catch {
    return () => {
      throw Object.assign(new Error('no locks'), { code: 'ENOSYS' });
    };
  }
}
