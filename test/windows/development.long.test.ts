import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../ledger/folder.js';
import { has } from '../machine.js';
import { randomLibrary } from './random-library.js';
import { wineForTests } from './wine.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const VERSION = '22.23.3';

/** Built files of all kinds. */
const BUILT = [
  ...['workers/bitmask.wasm', 'workers/meet.wasm', 'workers/worker.cjs', 'lib/index.js', 'man/queens-par.1'],
  ...['LICENSES.txt', 'page/LICENSES.txt'],
];

/** Folders of tests that take seconds, and need no programs of Unix. */
const TESTED = ['board', 'plan', 'runs', 'symmetric', 'text'];

describe.runIf(has('wine'))('a checkout on Windows', { timeout: 900_000 }, () => {
  const wine = wineForTests([VERSION]);
  const folder = temporaryFolder();
  const checkout = folder('checkout');

  beforeAll(async () => {
    writeFileSync(join(wine.prefix(), 'drive_c/windows/system32/bcryptprimitives.dll'), randomLibrary());
    const { stdout } = await execa({ cwd: ROOT })`git ls-files`;
    for (const file of stdout.split('\n')) {
      mkdirSync(dirname(join(checkout, file)), { recursive: true });
      copyFileSync(join(ROOT, file), join(checkout, file));
    }
    await execa({ cwd: checkout })`npm ci --ignore-scripts --prefer-offline --no-audit --no-fund --os=win32 --cpu=x64`;
  });

  test('the build makes the same files as on this system', async () => {
    const { stderr, exitCode } = await wine.start(VERSION, ['scripts/build.mjs'], checkout).finished;
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    for (const file of BUILT) {
      const [built, expected] = [checkout, ROOT].map((root) => readFileSync(join(root, 'dist', file)));
      expect(built?.equals(expected ?? Buffer.alloc(0)), file).toBe(true);
    }
    const [page, expected] = [checkout, ROOT].map((root) => readdirSync(join(root, 'dist/page')).sort());
    expect(page).toEqual(expected); // the names contain hashes of the contents
  });

  test('the built program counts in a pool', async () => {
    const { finished } = wine.start(
      VERSION,
      ['bin/queens-par.cjs', '15', '--algorithm', 'bitmask', '--threads', '2'],
      checkout,
    );
    expect(await finished).toMatchObject({ stdout: '2279184\n', exitCode: 0 });
  });

  test('the tests of fast folders pass', async () => {
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', '--testTimeout=60000'];
    const folders = TESTED.map((name) => `test/${name}/`);
    const { stdout, exitCode } = await wine.start(VERSION, [...vitest, ...folders], checkout, { NO_COLOR: '1' })
      .finished;
    expect(exitCode, stdout).toBe(0);
    expect(stdout).toMatch(/Tests +\d+ passed/);
  });
});
