import { Database } from '../cluster/database/database.js';
import { databaseUrl } from '../cluster/database/database-url.js';
import { installSchema } from '../cluster/database/schema.js';
import { UsageError } from '../errors/errors.js';

/** Where the command line says the database is. */
export interface DatabaseArguments {
  readonly file: string | undefined;
  readonly local: boolean;
}

/** The connection URL that the command line asks for. With --local it starts a database where none is running. */
export async function urlOf({ file, local }: DatabaseArguments): Promise<string> {
  if (!local) return databaseUrl(file);
  if (file !== undefined) throw new UsageError('take one of --local and --database-file');
  const { localDatabase } = await import('../cluster/local/local.js');
  return localDatabase();
}

/** What a command line says to be connected like this one. */
export function flagsOf({ file, local }: DatabaseArguments): string[] {
  if (local) return ['--local'];
  return file === undefined ? [] : ['--database-file', file];
}

/** How a task uses the database. */
interface Use {
  readonly connections?: number;
  /** Told when the database stops answering and when it answers again: while it does not, the task waits. */
  readonly onOutage?: (message: string) => void;
  readonly signal?: AbortSignal;
}

/**
 * Runs a task with a database that has the ledger's tables.
 *
 * @throws Error in one line if it cannot be used: from the first question on, a database that is not there is an error.
 */
export async function withDatabase<T>(
  args: DatabaseArguments,
  task: (database: Database) => Promise<T>,
  use: Use = {},
): Promise<T> {
  const url = await urlOf(args);
  const first = new Database(url, { connections: 1 });
  try {
    await installSchema(first);
  } finally {
    await first.close();
  }
  const database = new Database(url, { ...use, flags: flagsOf(args) });
  try {
    return await task(database);
  } finally {
    await database.close();
  }
}
