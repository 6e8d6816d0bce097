import { readFileSync } from 'node:fs';
import { UsageError } from '../errors/errors.js';
import { reasonOf } from '../errors/system.js';

/** The environment variable with the connection URL, which includes the password. */
export const DATABASE_VARIABLE = 'QUEENS_PAR_DATABASE_URL';

/**
 * Reads the connection URL from a file or from the environment. There is no option for the URL itself, because other users
 * of the machine can see command lines.
 *
 * @param file file with the URL in its first line; other lines are ignored.
 * @throws UsageError if there is no valid URL. The message never quotes the URL, which may contain a password.
 */
export function databaseUrl(file: string | undefined): string {
  if (file !== undefined) return validUrl(firstLine(file), file);
  const url = process.env[DATABASE_VARIABLE];
  if (url) return validUrl(url, DATABASE_VARIABLE);
  throw new UsageError(
    `no database is given: set ${DATABASE_VARIABLE}=postgres://user:password@host/name?sslmode=verify-full, or put this URL in a file and use --database-file FILE, or use --local, which needs no server`,
  );
}

function firstLine(file: string): string {
  try {
    return readFileSync(file, 'utf8').split('\n')[0]?.trim() ?? '';
  } catch (cause) {
    throw new UsageError(`${file} cannot be read: ${reasonOf(cause)}`, { cause });
  }
}

function validUrl(url: string, source: string): string {
  if (/^postgres(ql)?:\/\//.test(url) && URL.canParse(withHost(url))) return url;
  throw new UsageError(
    `${source} must contain a URL like postgres://user:password@host:5432/name, or postgres://user:password@/name?host=/folder for a socket`,
  );
}

/** Fills in the host of a URL that has none, because `URL` refuses it: the URL of a socket has a parameter `host`. */
function withHost(url: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/?#]*)@\//, '$1@localhost/');
}

/** Returns the host, port and name of a database, without the user name and password. */
export function addressOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(withHost(url));
  const host = searchParams.get('host') ?? decodeURIComponent(hostname || 'localhost');
  return host.startsWith('/') ? `${host}${pathname}` : `${host}:${port || 5432}${pathname}`;
}
