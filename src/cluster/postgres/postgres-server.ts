/** Creates, starts, and stops a PostgreSQL server in a folder. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { OperationalError, UsageError } from '../../core/errors/errors.js';
import { findOwner, run, start } from './postgres-programs.js';

/** Absolute paths of a server's files. */
export interface ServerFiles {
  readonly data: string;
  /** File with the password of the superuser `queens_par`. */
  readonly password: string;
  readonly log: string;
}

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
export function isDatabase(data: string): boolean {
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
export async function startServer({ data, log }: ServerFiles, port: number, signal?: AbortSignal): Promise<Server> {
  const size = existsSync(log) ? statSync(log).size : 0;
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1'];
  const server = new Server(await start('postgres', args, log, await findOwner()), log);
  if (await isReady(data, server, signal)) return server;
  const reason = explainMessages(readFileSync(log).subarray(size).toString());
  if (!reason.includes('another postmaster'))
    throw new OperationalError(`PostgreSQL failed to start (log: ${log}): ${reason}`);
  throw new UsageError(`${reason} If so, see ${join(data, '../url')}; if not, remove ${data}/postmaster.pid`);
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

/** Waits until a server answers, as it writes into `postmaster.pid`. @returns false if the server exits instead. */
async function isReady(data: string, server: Server, signal: AbortSignal | undefined): Promise<boolean> {
  const file = join(data, 'postmaster.pid');
  while (!server.hasExited) {
    const [pid, , , , , , , state = ''] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    if (state.startsWith('ready') && Number(pid) === server.child.pid) return true;
    await Promise.race([server.exit, delay(50)]);
    if (signal?.aborted) await server.stop();
  }
  signal?.throwIfAborted();
  return false;
}
