/** The database that `cluster database` runs, in a folder of the user. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir, networkInterfaces } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LedgerFileError, OperationalError, UsageError } from '../errors/errors.js';
import { type LockedFile, openLocked } from '../ledger/lock.js';
import { quoted } from '../text/quoted.js';
import { isServerRunning, makeDatabase, type ServerFiles, startServer, stopServer } from './postgres-server.js';

/** The port of a new database, unless it is taken. It is next to PostgreSQL's own. */
const PORT = 5433;

/** Milliseconds between two looks at the server. */
const LOOK_EVERY = 500;

/** Name of the superuser, and of the file with the URL. Only the owner of the file can read it: it has the password. */
const USER = 'queens_par';
const URL_FILE = 'url';
const MODE = { mode: 0o600 };

/** A PostgreSQL server, with its data, its log and its URL in a folder. */
export class OwnDatabase {
  readonly #folder: string;
  readonly #files: ServerFiles;
  #lock: LockedFile | undefined;

  /** @param folder by default one for the user. PostgreSQL cannot enter the home folder of root. */
  constructor(folder = process.getuid?.() === 0 ? '/var/lib/queens-par' : join(homedir(), '.queens-par')) {
    this.#folder = resolve(folder);
    const file = (name: string) => join(this.#folder, name);
    this.#files = { data: file('data'), password: file('password'), log: file('log') };
  }

  /**
   * Starts the server, and waits until it accepts connections. `close` stops it. It keeps its port, if the port is free.
   *
   * @param listen an address of this machine for the machines of its network; by default, only this machine can connect.
   * @returns the connection URL.
   * @throws UsageError if PostgreSQL cannot run here, or another process runs this database.
   */
  async start(listen?: string): Promise<string> {
    if (listen !== undefined) refuseOtherMachine(listen);
    makeFolder(this.#folder);
    this.#takeLock();
    const { password } = this.#files;
    // The file is empty if the disk was full.
    if (!existsSync(password) || statSync(password).size === 0)
      writeFileSync(password, randomBytes(24).toString('hex'), MODE);
    await makeDatabase(this.#files);
    const file = join(this.#folder, URL_FILE);
    const earlier = existsSync(file) ? Number(new URL(readFileSync(file, 'utf8').trim()).port) : PORT;
    // A killed process may have left the server running. If nobody listens, another program has its process number.
    if ((await freePort(earlier)) === 0) await stopServer(this.#files);
    const port = (await freePort(earlier)) || (await freePort(0));
    await startServer(this.#files, port, listen);
    const url = `postgres://${USER}:${readFileSync(password, 'utf8')}@${listen ?? '127.0.0.1'}:${port}/postgres`;
    writeFileSync(file, `${url}\n`, MODE);
    return url;
  }

  #takeLock(): void {
    try {
      this.#lock = openLocked(join(this.#folder, 'lock'));
    } catch (error) {
      if (!(error instanceof LedgerFileError && error.code === 'in-use')) throw error;
      throw new UsageError(
        `another process runs the database in ${this.#folder}; its URL is in the file ${URL_FILE} there`,
      );
    }
  }

  /** Waits until the signal is aborted. @throws OperationalError if the server ends before. */
  async untilStopped(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (!isServerRunning(this.#files)) {
        throw new OperationalError(
          `the database has ended, and its data are kept; start it again (the log is ${this.#files.log})`,
        );
      }
      await delay(LOOK_EVERY, undefined, { signal }).catch(() => {});
    }
  }

  /** Stops the server, if this process runs it. */
  async close(): Promise<void> {
    if (!this.#lock) return;
    await stopServer(this.#files);
    this.#lock.close();
  }
}

/** Checks that an IPv4 address is one of this machine. @throws UsageError that lists them. */
function refuseOtherMachine(address: string): void {
  const all = Object.values(networkInterfaces()).flatMap((interfaces = []) => interfaces);
  const own = all.flatMap((one) => (one.family === 'IPv4' ? one.address : []));
  if (own.includes(address)) return;
  throw new UsageError(`--listen must be an address of this machine (${own.join(', ')}), not ${quoted(address)}`);
}

/** Creates a folder. If we are root, PostgreSQL runs as the user `postgres`, who must be able to enter the new folders. */
function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true });
  if (first === undefined || process.getuid?.() !== 0) return;
  for (let path = folder; path.startsWith(first); path = dirname(path)) chmodSync(path, 0o755);
}

/** Checks that a port is free. @param port 0 for any free port. @returns the port, or 0 if it is in use. */
export async function freePort(port: number): Promise<number> {
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
