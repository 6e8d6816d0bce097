/** `queens-par serve`: serves the page. */
import { once } from 'node:events';
import type { Arguments } from '../cli/commands.js';
import type { Database } from '../cluster/database.js';
import { DATABASE_VARIABLE } from '../cluster/database-url.js';
import { serve } from '../server/serve.js';
import { Interruption, interruptible } from '../terminal/interruption.js';

/** Serves the page until an interruption, which is how it normally ends. */
export async function servePage(args: Arguments<'serve'>): Promise<void> {
  const isClustered = args.local || args.databaseFile !== undefined || process.env[DATABASE_VARIABLE];
  if (!isClustered) return serveUntilInterrupted(args);
  const { withDatabase } = await import('../cluster/connect.js'); // needs pg, which may not be installed
  const { databaseFile, local } = args;
  await withDatabase({ databaseFile, local }, (database) => serveUntilInterrupted(args, database));
}

async function serveUntilInterrupted(args: Arguments<'serve'>, database?: Database): Promise<void> {
  const { port, data, quiet } = args;
  const serving = await serve(port, data, database);
  process.stdout.write(`${serving.address}\n`);
  if (!quiet) process.stderr.write('Open this address in a browser. Ctrl-C stops the server.\n');
  try {
    await interruptible(async (signal) => {
      await once(signal, 'abort');
      await serving.close();
      signal.throwIfAborted();
    });
  } catch (error) {
    if (!(error instanceof Interruption)) throw error;
  }
}
