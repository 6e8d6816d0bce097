/** The ledger files in a folder. Other programs may change the folder at any time, so each file is opened only once. */
import { constants } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LEDGER_BEGINNING, type ListedLedger } from '../core/results/header.js';
import { codeOf } from '../node/errors/system.js';

/** Flags that refuse symbolic links, which can lead out of the folder, and do not wait for a pipe's writer. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

const MAX_LISTED = 200;

/** A ledger file that is open for reading, with the size and time that it had when it was opened. */
export interface ServedLedger extends ListedLedger {
  readonly handle: FileHandle;
}

/** Maximum number of files that listing opens at once, because the system limits a process's open files. */
const OPEN_AT_ONCE = 8;

/** Lists the newest ledgers in a folder, newest first. @throws the system's error if it has too many open files. */
export async function listLedgers(folder: string): Promise<readonly ListedLedger[]> {
  const names = (await listFiles(folder)).values();
  const ledgers: ListedLedger[] = [];
  async function describeLedgers(): Promise<void> {
    for (const name of names) {
      const ledger = await openRegularFile(folder, name);
      await ledger?.handle.close();
      if (ledger) ledgers.push({ name, size: ledger.size, changed: ledger.changed });
    }
  }
  await Promise.all(Array.from({ length: OPEN_AT_ONCE }, describeLedgers));
  return ledgers.sort((a, b) => b.changed - a.changed).slice(0, MAX_LISTED);
}

/** Opens a ledger, which the caller closes; undefined if there is none of that name. Throws as `listLedgers` does. */
export async function openServedLedger(folder: string, name: string): Promise<ServedLedger | undefined> {
  // A name that is not listed in the folder might lead out of it.
  return (await listFiles(folder)).includes(name) ? openRegularFile(folder, name) : undefined;
}

/** Lists the names of the regular files in a folder; none if the folder is gone. */
async function listFiles(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  } catch (error) {
    return ignoreUnlessShort(error, []);
  }
}

/** Opens a file. @returns undefined if it is not a ledger, cannot be read, or is gone. */
async function openRegularFile(folder: string, name: string): Promise<ServedLedger | undefined> {
  const handle = await open(join(folder, name), FLAGS).catch((error) => ignoreUnlessShort(error, undefined));
  if (!handle) return undefined;
  try {
    const stats = await handle.stat();
    const beginning = Buffer.alloc(LEDGER_BEGINNING.length);
    if (stats.isFile()) await handle.read(beginning, { position: 0 });
    if (beginning.toString() === LEDGER_BEGINNING)
      return { name, handle, size: stats.size, changed: Math.round(stats.mtimeMs) };
  } catch {} // the disk failed
  await handle.close();
  return undefined;
}

/** Returns whether an error means that this process or the system has too many open files at the moment. */
export function isOutOfFileDescriptors(error: unknown): boolean {
  return ['EMFILE', 'ENFILE'].includes(codeOf(error) ?? '');
}

function ignoreUnlessShort<T>(error: unknown, instead: T): T {
  if (isOutOfFileDescriptors(error)) throw error;
  return instead;
}
