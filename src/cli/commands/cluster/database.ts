import { OwnDatabase } from '../../../cluster/postgres/own-database.js';
import { messageForUser } from '../../../node/errors/system.js';
import { DATABASE_VARIABLE } from '../../../node/package/environment.js';
import { runUntilInterrupted } from '../../../node/terminal/interruption.js';
import { logMessage } from '../../../node/terminal/terminal.js';
import type { Arguments } from '../../options/commands.js';

/** `queens-par cluster database`: runs PostgreSQL until interrupted, which is the normal way to stop it. */
export async function runDatabase({ listen, data, quiet }: Arguments<'cluster database'>): Promise<void> {
  await runUntilInterrupted(async (signal) => {
    // Messages are printed even with --quiet, because a silent wait would look like a hang.
    const database = new OwnDatabase(data, { signal, notify: logMessage });
    try {
      const url = await database.start(listen);
      signal.throwIfAborted();
      process.stdout.write(`${formatSetting(url)}\n`);
      if (!quiet) process.stderr.write(formatAdvice(listen));
      await database.untilStopped(signal);
    } catch (error) {
      await database.close().catch((later) => logMessage(messageForUser(later))); // the first error is the cause
      throw error;
    }
    await database.close();
  });
}

/** Formats the line that passes the URL to other commands: for PowerShell on Windows, for POSIX shells elsewhere. */
function formatSetting(url: string): string {
  return process.platform === 'win32' ? `$env:${DATABASE_VARIABLE} = '${url}'` : `export ${DATABASE_VARIABLE}=${url}`;
}

function formatAdvice(listen: string | undefined): string {
  const network =
    'Machines on this network can connect. The connection is not encrypted, so the network must be trusted.\n';
  const use =
    'Run this line first in every terminal that uses the cluster. Ctrl-C stops the database but keeps its runs.\n';
  return listen === undefined ? use : network + use;
}
