import { expect, test } from 'vitest';
import { type CountResult, count, openCount } from '../../src/count/count.js';
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

/** Counts n a second time. @param first the first count. */
async function countAgain(first: CountResult) {
  const { algorithm, kernel } = otherWay(first);
  const { plan, ledger } = await openCount({ n: first.n, options: { algorithm, threads: 1 } });
  return verify(first, plan, ledger, { kernel, threads: 1 });
}

test.each([3, 12, 14])('the second count of n = %i agrees with the first', async (n) => {
  const first = await count(n, { threads: 1 });
  expect(await countAgain(first)).toMatchObject({ n, count: first.count });
});

test('verify throws an error with both counts if they differ', async () => {
  const verification = countAgain({ ...(await count(8, { threads: 1 })), count: 93n });
  await expect(verification).rejects.toThrow(VerificationError);
  await expect(verification).rejects.toThrow('93 (bitmask, fast kernel) and 92 (meet, fast kernel)');
});
