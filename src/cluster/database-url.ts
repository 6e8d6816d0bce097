import { readFileSync } from 'node:fs';
import { UsageError } from '../errors/errors.js';
import { reasonOf } from '../errors/system.js';

/** The environment variable that has the connection URL, password included. */
export const DATABASE_VARIABLE = 'QUEENS_PAR_DATABASE_URL';

/**
 * Finds the connection URL: in a file, or in the environment. It is never on the command line, where other users of the machine
 * could read it.
 *
 * @param file its first line is the URL; other lines are ignored.
 * @throws UsageError without the URL, which may contain a password.
 */
export function databaseUrl(file: string | undefined): string {
  if (file !== undefined) return checked(firstLine(file), file);
  const url = process.env[DATABASE_VARIABLE];
  if (url) return checked(url, DATABASE_VARIABLE);
  throw new UsageError(
    `name the database: ${DATABASE_VARIABLE}=postgres://user:password@host/name, or --database-file FILE with such a URL in it; --local needs no server`,
  );
}

function firstLine(file: string): string {
  try {
    return readFileSync(file, 'utf8').split('\n')[0]?.trim() ?? '';
  } catch (cause) {
    throw new UsageError(`${file} cannot be read: ${reasonOf(cause)}`, { cause });
  }
}

function checked(url: string, source: string): string {
  if (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url)) return url;
  throw new UsageError(`${source} must contain a URL like postgres://user:password@host:5432/name`);
}
