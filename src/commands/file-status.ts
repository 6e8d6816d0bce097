import { statSync } from 'node:fs';
import { isLocked } from '../ledger/lock.js';
import { readFile } from '../ledger/regular-file.js';
import type { Status } from '../runs/status.js';
import { WatchedLedger } from '../runs/watched-ledger.js';
import { withRunHint } from './sources.js';

/**
 * Returns a function that reads the status of a ledger file. Each call continues where the one before has ended. It
 * throws UsageError or LedgerFileError if the file cannot be read.
 */
export function fileStatusReader(file: string): () => Status {
  const ledger = new WatchedLedger(file);
  function read(): boolean {
    const bytes = withRunHint(file, () => readFile(file, ledger.offset));
    return ledger.read(bytes, changeTime(file));
  }
  return () => {
    const isCounted = isLocked(file); // before the results: a count that ends in between has all of them
    if (!read()) read();
    const figures = ledger.figures(isCounted);
    const state = figures.state === 'idle' ? 'stopped' : figures.state;
    return { ...ledger.header, ...figures, state, source: file, command: ledger.command };
  };
}

/** Returns the moment of the last change of a file, in milliseconds since 1970; 0 for a pipe. */
function changeTime(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() ? stats.mtimeMs : 0;
}
