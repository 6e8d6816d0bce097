import { Database, type DatabaseOptions } from './database.js';
import { readDatabaseUrl } from './database-url.js';
import { installSchema } from './schema.js';

/**
 * Connects to the user's database and creates missing tables. The caller closes the database.
 *
 * @throws UsageError or OperationalError with a one-line message if the database cannot be used.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const database = new Database(readDatabaseUrl(options.databaseFile), options);
  try {
    await installSchema(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
