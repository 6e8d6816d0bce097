import { expect, test } from 'vitest';
import { count } from '../../src/count/count.js';
import { A000170 } from '../vectors/a000170.js';
import { WORK } from '../vectors/work.js';

test.each([16, 17])('the count and work of bitmask are as recorded for n = %i', async (n) => {
  expect(await count(n, { depth: 2 })).toMatchObject({ count: A000170[n], work: WORK.bitmask[n] });
});
