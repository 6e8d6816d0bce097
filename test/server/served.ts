import { afterAll } from 'vitest';
import { type Serving, serve } from '../../src/server/serve.js';

/** Starts a server on a free port. It stops after the last test in the file. */
export async function startServer({ data }: { data?: string } = {}): Promise<Serving> {
  const serving = await serve(0, data);
  afterAll(() => serving.close());
  return serving;
}
