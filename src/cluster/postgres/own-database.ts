// src/cluster/postgres runs a PostgreSQL server in a folder, for `cluster database` and for tests. It is for trying a
// cluster on one machine, so locks, recovery and whatever concerns other machines are left to PostgreSQL.

import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { OperationalError, UsageError } from '../../core/errors/errors.js';
import { findOwner, run, start } from './postgres-programs.js';

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

/** Absolute paths of a server's files. `password` contains the password of the superuser `queens_par`. */
type ServerFiles = Readonly<Record<'data' | 'password' | 'log', string>>;

/**
 * Creates a database, unless it exists. Logging in requires the password.
 *
 * @throws UsageError if PostgreSQL cannot run here; OperationalError with the last line of `initdb`.
 */
export async function createDatabase({ data, password, log }: ServerFiles): Promise<void> {
  if (isDatabase(data)) return;
  const owner = await findOwner();
  const fresh = `${data}.new`; // left over if an earlier attempt failed
  rmSync(fresh, { recursive: true, force: true, maxRetries: 10 }); // a virus scanner may have its files open
  mkdirSync(fresh, { mode: 0o700 });
  if (owner) for (const file of [fresh, password]) chownSync(file, owner.uid, owner.gid);
  const args = [
    ...['--pgdata', fresh, '--username=queens_par', '--pwfile', password, '--auth=scram-sha-256'],
    ...['--locale=C', '--encoding=UTF8', '--no-sync', '-c', 'unix_socket_directories=', '-c', 'max_connections=200'],
  ];
  await run('initdb', args, log, owner);
  renameSync(fresh, data);
}

/** Returns whether a folder contains a database. @throws UsageError if it contains something else. */
function isDatabase(data: string): boolean {
  if (!existsSync(data)) return false;
  if (existsSync(join(data, 'PG_VERSION'))) return true;
  throw new UsageError(`${data} is not a PostgreSQL database. Remove it, or use another folder`);
}

/**
 * Starts a server to which only this machine can connect, and waits until it answers.
 *
 * @throws UsageError if the database seems to be running already; OperationalError with the reason from the server's
 *   log; the signal's reason.
 */
export async function startServer(
  { data, log }: Omit<ServerFiles, 'password'>,
  port: number,
  signal?: AbortSignal,
): Promise<Server> {
  const size = existsSync(log) ? statSync(log).size : 0;
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1'];
  const server = new Server(await start('postgres', args, log, await findOwner()), log);
  const file = join(data, 'postmaster.pid');
  while (!server.hasExited) {
    const [pid, , , , , , , state = ''] = readIfExists(file).split('\n');
    if (state.startsWith('ready') && Number(pid) === server.child.pid) return server;
    await Promise.race([server.exit, delay(50)]);
    if (signal?.aborted) await server.stop();
  }
  signal?.throwIfAborted();
  const reason = explainMessages(readFileSync(log).subarray(size).toString());
  if (!reason.includes('another postmaster'))
    throw new OperationalError(`PostgreSQL failed to start (log: ${log}): ${reason}`);
  throw new UsageError(`${reason} If so, see ${join(data, '../url')}; if not, remove ${file}`);
}

/** Explains in one line why a server has exited: its last fatal error with PostgreSQL's details and hint. */
export function explainMessages(messages: string): string {
  const lines = messages.trim().split(/\r?\n/);
  const fatal = lines.findLastIndex((line) => /(FATAL|PANIC): /.test(line));
  // An early error has neither a time nor a level, such as: "root" execution of the PostgreSQL server is not permitted.
  if (fatal < 0) return lines.filter((line) => !/^\d{4}-/.test(line)).join(' ') || (lines.at(-1) ?? '');
  const details = lines.slice(fatal).filter((line) => /(FATAL|PANIC|DETAIL|HINT): /.test(line));
  return details.map((line) => line.replace(/^.*(FATAL|PANIC|DETAIL|HINT): +|\.$/g, '')).join('. ');
}

export class Server {
  /** Settles when the server has exited for any reason. */
  readonly exit: Promise<unknown>;

  constructor(
    readonly child: ChildProcess,
    readonly log: string,
  ) {
    this.exit = once(child, 'exit');
    this.exit.catch(() => {}); // callers that await it still get the error
  }

  get hasExited(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /**
   * Disconnects the clients and waits until the server has written its data and exited. On Windows, which has no
   * signals, `pg_ctl` sends a message that only servers receive.
   */
  async stop(): Promise<void> {
    const { child } = this;
    if (process.platform !== 'win32') child.kill('SIGINT');
    else if (!this.hasExited) await run('pg_ctl', ['kill', 'INT', String(child.pid)], this.log);
    await this.exit;
  }
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
