/**
 * Cleans up after a killed command. In the database's folder, it may have left a running server, or only the file
 * `postmaster.pid`, whose process id may meanwhile belong to any other program.
 */
import { once } from 'node:events';
import { realpathSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { OperationalError } from '../../core/errors/errors.js';
import { interrupt, type Postmaster, pause, readPostmaster, type WaitOptions } from './postgres-server.js';

/**
 * Stops a server that is running in this folder. Removes a `postmaster.pid` that no server owns, because PostgreSQL
 * would not start while another program has that process id.
 *
 * @param urlAt returns the database URL for a port.
 * @throws OperationalError if the file names a process that might be a server; the signal's reason if it is aborted.
 */
export async function stopStaleServer(
  data: string,
  urlAt: (port: number) => string,
  { signal, notify }: WaitOptions,
): Promise<void> {
  const file = join(data, 'postmaster.pid');
  const former = readPostmaster(data);
  if (former && isAlive(former.pid) && (await isListening(former.port))) {
    if (!(await answersFrom(urlAt(former.port), data, signal)))
      throw new OperationalError(
        `${file} names process ${former.pid}, which does not answer as this database's server. ` +
          'If it is PostgreSQL, stop it; otherwise remove the file',
      );
    notify?.('a server that a killed command left behind is stopping');
    await interrupt(former.pid);
    while (isAlive(former.pid)) await pause(100, signal);
  }
  rmSync(file, { force: true });
}

function isAlive(pid: Postmaster['pid']): boolean {
  try {
    return process.kill(pid, 0); // no signal
  } catch {
    return false; // there is no such process, or it belongs to another user
  }
}

/** Returns whether a program accepts connections at a port of this machine, as each of our servers does. */
async function isListening(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/**
 * Returns whether the server at this URL accepts our password and has its data in this folder. If the port belongs to
 * another program, it might never answer, so the wait can be aborted.
 *
 * @throws the signal's reason.
 */
async function answersFrom(url: string, data: string, signal: AbortSignal | undefined): Promise<boolean> {
  const { Database } = await import('../database.js'); // needs pg, which may not be installed
  const database = new Database(url, { connections: 1 });
  const question = database.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
  const stopped = signal ? [once(signal, 'abort')] : [];
  try {
    const answer = await Promise.race([question, ...stopped]);
    signal?.throwIfAborted();
    const [row] = answer;
    return row !== undefined && realpathSync(row.folder) === realpathSync(data);
  } catch {
    signal?.throwIfAborted();
    return false;
  } finally {
    await database.close();
  }
}
