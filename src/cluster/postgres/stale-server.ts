/**
 * Cleans up after a killed command. It may have left a running server in the database's folder, or only the file
 * `postmaster.pid`, whose process id may now belong to any other program.
 */
import { once } from 'node:events';
import { realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { OperationalError } from '../../core/errors/errors.js';
import { codeOf } from '../../node/errors/system.js';
import { interrupt, readPostmaster } from './postgres-server.js';

/**
 * Stops a server that is still running in the given folder. Removes a `postmaster.pid` that belongs to no server,
 * because PostgreSQL does not start while another program has the process id in that file.
 *
 * @param urlAt returns the database URL for a port.
 * @throws OperationalError if the process in the file might be a server; the signal's reason if it is aborted.
 */
export async function stopStaleServer(
  data: string,
  urlAt: (port: number) => string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const file = join(data, 'postmaster.pid');
  const former = readPostmaster(data);
  const own = former && isAlive(former.pid) ? await isOwn(urlAt(former.port), data, signal) : undefined;
  if (own === false)
    throw new OperationalError(
      `${file} contains process id ${former?.pid}, but this database's server does not answer. ` +
        'If that process is PostgreSQL, stop it; otherwise remove the file',
    );
  if (former && own) {
    await interrupt(former.pid);
    while (isAlive(former.pid)) {
      await delay(100);
      signal?.throwIfAborted();
    }
  }
  rmSync(file, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0); // 0 sends no signal
  } catch {
    return false; // there is no such process, or it belongs to another user
  }
}

/**
 * Asks the server at the given URL for its folder. Another program on that port might never answer, so the wait can be
 * aborted.
 *
 * @returns whether the server runs this database; undefined if nothing is listening on the port.
 * @throws the signal's reason.
 */
async function isOwn(url: string, data: string, signal: AbortSignal | undefined): Promise<boolean | undefined> {
  const { Database } = await import('../connection/database.js'); // needs pg, which may not be installed
  const database = new Database(url);
  const question = database.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
  const stopped = signal ? [once(signal, 'abort')] : [];
  try {
    const answer = await Promise.race([question, ...stopped]);
    signal?.throwIfAborted();
    const [row] = answer;
    return row !== undefined && realpathSync(row.folder) === realpathSync(data);
  } catch (error) {
    signal?.throwIfAborted();
    return error instanceof OperationalError && codeOf(error.cause) === 'ECONNREFUSED' ? undefined : false;
  } finally {
    await database.close();
  }
}
