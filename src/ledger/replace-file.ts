import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../errors/system.js';
import { lock } from './lock.js';

/** Added to the name of a file while its replacement is written beside it. */
const SUFFIX = '.queens-par-new';

/** New, for appending, and not through a link. */
const FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL;

/** A file that replaced another, open for appending and locked. */
export interface Replacement {
  readonly descriptor: number;
  /** Bytes in it. */
  readonly length: number;
}

/**
 * Replaces a file, or makes it, with these contents. Whatever happens, there is either the old file as it was or the
 * new one, complete and on the disk: it is written beside the old one, synced, and renamed. The new one is locked
 * before it can be found under the name.
 *
 * The caller has the old file locked and closes it afterwards. A link is followed; the owner and the permissions stay
 * as they are.
 *
 * @throws what the system reports; the old file is then as it was.
 */
export function replaceFile(file: string, pieces: Iterable<Buffer>): Replacement {
  const old = statSync(file, { throwIfNoEntry: false });
  const target = old ? realpathSync(file) : file;
  removeLeftover(file);
  const beside = target + SUFFIX;
  const descriptor = openSync(beside, FLAGS, old ? old.mode & 0o777 : 0o666);
  try {
    lock(beside, descriptor);
    let length = 0;
    for (const piece of pieces) length += writeAll(descriptor, piece);
    if (old) {
      keepOwner(descriptor, old);
      fchmodSync(descriptor, old.mode & 0o777);
    }
    fsyncSync(descriptor);
    if (fstatSync(descriptor).size !== length) throw failure();
    renameSync(beside, target);
    syncFolder(target);
    return { descriptor, length };
  } catch (error) {
    removeLeftover(file);
    closeSync(descriptor);
    throw error;
  }
}

/**
 * Removes what a process that was killed while it replaced a file has left beside it. The caller has locked the file, so
 * that no other process is writing there.
 */
export function removeLeftover(file: string): void {
  const beside = (statSync(file, { throwIfNoEntry: false }) ? realpathSync(file) : file) + SUFFIX;
  if (lstatSync(beside, { throwIfNoEntry: false })?.isFile()) unlinkSync(beside);
}

/**
 * Writes all bytes: the system may take only some of them at a time, as when the disk is nearly full.
 *
 * @returns how many there were.
 */
export function writeAll(descriptor: number, bytes: Buffer): number {
  for (let written = 0; written < bytes.length; ) {
    const taken = writeSync(descriptor, bytes, written);
    if (taken === 0) throw failure();
    written += taken;
  }
  return bytes.length;
}

/** Puts a new or renamed file's name on the disk. Where folders cannot be synced (Windows), there is nothing to do. */
export function syncFolder(file: string): void {
  let folder: number | undefined;
  try {
    folder = openSync(dirname(file), 'r');
    fsyncSync(folder);
  } catch (error) {
    if (!NO_FOLDER_SYNC.has(codeOf(error) ?? '')) throw error;
  } finally {
    if (folder !== undefined) closeSync(folder);
  }
}

const NO_FOLDER_SYNC = new Set(['EACCES', 'EBADF', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM']);

/** Only root may give a file away; to others, a file that they may replace is theirs from then on. */
function keepOwner(descriptor: number, { uid, gid }: { readonly uid: number; readonly gid: number }): void {
  try {
    fchownSync(descriptor, uid, gid);
  } catch (error) {
    if (codeOf(error) !== 'EPERM' && codeOf(error) !== 'ENOSYS') throw error;
  }
}

/** The error for a disk that loses bytes without reporting one. */
function failure(): Error {
  return Object.assign(new Error('bytes were not written'), { code: 'EIO' });
}
