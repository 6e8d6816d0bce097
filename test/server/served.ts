import { afterAll } from 'vitest';
import { type ServeOptions, type Serving, serve } from '../../src/server/serve.js';

/** Starts a server on a free port of the loopback address. It stops after the last test in the file. */
export async function startServer(options: Partial<ServeOptions> = {}): Promise<Serving> {
  const access = { host: '127.0.0.1', token: undefined };
  const serving = await serve({ port: 0, access, threads: 1, threadsAreDefault: false, data: undefined, ...options });
  afterAll(() => serving.close());
  return serving;
}
