import type { Arguments } from '../../cli/commands.js';
import { DATABASE_VARIABLE } from '../../cluster/database-url.js';
import { OwnDatabase } from '../../cluster/own-database.js';
import { messageOf } from '../../errors/system.js';
import { Interruption, runInterruptible } from '../../terminal/interruption.js';
import { logMessage } from '../../terminal/terminal.js';

/** `queens-par cluster database`: runs PostgreSQL until it is interrupted, which is how it normally ends. */
export async function runDatabase({ listen, data, quiet }: Arguments<'cluster database'>): Promise<void> {
  try {
    await runInterruptible(async (signal) => {
      // With --quiet, too, waiting silently would look like a hang.
      const database = new OwnDatabase(data, { signal, notify: logMessage });
      try {
        const url = await database.start(listen);
        signal.throwIfAborted();
        process.stdout.write(`${formatSetting(url)}\n`);
        if (!quiet) process.stderr.write(adviceOn(listen));
        await database.untilStopped(signal);
      } catch (error) {
        await database.close().catch((later) => logMessage(messageOf(later))); // the first error is the reason
        throw error;
      }
      await database.close();
    });
  } catch (error) {
    if (!(error instanceof Interruption)) throw error;
  }
}

/** Returns the command that gives the URL to other commands: for PowerShell on Windows, for POSIX shells elsewhere. */
function formatSetting(url: string): string {
  return process.platform === 'win32' ? `$env:${DATABASE_VARIABLE} = '${url}'` : `export ${DATABASE_VARIABLE}=${url}`;
}

function adviceOn(listen: string | undefined): string {
  const network =
    'Machines of this network can use it. The connection is not encrypted: the network must be one that you trust.\n';
  const use = 'Other commands need this line first, in every terminal. Ctrl-C stops the database and keeps its runs.\n';
  return listen === undefined ? use : network + use;
}
