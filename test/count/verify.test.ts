import { expect, test } from 'vitest';
import { count, openCount } from '../../src/count/count.js';
import { otherWay, VerificationError, verify } from '../../src/count/verify.js';

test.each([
  [16, 'meet', 'fast', 'bitmask', 'fast'],
  [16, 'bitmask', 'fast', 'meet', 'fast'],
  [4, 'bitmask', 'fast', 'bitmask', 'readable'],
  [30, 'bitmask', 'readable', 'bitmask', 'fast'],
] as const)(
  'n = %i is counted first by %s (%s), then by %s (%s)',
  (n, algorithm, kernel, otherAlgorithm, otherKernel) => {
    expect(otherWay({ n, algorithm, kernel })).toEqual({ algorithm: otherAlgorithm, kernel: otherKernel });
  },
);

test.each([3, 12, 14])('the second count of n = %i agrees with the first', async (n) => {
  const first = await count(n, { threads: 1 });
  const { algorithm, kernel } = otherWay(first);
  const { plan, ledger } = await openCount({ n, options: { algorithm, threads: 1 } });
  expect(await verify(first, plan, ledger, { kernel, threads: 1 })).toMatchObject({ n, count: first.count });
});

test('a second count that differs throws an error with both counts', async () => {
  const first = await count(8, { threads: 1 });
  const { algorithm, kernel } = otherWay(first);
  const { plan, ledger } = await openCount({ n: 8, options: { algorithm, threads: 1 } });
  const verification = verify({ ...first, count: 93n }, plan, ledger, { kernel, threads: 1 });
  await expect(verification).rejects.toThrow(VerificationError);
  await expect(verification).rejects.toThrow('93 (bitmask, fast kernel) and 92 (meet, fast kernel)');
});
