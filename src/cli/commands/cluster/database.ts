import { once } from 'node:events';
import { defaultFolder, startOwnDatabase } from '../../../cluster/postgres/own-database.js';
import { OperationalError } from '../../../core/errors/errors.js';
import { DATABASE_VARIABLE } from '../../../node/package/environment.js';
import { runUntilInterrupted } from '../../../node/terminal/interruption.js';
import { printLine } from '../../../node/terminal/terminal.js';
import type { Arguments } from '../../options/commands.js';

/** `queens-par cluster database`: runs PostgreSQL until interrupted, which is the normal way to stop it. */
export async function runDatabase({ data: folder = defaultFolder(), quiet }: Arguments<'cluster database'>) {
  const log = quiet ? () => {} : printLine;
  await runUntilInterrupted(async (signal) => {
    log(`Starting PostgreSQL in ${folder}.`);
    const { url, server } = await startOwnDatabase(folder, signal);
    try {
      process.stdout.write(`${formatSetting(url)}\n`);
      log('Run this line first in every terminal that uses the cluster. Ctrl-C stops the database but keeps its runs.');
      await Promise.race([server.exit, signal.aborted || once(signal, 'abort')]);
    } finally {
      await server.stop();
    }
    if (!signal.aborted)
      throw new OperationalError(
        `PostgreSQL has exited (log: ${server.log}); its data is intact. Run the same command again`,
      );
  });
}

/** Formats the line that passes the URL to other commands: for PowerShell on Windows, for POSIX shells elsewhere. */
function formatSetting(url: string): string {
  return process.platform === 'win32' ? `$env:${DATABASE_VARIABLE} = '${url}'` : `export ${DATABASE_VARIABLE}=${url}`;
}
