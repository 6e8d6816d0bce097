import { readFileSync } from 'node:fs';
import { UsageError } from '../errors/errors.js';
import { explainError } from '../errors/system.js';
import { runBlocking } from '../terminal/interruption.js';

/** The environment variable with the connection URL, which includes the password. */
export const DATABASE_VARIABLE = 'QUEENS_PAR_DATABASE_URL';

/**
 * The parts of a connection URL. A special character of a password that is not percent-encoded ends the password early,
 * and the rest of the URL has the `@` before the host. So only the login may have one, up to the last `@` before the
 * first slash.
 */
const URL_PARTS = /^postgres(?:ql)?:\/\/(?:[^\s/?#]*@)?([^\s@/?#]*)(?:\/[^\s@?#]*)?(?:\?[^\s@#]*)?$/;

/**
 * Refuses a URL on the command line, which other users of the machine can see. Call this before a message can quote the
 * URL.
 *
 * @throws UsageError
 */
export function refuseUrl(words: readonly string[]): void {
  if (!words.some((word) => /postgres(?:ql)?:\/\/|:\/\/.*@/i.test(word))) return;
  throw new UsageError(
    `a database URL does not belong on the command line: set ${DATABASE_VARIABLE}, or put it in a file for --database-file`,
  );
}

/**
 * Reads the connection URL from a file or from the environment. Quotation marks around it are ignored: Docker's
 * --env-file keeps them.
 *
 * @param file file with the URL in its first line that is neither empty nor a comment; other lines are ignored.
 * @throws UsageError if there is no valid URL. The message never quotes the URL, which may contain a password.
 */
export function databaseUrl(file: string | undefined): string {
  const text = file === undefined ? process.env[DATABASE_VARIABLE] : firstLine(file);
  if (text) return validUrl(text.trim().replace(/^(["'])(.*)\1$/, '$2'), file ?? DATABASE_VARIABLE);
  if (file !== undefined) throw new UsageError(`${file} has no line with a database URL`);
  throw new UsageError(
    `no database is given: set ${DATABASE_VARIABLE}=postgres://user:password@host/name?sslmode=verify-full, or put this URL in a file and use --database-file FILE; queens-par cluster database runs one on this machine`,
  );
}

function firstLine(file: string): string | undefined {
  try {
    return /^\s*[^\s#].*/m.exec(runBlocking(() => readFileSync(file, 'utf8')))?.[0]; // a pipe may have no writer
  } catch (cause) {
    throw new UsageError(`${file} cannot be read: ${explainError(cause)}`, { cause });
  }
}

function validUrl(url: string, source: string): string {
  const [, hosts = ''] = URL_PARTS.exec(url) ?? [];
  if (hosts.includes(','))
    throw new UsageError(`${source} has several hosts; give one name that always leads to the primary`);
  try {
    if (URL_PARTS.test(url) && addressOf(url) && decodeURIComponent(url)) return withTls(url);
  } catch {} // an error of Node.js could quote the URL
  throw new UsageError(
    `${source} must contain a URL like postgres://user:password@host:5432/name, or postgres://user:password@/name?host=/folder for a socket; in a password, write / as %2F, @ as %40, # as %23, % as %25, a space as %20`,
  );
}

/**
 * Replaces the modes that node-postgres treats like `verify-full`, because it also prints a warning of seven lines, and
 * `sslrootcert=system`, which asks for the usual authorities: Node.js uses them without a file.
 */
function withTls(url: string): string {
  if (/[?&]sslrootcert=system(?:&|$)/.test(url))
    return url.replaceAll(/([?&])ssl(?:mode|rootcert)=[^&]*/g, '$1sslmode=verify-full');
  if (/[?&]uselibpqcompat=true(?:&|$)/.test(url)) return url;
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
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
