import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { queensPar } from './program.js';

const folder = mkdtempSync(join(tmpdir(), 'queens-par-start-up-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The packages that a command loads, by whatever way; `pool` is the bundled part with the pool of threads. */
async function packagesOf(...args: string[]): Promise<Set<string>> {
  const list = join(folder, 'list');
  const fault = new URL('faults/list-files-read.mjs', import.meta.url);
  await queensPar(args, { env: { NODE_OPTIONS: `--import=${fault}`, FILES_READ: list } });
  const files = readFileSync(list, 'utf8').split('\n');
  return new Set(
    files.flatMap((file) => {
      const [, name, chunk] = /.*\/(?:node_modules\/((?:@[^/]+\/)?[^/]+)\/|chunks\/(pool)-)/.exec(file) ?? [];
      return name ?? chunk ?? [];
    }),
  );
}

test('a count pays for nothing that only the cluster or the page needs', async () => {
  const packages = await packagesOf('8', '--quiet');
  for (const name of ['bullmq', 'pg', 'prom-client', 'zod', 'pool', 'hono', '@hono/node-server']) {
    expect(packages).not.toContain(name);
  }
});

test('a count in threads loads their pool', async () => {
  expect(await packagesOf('17', '--threads', '2', '--quiet')).toContain('pool');
});

test('the page does not pay for the cluster, where there is none', async () => {
  const packages = await packagesOf('serve', '--host', '203.0.113.1', '--port', '0');
  expect(packages).toContain('hono');
  for (const name of ['bullmq', 'pg', 'prom-client', 'pool']) expect(packages).not.toContain(name);
});

test('a look at the cluster does not pay for its queue', async () => {
  const packages = await packagesOf('cluster', 'status', '--database-file', join(folder, 'none'));
  expect(packages).toContain('pg');
  for (const name of ['bullmq', 'prom-client', 'pool']) expect(packages).not.toContain(name);
});

test('a worker does', async () => {
  expect(await packagesOf('cluster', 'work', '--database-file', join(folder, 'none'))).toContain('bullmq');
});
