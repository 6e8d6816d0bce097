import { describe, test } from 'vitest';
import { temporaryFolder } from './folder.js';
import { checkFile, checkParts, planOptions } from './read-back.js';

const path = temporaryFolder();

describe.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])('n = %i', (n) => {
  for (const [index, options] of planOptions(n).entries()) {
    test(`the files of a count are read back with ${JSON.stringify(options)}`, async () => {
      await checkFile(path(`${n}-${index}`), n, options);
      for (const m of [1, 2, 3, 9]) await checkParts(path(`${n}-${index}`), n, m, options);
    });
  }
});
