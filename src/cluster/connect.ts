/** Connects a command to the user's database, and creates its tables if they are missing. */
import { Database, type DatabaseOptions } from './database.js';
import { databaseUrl } from './database-url.js';
import { installSchema } from './schema.js';

/**
 * Connects to the database, creates missing tables, calls a task, and disconnects.
 *
 * @throws UsageError or DatabaseError with a one-line message if the database cannot be used; errors of the task.
 */
export async function withDatabase<T>(options: DatabaseOptions, task: (database: Database) => Promise<T>): Promise<T> {
  const database = new Database(databaseUrl(options.databaseFile), options);
  try {
    await installSchema(database);
    return await task(database);
  } finally {
    await database.close();
  }
}
