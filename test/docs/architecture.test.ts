import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LAYERS } from '../../.dependency-cruiser.mjs';

test('ARCHITECTURE.md lists the folders in the order of the layers that the linter checks', () => {
  const listed = readFileSync('ARCHITECTURE.md', 'utf8').matchAll(/^ {4}((?:src\/|workers\/)\S*)/gm);
  expect(Array.from(listed, ([, name]) => name)).toEqual(LAYERS);
});
