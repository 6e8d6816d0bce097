import { UsageError } from '../errors/errors.js';
import { Database } from './database/database.js';
import { databaseUrl } from './database/database-url.js';
import { installSchema } from './database/schema.js';

/** Where the user says the database is: a file with the connection URL, our own one (`local`), or else the environment. */
export interface DatabasePlace {
  readonly databaseFile: string | undefined;
  readonly local: boolean;
}

/**
 * The connection URL of a place. Starts the local database if it is not running.
 *
 * @throws UsageError if the place names no database, or two.
 */
export async function urlOf({ databaseFile, local }: DatabasePlace): Promise<string> {
  if (!local) return databaseUrl(databaseFile);
  if (databaseFile !== undefined) throw new UsageError('take one of --local and --database-file');
  const { localDatabase } = await import('./local/local.js');
  return localDatabase();
}

/** What `revive` of a Database is for a place: only the local database is ours to start. */
export function revivalOf(
  { local }: DatabasePlace,
  url: string,
  signal?: AbortSignal,
): (() => Promise<void>) | undefined {
  if (!local) return undefined;
  return async () => {
    const { reviveLocalDatabase } = await import('./local/local.js');
    await reviveLocalDatabase(url, signal);
  };
}

/** The flags that connect another command to the same place. */
export function flagsOf({ databaseFile, local }: DatabasePlace): string[] {
  if (local) return ['--local'];
  return databaseFile === undefined ? [] : ['--database-file', databaseFile];
}

/** How a task uses the database. */
interface DatabaseUse {
  readonly connections?: number;
  /** Called when the database stops answering and when it answers again: while it does not, the task waits. Without it, an outage is an error. */
  readonly onOutage?: (message: string) => void;
  readonly signal?: AbortSignal;
}

/**
 * Calls a task with a database that has the ledger's tables, and closes it afterwards.
 *
 * @throws Error in one line if the database cannot be used; what the task throws.
 */
export async function withDatabase<T>(
  place: DatabasePlace,
  task: (database: Database) => Promise<T>,
  use: DatabaseUse = {},
): Promise<T> {
  const url = await urlOf(place);
  const revive = revivalOf(place, url, use.signal);
  const database = new Database(url, { ...use, revive, flags: flagsOf(place) });
  try {
    await installSchema(database);
    return await task(database);
  } finally {
    await database.close();
  }
}
