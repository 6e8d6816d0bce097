import { appendFileSync, cpSync, readFileSync, renameSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { cacheFileOf, readCache, scriptOf } from '../../src/code-cache.js';
import { temporaryFolder } from '../ledger/folder.js';

const path = temporaryFolder();
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BUILT = join(ROOT, 'dist/cli/program.cjs');

test('the build writes a code cache that V8 accepts', () => {
  expect(scriptOf(BUILT, readCache(BUILT)).cachedDataRejected).toBe(false);
});

test('the cache has the compiled functions of a count', () => {
  const other = path('other.cjs'); // source code that V8 has not compiled yet
  writeFileSync(other, `${readFileSync(BUILT, 'utf8')}//`);
  expect(readCache(BUILT)?.length).toBeGreaterThan(2 * scriptOf(other).createCachedData().length);
});

test('a cache that is older than its program is not read', () => {
  const program = path('changed.cjs');
  writeFileSync(program, 'module.exports = 1;');
  writeFileSync(cacheFileOf(program), 'compiled');
  expect(readCache(program)?.toString()).toBe('compiled');
  utimesSync(program, new Date(), new Date(Date.now() + 1000));
  expect(readCache(program)).toBe(undefined);
});

const damages: Record<string, (program: string, cache: string) => void> = {
  'its own cache': () => {},
  'a cache of another Node.js version': (_, cache) => renameSync(cache, cache.replace(process.version, 'v20.19.0')),
  'a torn cache': (_, cache) => truncateSync(cache, 100_000),
  'an empty cache': (_, cache) => truncateSync(cache),
  'a cache of a shorter program': (program, cache) => {
    appendFileSync(program, '// changed after the build\n');
    utimesSync(cache, new Date(), new Date(Date.now() + 1000)); // an older cache would not be read
  },
};

test.each(Object.entries(damages))('the program counts and loads its chunks with %s', async (name, damage) => {
  const folder = path(name);
  for (const part of ['package.json', 'dist/cli', 'dist/workers']) {
    cpSync(join(ROOT, part), join(folder, part), { recursive: true, preserveTimestamps: true });
  }
  const program = join(folder, 'dist/cli', basename(BUILT));
  damage(program, cacheFileOf(program));
  const entry = join(folder, 'dist/cli/queens-par.cjs');
  const count = await execa(process.execPath, [entry, '8', '--quiet']);
  expect(count.stdout).toBe('92');
  const solutions = await execa(process.execPath, [entry, 'solve', '4']);
  expect(solutions.stdout.split('\n')).toEqual(['1,3,0,2', '2,0,3,1']);
});
