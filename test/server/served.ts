import { afterAll } from 'vitest';
import type { Database } from '../../src/cluster/database.js';
import { type Serving, serve } from '../../src/server/serve.js';

/** Starts a server on a free port. It stops after the last test in the file. */
export async function startServer({ data, database }: { data?: string; database?: Database } = {}): Promise<Serving> {
  const serving = await serve(0, data, database);
  afterAll(() => serving.close());
  return serving;
}
