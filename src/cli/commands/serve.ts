import { once } from 'node:events';
import { runUntilInterrupted } from '../../node/terminal/interruption.js';
import { serve } from '../../server/serve.js';
import type { Arguments } from '../options/commands.js';

/** `queens-par serve`: serves the page until interrupted, which is the normal way to stop it. */
export async function servePage({ folder, port, quiet }: Arguments<'serve'>): Promise<void> {
  const serving = await serve(port, folder);
  process.stdout.write(`${serving.address}\n`);
  if (!quiet) process.stderr.write('Open this address in a browser. Ctrl-C stops the server.\n');
  await runUntilInterrupted(async (signal) => {
    await once(signal, 'abort');
    await serving.close();
  });
}
