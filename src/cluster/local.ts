/** The database of --local. `cluster start` runs its server, and other commands connect to it. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { UsageError } from '../errors/errors.js';
import { fileError } from '../errors/system.js';
import { FileInUseError, type LockedFile, openLocked } from '../ledger/lock.js';
import { Database } from './database.js';
import { isServerRunning, makeDatabase, startServer, stopServer } from './postgres-server.js';

/** Longest wait for another process to create and start the database, in milliseconds. Slow machines need this long. */
const UP_WITHIN = 120_000;

/** The user's own database on this machine. */
export class LocalDatabase {
  readonly #files = localFiles();
  /** Held while this process runs the database. */
  #lock: LockedFile | undefined;

  /** Returns the connection URL of the database. @throws UsageError if the database is not running. */
  async url(): Promise<string> {
    const url = this.#address();
    if (url && (await answers(url))) return url;
    throw new UsageError('the local database is not running; start it with: queens-par cluster start N --local');
  }

  /**
   * Starts the database, unless another process runs it. `close` stops it. A crashed database is restarted, on the same
   * port if the port is free.
   *
   * @returns the connection URL.
   * @throws UsageError if PostgreSQL cannot run here; the signal's reason if the signal is aborted.
   */
  async run(signal?: AbortSignal): Promise<string> {
    const { folder } = this.#files;
    mkdirSync(folder, { recursive: true });
    // If we are root, PostgreSQL runs as the user `postgres`, who must be able to enter these folders.
    if (isRoot()) for (const path of [folder, dirname(folder)]) chmodSync(path, 0o755);
    const started = performance.now();
    while (!this.#lock && !this.#takeLock()) {
      const url = this.#address();
      if (url && (await answers(url))) return url;
      if (performance.now() - started > UP_WITHIN)
        throw new UsageError(`another process is starting the local database, but it does not answer (${folder})`);
      await delay(200, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
    // Ctrl-C may kill a program of PostgreSQL that does not have its own process group yet. Then only report the Ctrl-C.
    return this.#start().finally(() => signal?.throwIfAborted());
  }

  /** Restarts a crashed database. @throws UsageError if its port is taken, because clients use this URL. */
  async revive(url: string, signal?: AbortSignal): Promise<void> {
    if ((await this.run(signal)) === url) return;
    throw new UsageError('another program has taken the port of the local database; run this command again');
  }

  #takeLock(): boolean {
    try {
      this.#lock = openLocked(this.#files.lock);
      return true;
    } catch (error) {
      if (error instanceof FileInUseError) return false;
      throw error;
    }
  }

  async #start(): Promise<string> {
    const files = this.#files;
    // The file is empty if the disk was full.
    if (!existsSync(files.password) || statSync(files.password).size === 0)
      write(files.password, randomBytes(24).toString('hex'));
    await makeDatabase(files);
    const earlier = this.#address();
    if (earlier && (await isServerRunning(files))) return earlier; // a killed process left it running
    const port = (earlier && (await freePort(Number(new URL(earlier).port)))) || (await freePort(0));
    const url = `postgres://queens_par:${readFileSync(files.password, 'utf8')}@127.0.0.1:${port}/postgres`;
    write(files.address, `${url}\n`); // before the start, because waiting processes poll it
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
    this.#lock.close();
    this.#lock = undefined;
  }
}

/** Writes a file that only its owner can read. @throws an error with the file's name. */
function write(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600 });
  } catch (error) {
    throw fileError(`${file} cannot be written`, error);
  }
}

/** Returns whether a database answers at this URL. */
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

/** Checks that a port is free. @param port 0 for any free port. @returns the port, or 0 if it is in use. */
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

/** Returns the paths of the database's files, in the system's folder for user data. */
function localFiles() {
  const folder = join(dataHome(), 'queens-par', 'database');
  const file = (name: string) => join(folder, name);
  return {
    ...{ folder, data: file('data'), password: file('password'), log: file('log') },
    address: file('address'), // has the connection URL with the password; only its owner can read it
    lock: file('lock'), // locked by the process that runs the database
  };
}

/** Returns the user's folder for data. @throws UsageError if the user has no home folder. */
function dataHome(): string {
  const { XDG_DATA_HOME: xdg, LOCALAPPDATA: local } = process.env;
  if (xdg) return xdg;
  if (process.platform === 'win32' && local) return local;
  if (process.platform !== 'darwin' && isRoot()) return '/var/lib';
  try {
    return join(
      homedir(),
      ...(process.platform === 'darwin' ? ['Library', 'Application Support'] : ['.local', 'share']),
    );
  } catch (cause) {
    throw new UsageError('there is no home folder for the local database; set HOME or XDG_DATA_HOME', { cause });
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
