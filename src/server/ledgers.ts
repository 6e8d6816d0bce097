import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LEDGER_BEGINNING } from '../ledger/header.js';

/** Flags that refuse symbolic links, which can point outside the folder, and do not wait for the writer of a pipe. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Largest number of ledgers in the list. */
const MOST_LISTED = 200;

/** A ledger file in the server's folder: its name, its size in bytes, and its last change in milliseconds since 1970. */
export interface ListedLedger {
  readonly name: string;
  readonly size: number;
  readonly changed: number;
}

/** Lists the newest ledgers in a folder, newest first. Other files, links and subfolders are left out. */
export async function listLedgers(folder: string): Promise<readonly ListedLedger[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []); // the folder may be gone
  const files = entries.filter((entry) => entry.isFile());
  const ledgers = await Promise.all(files.map(({ name }) => listed(folder, name).catch(() => []))); // so may a file
  return ledgers
    .flat()
    .sort((a, b) => b.changed - a.changed)
    .slice(0, MOST_LISTED);
}

/** Describes a ledger. Returns an empty list for another file. */
async function listed(folder: string, name: string): Promise<readonly ListedLedger[]> {
  const handle = await open(join(folder, name), FLAGS);
  try {
    const stats = await handle.stat();
    const beginning = Buffer.alloc(LEDGER_BEGINNING.length);
    if (stats.isFile()) await handle.read(beginning, { position: 0 });
    if (beginning.toString() !== LEDGER_BEGINNING) return [];
    return [{ name, size: stats.size, changed: Math.round(stats.mtimeMs) }];
  } finally {
    await handle.close();
  }
}
