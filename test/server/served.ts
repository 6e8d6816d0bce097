import { afterAll } from 'vitest';
import { type ServeOptions, type Serving, serve } from '../../src/server/serve.js';

/** Starts a server on a free port. It stops after the last test in the file. */
export async function startServer(options: Partial<ServeOptions> = {}): Promise<Serving> {
  const serving = await serve({ port: 0, ...options });
  afterAll(() => serving.close());
  return serving;
}
