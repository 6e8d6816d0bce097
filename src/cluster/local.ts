/** The database of --local. `cluster start` runs it until it exits, and other commands use it. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, closeSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { UsageError } from '../errors/errors.js';
import { type LockedFile, openLocked } from '../ledger/lock.js';
import { Database } from './database.js';
import { isServerRunning, makeDatabase, startServer, stopServer } from './postgres-server.js';

/** Milliseconds to wait until another process has made and started the database, on a slow machine. */
const UP_WITHIN = 120_000;

/** This user's own database on this machine. */
export class LocalDatabase {
  readonly #files = localFiles();
  /** Held by the process that runs the database. */
  #lock: LockedFile | undefined;

  /** Finds the connection URL of the running database. @throws UsageError if it is not running. */
  async url(): Promise<string> {
    const url = this.#address();
    if (url && (await answers(url))) return url;
    throw new UsageError('the local database is not running; queens-par cluster start N --local starts it');
  }

  /**
   * Runs the database until it is closed, unless another process runs it. If it crashed it is started again, at the same port if
   * that is free.
   *
   * @returns the connection URL.
   * @throws UsageError if PostgreSQL cannot run here; the signal's reason.
   */
  async run(signal?: AbortSignal): Promise<string> {
    const { folder } = this.#files;
    mkdirSync(folder, { recursive: true });
    // As root, PostgreSQL runs as the user `postgres`, who must be able to enter these folders.
    if (isRoot()) for (const made of [folder, dirname(folder)]) chmodSync(made, 0o755);
    const begun = performance.now();
    while (!this.#lock && !this.#takeLock()) {
      const url = this.#address();
      if (url && (await answers(url))) return url;
      if (performance.now() - begun > UP_WITHIN)
        throw new UsageError(`another process started the local database, but it does not answer (${folder})`);
      await delay(200, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
    // Ctrl-C may end a program of PostgreSQL in the moment before it has a process group of its own.
    return this.#start().finally(() => signal?.throwIfAborted());
  }

  /** Runs the database after it crashed. @throws UsageError if it had to take another port: its clients wait at this URL. */
  async revive(url: string, signal?: AbortSignal): Promise<void> {
    if ((await this.run(signal)) === url) return;
    throw new UsageError('another program uses the port of the local database; repeat this command');
  }

  #takeLock(): boolean {
    try {
      this.#lock = openLocked(this.#files.lock);
      return true;
    } catch (error) {
      if (error instanceof UsageError) return false; // in use
      throw error;
    }
  }

  async #start(): Promise<string> {
    const files = this.#files;
    if (!existsSync(files.password)) writeFileSync(files.password, randomBytes(24).toString('hex'), { mode: 0o600 });
    await makeDatabase(files);
    const earlier = this.#address();
    if (earlier && (await isServerRunning(files))) return earlier; // its process was killed, and it lives on
    const port = (earlier && (await freePort(Number(new URL(earlier).port)))) || (await freePort(0));
    const url = `postgres://queens_par:${readFileSync(files.password, 'utf8')}@127.0.0.1:${port}/postgres`;
    writeFileSync(files.address, `${url}\n`, { mode: 0o600 }); // first, or a server could run that nobody finds
    await startServer(files, port);
    return url;
  }

  #address(): string | undefined {
    const { address } = this.#files;
    return existsSync(address) ? readFileSync(address, 'utf8').trim() : undefined;
  }

  /** Stops the database, if this process runs it. */
  async close(): Promise<void> {
    if (!this.#lock) return;
    if (await isServerRunning(this.#files)) await stopServer(this.#files);
    closeSync(this.#lock.descriptor);
    this.#lock = undefined;
  }
}

/** Returns whether a database answers at the URL. */
async function answers(url: string): Promise<boolean> {
  const database = new Database(url, { connections: 1 });
  try {
    await database.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await database.close();
  }
}

/** Finds out whether a port is free. @param port for 0, any. @returns the port; 0 if it is in use. */
export async function freePort(port: number): Promise<number> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return 0;
  }
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address !== null && typeof address === 'object' ? address.port : 0;
}

/** Returns the files, in the folder that the system has for a user's data. */
function localFiles() {
  const folder = join(dataHome(), 'queens-par', 'database');
  const file = (name: string) => join(folder, name);
  return {
    ...{ folder, data: file('data'), password: file('password'), log: file('log') },
    address: file('address'), // of the connection URL with the password; only this user can read it
    lock: file('lock'), // locked by the process that runs the database
  };
}

function dataHome(): string {
  const { XDG_DATA_HOME: named, LOCALAPPDATA: windows } = process.env;
  if (named) return named;
  if (process.platform === 'win32' && windows) return windows;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return isRoot() ? '/var/lib' : join(homedir(), '.local', 'share');
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
