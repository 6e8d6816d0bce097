import { afterAll } from 'vitest';
import { type RunningServer, serve } from '../../src/server/serve.js';

/** Starts a server on a free port. It stops after the last test in the file. @param folder a folder with ledgers. */
export async function startServer(folder?: string): Promise<RunningServer> {
  const serving = await serve(0, folder);
  afterAll(() => serving.close());
  return serving;
}
