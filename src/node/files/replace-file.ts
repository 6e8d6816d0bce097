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
import { codeOf } from '../errors/system.js';
import { FileError, isRefusal, useFile } from './file-error.js';
import { nameReplacement } from './file-name.js';
import { LockedFile, lock } from './lock.js';
import { closeQuietly, sleepSync } from './regular-file.js';

/** Flags to create a file for appending. Opening fails if there is already a file or a link with that name. */
const FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL;

/**
 * Creates or replaces a file. The new file is written next to the old one, locked, synced, and renamed, so the disk
 * always holds either the unchanged old file or the complete new one.
 *
 * Links are followed. The owner and permissions are kept where the file system allows it. Access control lists are
 * lost, because Node.js cannot copy them.
 *
 * @param locked the old file, which this function closes.
 * @returns the new file, open for appending.
 * @throws FileError. The message tells whether the old file is unchanged.
 */
export function replaceFile(file: string, contents: Uint8Array, locked: LockedFile): LockedFile {
  const [target, replacement] = useFile(`could not write ${file}, which is unchanged`, () => {
    const old = statSync(file, { throwIfNoEntry: false });
    // realpathSync cannot resolve some paths on Windows, such as \\?\C:\x.
    const target = old && lstatSync(file).isSymbolicLink() ? realpathSync(file) : file;
    return [target, writeAndRename(target, contents, old, locked)];
  });
  locked.close();
  try {
    useFile(`${file} was written, but a power cut may undo that`, () => syncName(target, replacement));
    return replacement;
  } catch (error) {
    replacement.close();
    throw error;
  }
}

/** Writes a file next to its target and renames it. Removes leftovers of killed processes and leaves none itself. */
function writeAndRename(target: string, contents: Uint8Array, old: Stats | undefined, locked: LockedFile): LockedFile {
  const beside = nameReplacement(target);
  if (lstatSync(beside, { throwIfNoEntry: false })?.isFile()) unlinkSync(beside);
  const descriptor = useFile(`could not create ${beside} to replace ${target}, which is unchanged`, () =>
    openSync(beside, FLAGS, old ? old.mode & 0o777 : 0o666),
  );
  try {
    const isLocked = lock(beside, descriptor);
    writeAll(descriptor, contents);
    if (old) {
      const { mode, uid, gid } = old;
      // Only root may change the owner. Other users become the owners of files that they replace.
      attempt(() => fchownSync(descriptor, uid, gid));
      attempt(() => fchmodSync(descriptor, mode & 0o777));
    }
    fsyncSync(descriptor);
    if (fstatSync(descriptor).size !== contents.length) throw createLostBytesError();
    // Windows cannot rename a file over an open one, so the old file is closed first. If another program opens it
    // before the rename, the rename fails.
    if (isWindows) locked.close();
    rename(beside, target);
    return new LockedFile(descriptor, isLocked);
  } catch (error) {
    closeQuietly(descriptor);
    rmSync(beside, { force: true });
    throw error;
  }
}

const isWindows = process.platform === 'win32';

/** Maximum milliseconds to wait until other programs close a file on Windows, where virus scanners open new files. */
const RENAME_TIMEOUT = 5000;

/**
 * Renames a file or a folder. On Windows, waits until no other program has the old or the new file open.
 *
 * @throws FileError
 */
function rename(from: string, to: string): void {
  for (const started = performance.now(); ; sleepSync(20)) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      if (!isWindows || !['EACCES', 'EBUSY', 'EPERM'].includes(codeOf(error) ?? '')) throw error;
      if (performance.now() - started < RENAME_TIMEOUT) continue;
      const message = `could not replace ${to}: another program has it open`;
      throw new FileError(message, { code: 'unusable', cause: error });
    }
  }
}

/** Writes all bytes. A single writeSync may write only some of them, for example if the disk is nearly full. */
export function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) {
    const length = writeSync(descriptor, bytes, written);
    if (length === 0) throw createLostBytesError();
    written += length;
  }
}

/**
 * Syncs a renamed file's folder to write the new name to the disk. Windows cannot sync folders, but syncing the file
 * there writes the file system's log, which contains the new name.
 */
function syncName(file: string, { descriptor }: LockedFile): void {
  if (isWindows) {
    fsyncSync(descriptor);
    return;
  }
  attempt(() => {
    const folder = openSync(dirname(file), 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  });
}

/** Calls a function and ignores a refusal by the file system, because the file is complete without the call. */
function attempt(call: () => void): void {
  try {
    call();
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

function createLostBytesError(): Error {
  return Object.assign(new Error('bytes were not written'), { code: 'EIO' });
}
