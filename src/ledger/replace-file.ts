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
  rmSync,
  type Stats,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { codeOf, fileError } from '../errors/system.js';
import { closeQuietly, lock, REPLACEMENT_SUFFIX } from './lock.js';

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
 * as they are. Access control lists are lost: Node.js cannot copy them.
 *
 * @throws UsageError or LedgerFileError, which says whether the file is as it was.
 */
export function replaceFile(file: string, contents: Buffer): Replacement {
  let target = file;
  let descriptor: number;
  try {
    const old = statSync(file, { throwIfNoEntry: false });
    if (old) target = realpathSync(file);
    descriptor = writeAndRename(target, contents, old);
  } catch (error) {
    throw fileError(`${file} cannot be written and is as it was`, error);
  }
  try {
    syncFolder(target);
  } catch (error) {
    closeQuietly(descriptor);
    throw fileError(`${file} is replaced, but a power cut may bring the old file back`, error);
  }
  return { descriptor, length: contents.length };
}

/** Writes a file beside its target and renames it. Removes leftovers of killed processes, and its own after an error. */
function writeAndRename(target: string, contents: Buffer, old: Stats | undefined): number {
  const beside = target + REPLACEMENT_SUFFIX;
  if (lstatSync(beside, { throwIfNoEntry: false })?.isFile()) unlinkSync(beside);
  const descriptor = openSync(beside, FLAGS, old ? old.mode & 0o777 : 0o666);
  try {
    lock(beside, descriptor);
    writeAll(descriptor, contents);
    if (old) {
      keepOwner(descriptor, old);
      fchmodSync(descriptor, old.mode & 0o777);
    }
    fsyncSync(descriptor);
    if (fstatSync(descriptor).size !== contents.length) throw lostBytes();
    renameSync(beside, target);
    return descriptor;
  } catch (error) {
    closeQuietly(descriptor);
    rmSync(beside, { force: true });
    throw error;
  }
}

/** Writes all bytes: the system may take only some of them at a time, as when the disk is nearly full. */
export function writeAll(descriptor: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) {
    const taken = writeSync(descriptor, bytes, written);
    if (taken === 0) throw lostBytes();
    written += taken;
  }
}

/** Syncs the name of a renamed file to the disk, where folders can be synced (not on Windows). */
function syncFolder(file: string): void {
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

/** Keeps the owner if we may: only root can give a file away, and other users become the owner of a file they replace. */
function keepOwner(descriptor: number, { uid, gid }: Stats): void {
  try {
    fchownSync(descriptor, uid, gid);
  } catch (error) {
    if (codeOf(error) !== 'EPERM' && codeOf(error) !== 'ENOSYS') throw error;
  }
}

/** Returns the error for a disk that loses bytes without reporting one. */
function lostBytes(): Error {
  return Object.assign(new Error('bytes were not written'), { code: 'EIO' });
}
