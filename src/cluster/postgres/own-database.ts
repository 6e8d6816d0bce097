// src/cluster/postgres runs a PostgreSQL server in one of the user's folders, for `cluster database`.

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir, networkInterfaces } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { OperationalError, UsageError } from '../../core/errors/errors.js';
import { quoted } from '../../core/text/quoted.js';
import { explainError } from '../../node/errors/system.js';
import { FileError } from '../../node/files/file-error.js';
import { type LockedFile, openLocked } from '../../node/files/lock.js';
import { rename } from '../../node/files/replace-file.js';
import {
  changePassword,
  createDatabase,
  isDatabase,
  type Server,
  type ServerFiles,
  startServer,
} from './postgres-server.js';
import { stopStaleServer } from './stale-server.js';

/** The port of a new database if it is free. It is the next port after PostgreSQL's default. */
const PORT = 5433;

/** Name of the superuser. */
const USER = 'queens_par';

/** Valid contents of the files `password` and `url`. A full disk may have truncated them. */
const PASSWORD = /^[0-9a-f]{48}$/;
const URL_LINE = /^postgres:\/\/\S+:(\d{1,5})\/postgres\n?$/;

/** Milliseconds until the user is told what we are waiting for. */
const NOTIFY_DELAY = 3_000;

interface OwnDatabaseOptions {
  /** Ends every wait except the wait for a server to exit. */
  readonly signal?: AbortSignal;
  /** Called with a sentence if a wait takes several seconds. */
  readonly notify?: (message: string) => void;
}

/** A PostgreSQL server whose data, log, and URL are in one folder. */
export class OwnDatabase {
  readonly #folder: string;
  readonly #files: ServerFiles & { readonly url: string };
  readonly #options: OwnDatabaseOptions;
  #lock: LockedFile | undefined;
  #server: Server | undefined;

  /**
   * @param folder by default, `.queens-par` in the user's home folder; for root, `/var/lib/queens-par`, because
   *   PostgreSQL cannot enter root's home folder.
   */
  constructor(
    folder = process.getuid?.() === 0 ? '/var/lib/queens-par' : join(homedir(), '.queens-par'),
    options: OwnDatabaseOptions = {},
  ) {
    this.#folder = resolve(folder);
    this.#options = options;
    const file = (name: string) => join(this.#folder, name);
    this.#files = { data: file('data'), password: file('password'), log: file('log'), url: file('url') };
  }

  /**
   * Starts the server and waits until it answers. The server keeps its earlier port if it is free. `close` stops it.
   *
   * @param listen an address of this machine at which other machines on its network can connect; by default, only this
   *   machine can.
   * @returns the connection URL.
   * @throws UsageError if PostgreSQL cannot run here, or another process is running this database; OperationalError
   *   with a remedy if a file in the folder cannot be used; the signal's reason if it is aborted.
   */
  start(listen?: string): Promise<string> {
    return this.#withNotice(`PostgreSQL is starting; its log is ${this.#files.log}`, this.#start(listen));
  }

  async #start(listen: string | undefined): Promise<string> {
    const { signal } = this.#options;
    if (listen !== undefined) assertLocalAddress(listen);
    createFolder(this.#folder);
    this.#takeLock();
    const { data, url: file } = this.#files;
    const known = readMatching(this.#files.password, PASSWORD)?.[0];
    const password = known ?? randomBytes(24).toString('hex');
    const urlAt = (port: number, host = '127.0.0.1') => `postgres://${USER}:${password}@${host}:${port}/postgres`;
    if (isDatabase(data)) {
      await stopStaleServer(data, urlAt, signal);
      if (known === undefined) await changePassword(data, password, signal);
    }
    if (known === undefined) writeWhole(this.#files.password, password);
    await createDatabase(this.#files, signal);
    const earlier = Number(readMatching(file, URL_LINE)?.[1] ?? PORT);
    const port = (await findFreePort(earlier)) || (await findFreePort(0));
    this.#server = await startServer(this.#files, port, listen, signal);
    const url = urlAt(port, listen);
    writeWhole(file, `${url}\n`);
    return url;
  }

  #takeLock(): void {
    const folder = this.#folder;
    try {
      this.#lock = openLocked(join(folder, 'lock'));
    } catch (error) {
      if (!(error instanceof FileError) || error.code === 'failed') throw error;
      if (error.code === 'unusable') throw new UsageError(error.message, { cause: error });
      throw new UsageError(`the database in ${folder} is already running; its URL is in ${this.#files.url}`);
    }
    if (!this.#lock.isLocked)
      this.#options.notify?.(`This system cannot lock ${folder}. Do not run a second database in it.`);
  }

  /** Waits until the signal is aborted. @throws OperationalError if the server exits before that. */
  async untilStopped(signal: AbortSignal): Promise<void> {
    const stopped = once(signal, 'abort');
    if (!signal.aborted) await Promise.race([this.#server?.exit, stopped]);
    if (signal.aborted) return;
    throw new OperationalError(
      `PostgreSQL has exited (log: ${this.#files.log}); its data is intact. Run the same command again`,
    );
  }

  /** Stops the server if this object has started it. */
  async close(): Promise<void> {
    if (this.#server) await this.#withNotice('PostgreSQL is stopping', this.#server.stop());
    this.#lock?.close();
  }

  /** Waits for a task and notifies the user if it takes several seconds. */
  async #withNotice<T>(message: string, task: Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.#options.notify?.(message), NOTIFY_DELAY);
    return task.finally(() => clearTimeout(timer));
  }
}

/** Checks that an IPv4 address belongs to this machine. @throws UsageError that lists the machine's addresses. */
function assertLocalAddress(address: string): void {
  const all = Object.values(networkInterfaces()).flatMap((interfaces = []) => interfaces);
  const own = all.flatMap((one) => (one.family === 'IPv4' ? one.address : []));
  if (own.includes(address)) return;
  throw new UsageError(`--listen must be an address of this machine (${own.join(', ')}), not ${quoted(address)}`);
}

/** Creates a folder. For root, PostgreSQL runs as the user `postgres`, who must be able to enter the new folders. */
function createFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true });
  if (first === undefined || process.getuid?.() !== 0) return;
  for (let path = folder; path.startsWith(first); path = dirname(path)) chmodSync(path, 0o755);
}

/** Matches a file's contents against `pattern`. @returns null if the file is missing or does not match. */
function readMatching(file: string, pattern: RegExp): RegExpExecArray | null {
  try {
    return existsSync(file) ? pattern.exec(readFileSync(file, 'utf8')) : null;
  } catch (cause) {
    throw new UsageError(`could not read ${file}: ${explainError(cause)}. Remove it and run the command again`, {
      cause,
    });
  }
}

/** Writes a file that only its owner can read. The new file replaces the old one once it is complete. */
function writeWhole(file: string, text: string): void {
  const beside = `${file}.new`;
  try {
    rmSync(beside, { force: true });
    writeFileSync(beside, text, { mode: 0o600, flush: true });
    rename(beside, file);
  } catch (cause) {
    throw new OperationalError(`could not write ${file}: ${explainError(cause)}`, { cause });
  }
}

/**
 * Finds a free port.
 *
 * @param port the only port to try; 0 for any port.
 * @returns the free port; 0 if `port` is in use.
 */
export async function findFreePort(port: number): Promise<number> {
  const server = createServer();
  try {
    await once(server.listen(port), 'listening');
  } catch {
    return 0;
  }
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address !== null && typeof address === 'object' ? address.port : 0;
}
