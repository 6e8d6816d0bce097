import { expect, test } from 'vitest';
import { count } from '../../../src/node/count/count.js';
import { A000170 } from '../../vectors/a000170.js';
import { placedBelowSecondRow } from '../../vectors/a319284.js';
import { MEET_WORK } from '../../vectors/work.js';

// test/node/count/work.long.test.ts counts larger boards.
test.each([8, 9, 10, 11, 12, 13, 14, 15])('the count and work of bitmask are as published for n = %i', async (n) => {
  expect(await count(n, { depth: 2 })).toMatchObject({ count: A000170[n], work: placedBelowSecondRow(n) });
});

test.each([8, 9, 10, 11, 12, 13, 14, 15, 16, 17])(
  'the count and work of meet are as recorded for n = %i',
  async (n) => {
    expect(await count(n, { algorithm: 'meet', threads: 1 })).toMatchObject({ count: A000170[n], work: MEET_WORK[n] });
  },
);
