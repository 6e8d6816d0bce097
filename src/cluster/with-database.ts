import { UsageError } from '../errors/errors.js';
import { Database, type DatabaseOptions } from './database/database.js';
import { databaseUrl } from './database/database-url.js';
import { installSchema } from './database/schema.js';

/** Where the user says the database is: a file with the connection URL, our own one (`local`), or else the environment. */
export interface DatabasePlace {
  readonly databaseFile: string | undefined;
  readonly local: boolean;
}

/** The flags that connect another command to the same place. */
export function flagsOf({ databaseFile, local }: DatabasePlace): string[] {
  if (local) return ['--local'];
  return databaseFile === undefined ? [] : ['--database-file', databaseFile];
}

/** How a database is used. Without `onOutage`, an outage is an error. */
type DatabaseUse = Pick<DatabaseOptions, 'connections' | 'onOutage' | 'signal'>;

/**
 * The database of a place. Starts the local one if it is not running, and again whenever it does not answer.
 *
 * @throws UsageError if the place names no database, or two; the signal's reason.
 */
export async function openDatabase(place: DatabasePlace, use: DatabaseUse = {}): Promise<Database> {
  const flags = flagsOf(place);
  if (!place.local) return new Database(databaseUrl(place.databaseFile), { ...use, flags });
  if (place.databaseFile !== undefined) throw new UsageError('take one of --local and --database-file');
  const { localDatabase, reviveLocalDatabase } = await import('./local/local.js');
  const url = await localDatabase(use.signal);
  return new Database(url, { ...use, flags, revive: () => reviveLocalDatabase(url, use.signal) });
}

/**
 * Calls a task with a database that has the ledger's tables, and closes it afterwards.
 *
 * @throws Error in one line if the database cannot be used; what the task throws.
 */
export async function withDatabase<T>(
  place: DatabasePlace,
  task: (database: Database) => Promise<T>,
  use?: DatabaseUse,
): Promise<T> {
  const database = await openDatabase(place, use);
  try {
    await installSchema(database);
    return await task(database);
  } finally {
    await database.close();
  }
}
