import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../node/ledger/folder.js';
import { A000170 } from '../vectors/a000170.js';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const path = temporaryFolder();

/** What a build reads, and what it replaces. */
const COPIED = ['bin', 'dist', 'docs', 'scripts', 'src', 'workers', 'LICENSE', 'package.json', 'package-lock.json'];

beforeAll(() => {
  for (const name of [...COPIED, 'tsconfig.json']) cpSync(`${checkout}${name}`, path(name), { recursive: true });
  symlinkSync(`${checkout}node_modules`, path('node_modules'), 'junction');
});

function build() {
  return execa(process.execPath, [path('scripts/build/build.mjs')], { reject: false });
}

function count(n: number) {
  return execa(process.execPath, [path('bin/queens-par.cjs'), String(n), '--threads', '2', '--quiet']);
}

test('counts during a build have the right total, whether they begin before it or not', async () => {
  writeFileSync(path('src/core/text/changed.ts'), 'export {};\n');
  const before = count(18);
  const building = build();
  let isBuilding = true;
  building.finally(() => {
    isBuilding = false;
  });
  while (isBuilding) expect((await count(15)).stdout).toBe(String(A000170[15]));
  expect((await before).stdout).toBe(String(A000170[18]));
  expect((await building).exitCode).toBe(0);
  expect(existsSync(path('dist/src/core/text/changed.js'))).toBe(true);
  expect(existsSync(path('dist-new')) || existsSync(path('dist-last'))).toBe(false);
});

test('a build that fails keeps the last one', async () => {
  const built = readFileSync(path('dist/sources.txt'), 'utf8');
  writeFileSync(path('src/core/text/changed.ts'), 'export const wrong: string = 1;\n');
  expect((await build()).exitCode).toBe(1);
  expect(readFileSync(path('dist/sources.txt'), 'utf8')).toBe(built);
  expect((await count(15)).stdout).toBe(String(A000170[15]));
  expect(existsSync(path('dist-new'))).toBe(false);
});
