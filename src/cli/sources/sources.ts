// src/cli/sources opens the ledger files and cluster runs on the command line (this file), reads the status of a file
// (file-status.ts), and formats any status (status-text.ts).

import type { Database, DatabaseOptions } from '../../cluster/connection/database.js';
import { UsageError } from '../../core/errors/errors.js';
import type { StoredResults } from '../../core/results/results.js';
import { codeOf } from '../../node/errors/system.js';
import { LedgerFile } from '../../node/ledger/ledger-reader.js';
import { prepareForCluster } from '../../node/package/cluster-packages.js';
import { DATABASE_VARIABLE } from '../../node/package/environment.js';
import { logMessage } from '../../node/terminal/terminal.js';
import { RUN_NAME, type Source } from '../options/values.js';

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

/** Reads a file. @throws the errors of `read`, with a hint if there is no such file, but perhaps such a run. */
export function withRunHint<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Error) || codeOf(error.cause) !== 'ENOENT') throw error;
    if (!process.env[DATABASE_VARIABLE] || !RUN_NAME.test(file)) throw error;
    throw new UsageError(`${error.message}; for a cluster run, write run:${file}`, { cause: error.cause });
  }
}
