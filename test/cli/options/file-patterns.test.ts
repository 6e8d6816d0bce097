import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expandPatterns } from '../../../src/cli/options/file-patterns.js';
import { temporaryFolder } from '../../node/ledger/folder.js';

const path = temporaryFolder();
for (const name of ['2.ledger', '1.ledger', '10.LEDGER', 'a+b.txt', 'ledger']) writeFileSync(path(name), '');

test.each([
  ['*.ledger', ['1.ledger', '10.LEDGER', '2.ledger']],
  ['?.ledger', ['1.ledger', '2.ledger']],
  ['a+*', ['a+b.txt']],
  ['1.ledger', ['1.ledger']],
  ['*.none', ['*.none']],
  ['nowhere/*', ['nowhere/*']],
])('the pattern %s is replaced by its files on Windows only', (pattern, files) => {
  expect(expandPatterns([path(pattern)], 'win32')).toEqual(files.map((file) => path(file)));
  expect(expandPatterns([path(pattern)], 'linux')).toEqual([path(pattern)]);
});

test('the files keep the folder of the pattern as it is written', () => {
  expect(expandPatterns(['merge', 'test\\no*', 'test/machine.*'], 'win32')).toEqual([
    'merge',
    'test\\no*',
    'test/machine.ts',
  ]);
});
