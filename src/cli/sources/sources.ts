// src/cli/sources opens ledger files and cluster runs and reads the status of a file (this file), formats any status
// (status-text.ts), and tells what to type after an error (remedies.ts).

import { statSync } from 'node:fs';
import type { Database, DatabaseOptions } from '../../cluster/connection/database.js';
import { UsageError } from '../../core/errors/errors.js';
import type { StoredResults } from '../../core/results/results.js';
import { WatchedLedger } from '../../core/runs/watched-ledger.js';
import { codeOf } from '../../node/errors/system.js';
import { isLocked } from '../../node/files/lock.js';
import { LedgerFile, readLedger } from '../../node/ledger/ledger-reader.js';
import { prepareForCluster } from '../../node/package/cluster-packages.js';
import { DATABASE_VARIABLE } from '../../node/package/environment.js';
import { logMessage } from '../../node/terminal/terminal.js';
import { RUN_NAME, type Source } from '../options/values.js';
import { formatResumeCommand, messageWithRemedy } from './remedies.js';
import type { Status } from './status-text.js';

/** Options for opening the user's database. */
export interface OpenOptions extends DatabaseOptions {
  /** File with the connection URL. By default, the URL comes from an environment variable. */
  readonly databaseFile: string | undefined;
  /** Called with a sentence after tables of an earlier version have been upgraded. Without it, nothing is written. */
  readonly onUpgrade?: (message: string) => void;
}

/** Calls a task with a function that connects to the cluster's database on first use. Disconnects at the end. */
export async function withCluster<T>(
  options: OpenOptions,
  task: (connect: () => Promise<Database>) => Promise<T>,
): Promise<T> {
  let database: Database | undefined;
  async function connect(): Promise<Database> {
    prepareForCluster();
    database ??= await openDatabase({ onLock: logMessage, ...options });
    return database;
  }
  try {
    return await task(connect);
  } finally {
    await database?.close();
  }
}

/** @throws UsageError or OperationalError with a one-line message if the database cannot be used. */
async function openDatabase(options: OpenOptions): Promise<Database> {
  const { Database } = await import('../../cluster/connection/database.js');
  const { readDatabaseUrl } = await import('../../cluster/connection/database-url.js');
  const { prepareTables } = await import('../../cluster/tables/schema.js');
  const database = new Database(readDatabaseUrl(options.databaseFile), options);
  try {
    await prepareTables(database, options.onUpgrade);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Calls a task with a function that opens a source. The function throws the errors of `openFile`, and UsageError if
 * there is no such run.
 *
 * @param databaseFile file that contains the database URL; by default, the URL comes from the environment.
 * @param worker name of the worker whose results are read from a run; by default, all results are read.
 */
export function withSources<T>(
  databaseFile: string | undefined,
  task: (open: (source: Source) => Promise<StoredResults>) => Promise<T>,
  worker?: string,
): Promise<T> {
  return withCluster({ databaseFile }, (connect) =>
    task(async (source) => {
      if ('file' in source) return openFile(source.file);
      const { openResults } = await import('../../cluster/tables/results.js');
      return openResults(await connect(), source.run, worker);
    }),
  );
}

/** Opens a ledger file. @throws LedgerFileError; UsageError with a hint if the user may mean a cluster run. */
export function openFile(file: string): LedgerFile {
  return withRunHint(file, () => new LedgerFile(file));
}

/**
 * Returns a function that reads the status of a ledger file. Each call resumes reading where the last one stopped, and
 * throws UsageError or LedgerFileError if the file could not be read.
 */
export function createFileStatusReader(file: string): () => Status {
  const ledger = new WatchedLedger(file, messageWithRemedy);
  function read(): boolean {
    const bytes = withRunHint(file, () => readLedger(file, ledger.offset));
    const stats = statSync(file, { throwIfNoEntry: false });
    return ledger.read(bytes, stats?.isFile() ? stats.mtimeMs : 0); // a pipe has no time of its last change
  }
  return () => {
    const isCounted = isLocked(file); // checked first, so if the count ends now, all its results are read
    if (!read()) read();
    const stats = ledger.stats(isCounted);
    const state = stats.state === 'idle' ? 'stopped' : stats.state;
    return { ...ledger.header, ...stats, state, source: file, command: formatResumeCommand(file, ledger.header) };
  };
}

/**
 * Calls a function that reads a file.
 *
 * @throws the function's errors; UsageError with a hint if there is no such file, but perhaps a run with that name.
 */
function withRunHint<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Error) || codeOf(error.cause) !== 'ENOENT') throw error;
    if (!process.env[DATABASE_VARIABLE] || !RUN_NAME.test(file)) throw error;
    throw new UsageError(`${error.message}; for a cluster run, write run:${file}`, { cause: error.cause });
  }
}
