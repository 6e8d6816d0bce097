/** Connects a command to the database that the user chose, with the ledger's tables in it. */
import { UsageError } from '../errors/errors.js';
import { Database, type DatabaseOptions } from './database.js';
import { databaseUrl } from './database-url.js';
import { installSchema } from './schema.js';

/** The user's choice of a database: a file with the connection URL, the local database, or by default the environment. */
export interface DatabaseChoice {
  readonly databaseFile: string | undefined;
  readonly local: boolean;
}

/** Options of a command for the database. Without `onOutage`, an outage is an error. */
interface DatabaseUse extends Pick<DatabaseOptions, 'connections' | 'onOutage' | 'signal'> {
  /** Whether to run the local database if it is not running. */
  readonly runsLocal?: boolean;
}

/** Returns the flags with which other commands use the same database. */
function flagsOf({ databaseFile, local }: DatabaseChoice): string[] {
  if (local) return ['--local'];
  return databaseFile === undefined ? [] : ['--database-file', databaseFile];
}

/**
 * Calls a task with a database that has the tables of the ledger, and closes the database afterwards.
 *
 * @throws UsageError or DatabaseError in one line if the database cannot be used; errors of the task.
 */
export async function withDatabase<T>(
  choice: DatabaseChoice,
  task: (database: Database) => Promise<T>,
  { runsLocal = false, ...use }: DatabaseUse = {},
): Promise<T> {
  if (choice.local && choice.databaseFile !== undefined)
    throw new UsageError('use either --local or --database-file, not both');
  const local = choice.local ? new (await import('./local.js')).LocalDatabase() : undefined;
  try {
    const url = local ? await (runsLocal ? local.run(use.signal) : local.url()) : databaseUrl(choice.databaseFile);
    const revive = local && runsLocal ? () => local.revive(url, use.signal) : undefined;
    const database = new Database(url, { ...use, flags: flagsOf(choice), revive });
    try {
      await installSchema(database);
      return await task(database);
    } finally {
      await database.close();
    }
  } finally {
    await local?.close();
  }
}
