/** Connects a command to the user's database, and creates its tables if they are missing. */
import { UsageError } from '../errors/errors.js';
import { Database, type DatabaseOptions } from './database.js';
import { databaseUrl } from './database-url.js';
import { installSchema } from './schema.js';

/** The user's choice of a database. By default, the connection URL comes from an environment variable. */
export interface DatabaseChoice {
  /** File with the connection URL. */
  readonly databaseFile: string | undefined;
  /** Whether to use the local database. */
  readonly local: boolean;
}

/** Options of `withDatabase`. Without `onOutage`, an outage throws an error. */
interface ConnectOptions extends Pick<DatabaseOptions, 'connections' | 'onOutage' | 'signal'> {
  /** Whether to start the local database if it is not running. */
  readonly runsLocal?: boolean;
}

/** Returns the flags that make another command use the same database. */
function flagsOf({ databaseFile, local }: DatabaseChoice): string[] {
  if (local) return ['--local'];
  return databaseFile === undefined ? [] : ['--database-file', databaseFile];
}

/**
 * Connects to the database, creates missing tables, calls a task, and disconnects.
 *
 * @throws UsageError or DatabaseError with a one-line message if the database cannot be used; errors of the task.
 */
export async function withDatabase<T>(
  choice: DatabaseChoice,
  task: (database: Database) => Promise<T>,
  { runsLocal = false, ...options }: ConnectOptions = {},
): Promise<T> {
  if (choice.local && choice.databaseFile !== undefined)
    throw new UsageError('use either --local or --database-file, not both');
  const local = choice.local ? new (await import('./local.js')).LocalDatabase() : undefined;
  try {
    const url = local ? await (runsLocal ? local.run(options.signal) : local.url()) : databaseUrl(choice.databaseFile);
    const revive = local && runsLocal ? () => local.revive(url, options.signal) : undefined;
    const database = new Database(url, { ...options, flags: flagsOf(choice), revive });
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
