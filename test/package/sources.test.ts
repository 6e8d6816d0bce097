import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { hashOfSources } from '../../scripts/build/sources.mjs';
import { temporaryFolder } from '../node/ledger/folder.js';

const pathOf = temporaryFolder();

test('the hash of the sources, by which tests refuse another build, depends on each name and each content', () => {
  const files = [
    ...['src/a/b.ts', 'workers/c.ts', 'scripts/build/d.mjs', 'docs/ledgers/e.ledger'],
    ...['package.json', 'package-lock.json', 'tsconfig.json', 'LICENSE'],
  ];
  for (const file of files) {
    mkdirSync(dirname(pathOf(file)), { recursive: true });
    writeFileSync(pathOf(file), 'text');
  }
  const hashes = [hashOfSources(pathOf('.'))];
  for (const file of files) {
    writeFileSync(pathOf(file), 'test');
    hashes.push(hashOfSources(pathOf('.')));
  }
  mkdirSync(pathOf('scripts/bench'));
  writeFileSync(pathOf('scripts/bench/f.mjs'), 'the build does not read this');
  hashes.push(hashOfSources(pathOf('.')));
  renameSync(pathOf('src/a/b.ts'), pathOf('src/a/c.ts'));
  hashes.push(hashOfSources(pathOf('.')));
  expect(new Set(hashes).size).toBe(files.length + 2);
});
