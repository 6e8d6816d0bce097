import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { queensPar } from './program.js';

const folder = mkdtempSync(join(tmpdir(), 'queens-par-start-up-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the names of the packages and of the program's chunks that a command imports or requires. */
async function partsOf(...args: string[]): Promise<Set<string>> {
  const list = join(folder, 'list');
  const fault = new URL('faults/list-files-read.mjs', import.meta.url);
  await queensPar(args, { env: { NODE_OPTIONS: `--import=${fault}`, FILES_READ: list } });
  const files = readFileSync(list, 'utf8').split('\n');
  return new Set(
    files.flatMap((file) => {
      const [, name, chunk] =
        /.*\/(?:node_modules\/((?:@[^/]+\/)?[^/]+)\/|chunks\/([\w-]+)-[\w-]{8}\.cjs)/.exec(file) ?? [];
      return name ?? chunk ?? [];
    }),
  );
}

test('a small count loads no chunk of the program and no package', async () => {
  expect([...(await partsOf('8', '--quiet'))]).toEqual([]);
});

test('a count with threads loads the thread pool', async () => {
  expect(await partsOf('17', '--threads', '2', '--quiet')).toContain('pool');
});

test('serve without a database loads neither the cluster nor the thread pool', async () => {
  const parts = await partsOf('serve', '--host', '203.0.113.1', '--port', '0');
  expect(parts).toContain('serve');
  for (const name of ['bullmq', 'pg', 'pool']) expect(parts).not.toContain(name);
});

test('cluster status loads the database but not the queue', async () => {
  const parts = await partsOf('cluster', 'status', '--database-file', join(folder, 'none'));
  expect(parts).toContain('pg');
  for (const name of ['bullmq', 'pool']) expect(parts).not.toContain(name);
});

test('a worker loads the queue', async () => {
  expect(await partsOf('cluster', 'work', '--database-file', join(folder, 'none'))).toContain('bullmq');
});
