/** Creates, starts, and stops a PostgreSQL server in a folder, for `cluster database` and for tests. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { OperationalError, UsageError } from '../../core/errors/errors.js';
import { rename } from '../../node/files/replace-file.js';
import { ensureOwner, findOwner, run, start } from './postgres-programs.js';

/** Absolute paths of a server's files. */
export interface ServerFiles {
  readonly data: string;
  /** File with the password of the superuser `queens_par`. */
  readonly password: string;
  readonly log: string;
}

/** Maximum milliseconds to wait for the processes of a killed server to exit. Slow machines need this long. */
const OLD_PROCESSES_TIMEOUT = 30_000;

const POLL_INTERVAL = 50;

/**
 * Creates a database, unless it exists. Logging in requires the password.
 *
 * @throws UsageError if PostgreSQL cannot run here; OperationalError with the message of `initdb`; the signal's reason.
 */
export async function createDatabase({ data, password }: ServerFiles, signal?: AbortSignal): Promise<void> {
  if (isDatabase(data)) return;
  const owner = await ensureOwner(signal);
  const fresh = `${data}.new`; // left over if an earlier attempt failed
  rmSync(fresh, { recursive: true, force: true, maxRetries: 10 }); // a virus scanner may have its files open
  mkdirSync(fresh, { mode: 0o700 });
  if (owner) for (const file of [fresh, password]) chownSync(file, owner.uid, owner.gid);
  const args = [
    ...['--pgdata', fresh, '--username=queens_par', '--pwfile', password, '--auth=scram-sha-256'],
    ...['--locale=C', '--encoding=UTF8', '--no-sync', '-c', 'unix_socket_directories=', '-c', 'max_connections=200'],
  ];
  await run('initdb', args, owner, { signal });
  rename(fresh, data);
}

/** Returns whether a folder contains a database. @throws UsageError if it contains something else. */
export function isDatabase(data: string): boolean {
  if (!existsSync(data)) return false;
  const version = join(data, 'PG_VERSION');
  if (existsSync(version) && /^\d/.test(readFileSync(version, 'utf8'))) return true;
  throw new UsageError(`${data} is not a PostgreSQL database. Remove it, or use another folder (--data)`);
}

/** Changes the superuser's password. The server must not be running. @throws OperationalError with the reason. */
export async function changePassword(data: string, password: string, signal?: AbortSignal): Promise<void> {
  const input = `alter role queens_par password '${password}'\n`;
  const args = ['--single', '-c', 'exit_on_error=on', '-D', data, 'postgres'];
  const explain = (errors: string) => `PostgreSQL failed to start: ${explainMessages(errors)}`;
  await run('postgres', args, findOwner(data), { input, signal, explain });
}

/**
 * Starts a server and waits until it answers. If processes of a killed server are still running, waits for them first.
 *
 * @param listen an address of this machine at which other machines on its network can connect; by default, only this
 *   machine can.
 * @throws OperationalError with the reason from the server's log; the signal's reason.
 */
export async function startServer(
  { data, log }: ServerFiles,
  port: number,
  listen?: string,
  signal?: AbortSignal,
): Promise<Server> {
  const networks = ['127.0.0.1/32', ...(listen === undefined ? [] : ['samenet'])];
  const rules = networks.map((network) => `host all all ${network} scram-sha-256\n`);
  writeFileSync(join(data, 'pg_hba.conf'), rules.join(''));
  const addresses = ['127.0.0.1', ...(listen === undefined ? [] : [listen])].join(',');
  const args = ['-D', data, '-p', String(port), '-h', addresses];
  for (const started = performance.now(); ; await delay(200)) {
    const output = openSync(log, 'a', 0o600);
    const { size } = statSync(log);
    const child = await start('postgres', args, findOwner(data), output).finally(() => closeSync(output));
    const server = new Server(child);
    if (await isReady(data, server, signal)) return server;
    const messages = readFileSync(log).subarray(size).toString();
    const isLate = performance.now() - started > OLD_PROCESSES_TIMEOUT;
    if (isLate || !messages.includes('old server processes'))
      throw new OperationalError(`PostgreSQL failed to start (log: ${log}): ${explainMessages(messages)}`);
  }
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

  constructor(readonly child: ChildProcess) {
    this.exit = once(child, 'exit');
    this.exit.catch(() => {}); // callers that await it still get the error
  }

  get hasExited(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Disconnects the clients and waits until the server has written its data and exited. */
  async stop(): Promise<void> {
    // Until Node.js knows that the child has exited, no other process can get its id and the signal.
    if (this.child.pid !== undefined && !this.hasExited) await interrupt(this.child.pid);
    await this.exit;
  }
}

/**
 * Waits until a server answers.
 *
 * @returns false if the server exits instead.
 * @throws the signal's reason, after stopping the server.
 */
async function isReady(data: string, server: Server, signal: AbortSignal | undefined): Promise<boolean> {
  while (!server.hasExited) {
    const named = readPostmaster(data);
    if (named?.isReady && named.pid === server.child.pid) return true;
    await Promise.race([server.exit, delay(POLL_INTERVAL)]);
    if (!signal?.aborted) continue;
    await server.stop();
    signal.throwIfAborted();
  }
  signal?.throwIfAborted();
  return false;
}

/**
 * Asks a server to disconnect its clients, write its data, and exit. On Windows, which has no signals, `pg_ctl` sends a
 * message that only servers receive.
 */
export async function interrupt(pid: number): Promise<void> {
  if (process.platform === 'win32') await run('pg_ctl', ['kill', 'INT', String(pid)], undefined);
  else process.kill(pid, 'SIGINT');
}

/**
 * Reads `postmaster.pid`, which a server writes when it starts and removes when it stops.
 *
 * @returns the server's process id, its port, and whether it is ready; undefined if the file is missing or incomplete.
 */
export function readPostmaster(data: string) {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const [pid = '', , , port = '', , , , state = ''] = readFileSync(file, 'utf8').split('\n');
  if (!/^[1-9]\d*$/.test(pid) || !/^[1-9]\d*$/.test(port)) return undefined;
  return { pid: Number(pid), port: Number(port), isReady: state.startsWith('ready') };
}
