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

/** Creates a file for appending. Fails if a file or a link of this name exists. */
const FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL;

/**
 * Creates or replaces a file. The new file is written beside the old file, locked, synced, and renamed. So the disk always
 * has either the unchanged old file or the complete new file.
 *
 * The caller holds the lock on the old file and closes it afterwards. Links are followed. The owner and the permissions are
 * kept. Access control lists are lost, because Node.js cannot copy them.
 *
 * @returns the descriptor of the new file, open for appending and locked.
 * @throws UsageError or LedgerFileError. The message says whether the old file is unchanged.
 */
export function replaceFile(file: string, contents: Uint8Array): number {
  let target = file;
  let descriptor: number;
  try {
    const old = statSync(file, { throwIfNoEntry: false });
    if (old) target = realpathSync(file);
    descriptor = writeAndRename(target, contents, old);
  } catch (error) {
    throw fileError(`${file} cannot be written and is unchanged`, error);
  }
  try {
    syncFolder(target);
  } catch (error) {
    closeQuietly(descriptor);
    throw fileError(`${file} is written, but a power cut may undo that`, error);
  }
  return descriptor;
}

/** Writes a file beside its target and renames it. Removes leftovers of killed processes. Leaves none after an error. */
function writeAndRename(target: string, contents: Uint8Array, old: Stats | undefined): number {
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

/** Writes all bytes. The system may write only some of them in one call, for example if the disk is nearly full. */
export function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) {
    const length = writeSync(descriptor, bytes, written);
    if (length === 0) throw lostBytes();
    written += length;
  }
}

/** Syncs the folder of a renamed file, so that the new name is on the disk. Windows cannot sync folders. */
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

/** Keeps the owner of a file if this process runs as root. Other users become the owner of a file that they replace. */
function keepOwner(descriptor: number, { uid, gid }: Stats): void {
  try {
    fchownSync(descriptor, uid, gid);
  } catch (error) {
    if (codeOf(error) !== 'EPERM' && codeOf(error) !== 'ENOSYS') throw error;
  }
}

/** Makes the error for a disk that loses bytes without reporting an error. */
function lostBytes(): Error {
  return Object.assign(new Error('bytes were not written'), { code: 'EIO' });
}
