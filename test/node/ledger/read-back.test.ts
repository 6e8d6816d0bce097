import { describe, test } from 'vitest';
import { temporaryFolder } from './folder.js';
import { checkFile, checkParts, planOptions } from './read-back.js';

const path = temporaryFolder();

// read-back.long.test.ts counts larger boards, and all of them in all four numbers of parts.
describe.each([0, 1, 2, 3, 4, 5, 6, 7, 8])('n = %i', (n) => {
  for (const [index, options] of planOptions(n).entries()) {
    test(`the files of a count are read back with ${JSON.stringify(options)}`, async () => {
      await checkFile(path(`${n}-${index}`), n, options);
      await checkParts(path(`${n}-${index}`), n, [9, 2, 3, 1][index % 4] ?? 1, options);
    });
  }
});
