import { expect, test } from 'vitest';
import { count } from '../../../src/node/count/count.js';
import { A000170 } from '../../vectors/a000170.js';
import { placedBelowSecondRow } from '../../vectors/a319284.js';
import { MEET_WORK } from '../../vectors/work.js';

test.each([16, 17])('the count and work of bitmask are as published for n = %i', async (n) => {
  expect(await count(n, { depth: 2 })).toMatchObject({ count: A000170[n], work: placedBelowSecondRow(n) });
});

test('the count and work of meet are as recorded for n = 18', async () => {
  const plan = { algorithm: 'meet', threads: 1 } as const;
  expect(await count(18, plan)).toMatchObject({ count: A000170[18], work: MEET_WORK[18] });
});
