import { readFileSync } from 'node:fs';
import writeFileAtomic from 'write-file-atomic';
import { closeUnused, openLocked } from './lock.js';
import { readEntries, readHeader } from './read.js';
import { isUnbegun } from './schema.js';

/**
 * Takes the damaged lines out of a ledger file. The file is replaced as a whole, so a crash in between leaves the
 * old one.
 *
 * @returns the numbers of the lines that were dropped; what they held will be counted again.
 * @throws LedgerFileError if the first line is damaged; UsageError if the file cannot be used or is in use.
 */
export function repairLedgerFile(file: string): number[] {
  const locked = openLocked(file);
  try {
    const bytes = readFileSync(locked.descriptor);
    if (isUnbegun(bytes)) return [];
    const dropped: number[] = [];
    const kept: Buffer[] = [];
    let from = 0;
    const end = readEntries(bytes, readHeader(bytes, file), {
      entry() {},
      damaged(number, start, next) {
        dropped.push(number);
        kept.push(bytes.subarray(from, start));
        from = next;
      },
    });
    kept.push(bytes.subarray(from, end));
    if (dropped.length > 0) writeFileAtomic.sync(file, Buffer.concat(kept));
    return dropped;
  } finally {
    closeUnused(file, locked);
  }
}
