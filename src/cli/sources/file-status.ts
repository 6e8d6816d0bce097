import { statSync } from 'node:fs';
import { WatchedLedger } from '../../core/runs/watched-ledger.js';
import { isLocked } from '../../node/files/lock.js';
import { readLedger } from '../../node/ledger/ledger-reader.js';
import { formatResumeCommand, messageWithRemedy } from './remedies.js';
import { withRunHint } from './sources.js';
import type { Status } from './status-text.js';

/**
 * Returns a function that reads the status of a ledger file, each time from where it stopped. It throws UsageError or
 * LedgerFileError if the file could not be read.
 */
export function createFileStatusReader(file: string): () => Status {
  const ledger = new WatchedLedger(file, messageWithRemedy);
  function read(): boolean {
    const bytes = withRunHint(file, () => readLedger(file, ledger.offset));
    return ledger.read(bytes, readChangeTime(file));
  }
  return () => {
    const isCounted = isLocked(file); // checked first, so if the count ends now, all its results are read
    if (!read()) read();
    const stats = ledger.stats(isCounted);
    const state = stats.state === 'idle' ? 'stopped' : stats.state;
    return { ...ledger.header, ...stats, state, source: file, command: formatResumeCommand(file, ledger.header) };
  };
}

/** Reads when a file last changed, in milliseconds since 1970; 0 for a pipe. */
function readChangeTime(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() ? stats.mtimeMs : 0;
}
