import { readFileSync } from 'node:fs';
import { UsageError } from '../../core/errors/errors.js';
import { explainError } from '../../node/errors/system.js';
import { DATABASE_VARIABLE } from '../../node/package/environment.js';
import { runBlocking } from '../../node/terminal/interruption.js';
import { ClusterUsageError } from './cluster-error.js';

/**
 * Matches a connection URL and captures its hosts. The login ends at the last `@` before the first slash. A later `@`
 * is refused, because it means that the password contains a special character that is not percent-encoded.
 */
const URL_PARTS = /^postgres(?:ql)?:\/\/(?:[^\s/?#]*@)?([^\s@/?#]*)(?:\/[^\s@?#]*)?(?:\?[^\s@#]*)?$/;

/**
 * Reads the connection URL from a file or from the environment. Ignores quotation marks around it, because Docker's
 * --env-file keeps them.
 *
 * @param file file with the URL in the first line that is neither empty nor a comment; undefined for the environment.
 * @throws UsageError if there is no valid URL. The message never quotes the URL, because it may contain a password.
 */
export function readDatabaseUrl(file: string | undefined): string {
  const text = file === undefined ? process.env[DATABASE_VARIABLE] : readUrlLine(file);
  if (text) return validateUrl(text.trim().replace(/^(["'])(.*)\1$/, '$2'), file ?? DATABASE_VARIABLE);
  if (file !== undefined) throw new UsageError(`${file} contains no database URL`);
  const example = 'postgres://user:password@host/name?sslmode=verify-full';
  throw new ClusterUsageError(`the database URL is missing: set ${DATABASE_VARIABLE}=${example}`, 'url');
}

function readUrlLine(file: string): string | undefined {
  try {
    return /^\s*[^\s#].*/m.exec(runBlocking(() => readFileSync(file, 'utf8')))?.[0]; // a pipe may have no writer
  } catch (cause) {
    throw new UsageError(`could not read ${file}: ${explainError(cause)}`, { cause });
  }
}

function validateUrl(url: string, source: string): string {
  const [, hosts = ''] = URL_PARTS.exec(url) ?? [];
  if (hosts.includes(','))
    throw new UsageError(`${source} lists several hosts. Use one name that always resolves to the primary`);
  try {
    if (URL_PARTS.test(url) && addressOf(url) && decodeURIComponent(url)) return withTls(url);
  } catch {} // not reported, because an error from Node.js could quote the URL
  throw new UsageError(
    `${source} must contain a URL such as postgres://user:password@host:5432/name, ` +
      'or postgres://user:password@/name?host=/folder for a socket; ' +
      'in a password, write / as %2F, @ as %40, # as %23, % as %25, a space as %20',
  );
}

/**
 * Replaces the modes that node-postgres treats as `verify-full`, because it prints a seven-line warning for them. Also
 * replaces `sslrootcert=system`, because node-postgres would read a file with this name, and Node.js trusts the usual
 * certificate authorities anyway.
 */
function withTls(url: string): string {
  if (/[?&]sslrootcert=system(?:&|$)/.test(url))
    return url.replaceAll(/([?&])ssl(?:mode|rootcert)=[^&]*/g, '$1sslmode=verify-full');
  if (/[?&]uselibpqcompat=true(?:&|$)/.test(url)) return url;
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

/** Returns the host, port, and name of a database, without the user name and password. */
export function addressOf(url: string): string {
  // `URL` rejects a user name without a host. A socket's URL has none, because the socket's folder is in a parameter.
  const withHost = url.replace(/^(postgres(?:ql)?:\/\/[^/?#]*)@\//, '$1@localhost/');
  const { hostname, port, pathname, searchParams } = new URL(withHost);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname || 'localhost');
  return host.startsWith('/') ? `${host}${pathname}` : `${host}:${port || 5432}${pathname}`;
}
