import { UsageError } from '../errors/errors.js';
import { Database, type DatabaseOptions } from './database/database.js';
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

/**
 * Calls a task with a database that has the ledger's tables, and closes it afterwards. Without `onOutage`, an outage is an
 * error.
 *
 * @throws Error in one line if the database cannot be used; what the task throws.
 */
export async function withDatabase<T>(
  place: DatabasePlace,
  task: (database: Database) => Promise<T>,
  use: Pick<DatabaseOptions, 'connections' | 'onOutage' | 'signal'> = {},
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
