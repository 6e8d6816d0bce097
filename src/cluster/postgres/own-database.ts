// src/cluster/postgres runs a PostgreSQL server in a folder, for `cluster database` and for tests. It is for trying a
// cluster on one machine, so locks, recovery and whatever concerns other machines are left to PostgreSQL.

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { UsageError } from '../../core/errors/errors.js';
import { createDatabase, isDatabase, type Server, startServer } from './postgres-server.js';

/** The port of a new database if it is free. It is the next port after PostgreSQL's default. */
const PORT = 5433;

/** Valid contents of the files `password` and `url`. A full disk may have truncated them. */
const PASSWORD = /^[0-9a-f]{48}$/;
const URL_LINE = /^postgres:\/\/\S+:(\d{1,5})\/postgres\n?$/;

/** Returns the default folder. For root, it is not in the home folder, because PostgreSQL cannot enter root's. */
export function defaultFolder(): string {
  return process.getuid?.() === 0 ? '/var/lib/queens-par' : join(homedir(), '.queens-par');
}

/**
 * Starts a database to which only this machine can connect, and waits until it answers. Its data, password, log and URL
 * are in one folder. The server keeps its earlier port if it is free.
 *
 * @throws UsageError if PostgreSQL cannot run here, or the database seems to be running already; OperationalError with
 *   PostgreSQL's message; an error of the system if a file cannot be used; the signal's reason if it is aborted.
 */
export async function startOwnDatabase(
  path: string,
  signal?: AbortSignal,
): Promise<{ readonly url: string; readonly server: Server }> {
  const folder = resolve(path);
  const file = (name: string) => join(folder, name);
  const files = { data: file('data'), password: file('password'), log: file('log') };
  mkdirSync(folder, { recursive: true });
  if (!PASSWORD.test(readIfExists(files.password))) {
    if (isDatabase(files.data))
      throw new UsageError(
        `the password in ${files.password} is lost. Remove ${folder} to start with an empty database`,
      );
    writeFileSync(files.password, randomBytes(24).toString('hex'), { mode: 0o600 });
  }
  const password = readIfExists(files.password); // before the file may belong to another user
  await createDatabase(files);
  signal?.throwIfAborted();
  const earlier = Number(URL_LINE.exec(readIfExists(file('url')))?.[1] ?? PORT);
  const port = (await findFreePort(earlier)) || (await findFreePort(0));
  const server = await startServer(files, port, signal);
  const url = `postgres://queens_par:${password}@127.0.0.1:${port}/postgres`;
  writeFileSync(file('url'), `${url}\n`, { mode: 0o600 });
  return { url, server };
}

function readIfExists(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Returns the port if it is free, otherwise 0. For 0, finds any free port. */
export async function findFreePort(port: number): Promise<number> {
  const server = createServer();
  try {
    await once(server.listen(port), 'listening');
    const address = server.address();
    return typeof address === 'object' ? (address?.port ?? 0) : 0;
  } catch {
    return 0;
  } finally {
    server.close();
  }
}
