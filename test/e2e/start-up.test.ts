import { cpSync, readFileSync } from 'node:fs';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { has } from '../machine.js';
import { temporaryFolder } from '../node/ledger/folder.js';
import { faultyEnvironment, queensPar } from './program.js';

const path = temporaryFolder();

/** Returns the names of the files that a command reads. */
async function filesOf(...args: string[]): Promise<string[]> {
  const list = path('list');
  await queensPar(args, { env: { ...faultyEnvironment('list-files-read'), FILES_READ: list } });
  return readFileSync(list, 'utf8').replaceAll('\\', '/').split('\n');
}

/** Returns the names of the packages and chunks that a command loads, and does not only check the version of. */
async function partsOf(...args: string[]): Promise<Set<string>> {
  const files = await filesOf(...args);
  return new Set(
    files.flatMap((file) => {
      if (file.endsWith('/package.json')) return [];
      const [, name, chunk] =
        /.*\/(?:node_modules\/((?:@[^/]+\/)?[^/]+)\/|chunks\/([\w-]+)-[\w-]{8}\.cjs)/.exec(file) ?? [];
      return name ?? chunk ?? [];
    }),
  );
}

test('a small count loads no chunk of the program and no package', async () => {
  expect([...(await partsOf('8', '--quiet'))]).toEqual([]);
});

test.each([
  [['17', '--threads', '2', '--quiet'], ['pool', 'piscina'], ['pg']],
  [['serve', path('none'), '--port', '0'], ['serve'], ['pg', 'pool']],
  [['status', '--database-file', path('none')], ['pg'], ['pool']],
  [['cluster', 'work', '--database-file', path('none')], ['pg'], []],
])('%j loads %j, but not %j', async (args, loaded, others) => {
  const parts = await partsOf(...args);
  for (const name of loaded) expect(parts).toContain(name);
  for (const name of others) expect(parts).not.toContain(name);
});

test.runIf(has('linux')).each([
  ['8', '--quiet'],
  ['8', '--verify', '--quiet'],
  ['forecast', '12'],
  ['sequence', '1..8'],
  ['classes', '8'],
])('%s %s looks up the limits of its container once', async (...args) => {
  const groups = (await filesOf(...args)).filter((file) => file === '/proc/self/cgroup');
  expect(groups).toHaveLength(1);
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
