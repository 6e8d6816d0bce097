import { cpSync, readFileSync } from 'node:fs';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../ledger/folder.js';
import { faultyEnvironment, queensPar } from './program.js';

const path = temporaryFolder();

/** Returns the names of the packages and of the program's chunks that a command loads. */
async function partsOf(...args: string[]): Promise<Set<string>> {
  const list = path('list');
  await queensPar(args, { env: { ...faultyEnvironment('list-files-read'), FILES_READ: list } });
  const files = readFileSync(list, 'utf8').replaceAll('\\', '/').split('\n');
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

test('serve loads neither the cluster nor the thread pool', async () => {
  const parts = await partsOf('serve', path('none'), '--port', '0');
  expect(parts).toContain('serve');
  for (const name of ['bullmq', 'pg', 'pool']) expect(parts).not.toContain(name);
});

test('status of runs loads the database but not the queue', async () => {
  const parts = await partsOf('status', '--database-file', path('none'));
  expect(parts).toContain('pg');
  for (const name of ['bullmq', 'pool']) expect(parts).not.toContain(name);
});

test('a worker loads the queue', async () => {
  expect(await partsOf('cluster', 'work', '--database-file', path('none'))).toContain('bullmq');
});

test('before the build, the command says how to build it', async () => {
  const command = path('bin/queens-par.cjs');
  cpSync(new URL('../../bin/queens-par.cjs', import.meta.url), command);
  const { stderr, exitCode } = await execa(process.execPath, [command, '8'], { reject: false });
  expect({ stderr, exitCode }).toEqual({
    stderr: 'queens-par: the program is not built yet; run: npm ci',
    exitCode: 2,
  });
});
