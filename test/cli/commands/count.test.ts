import { expect, test } from 'vitest';
import { assertSameCount, chooseOtherWay } from '../../../src/cli/commands/count.js';
import { count } from '../../../src/node/count/count.js';

test.each([
  [16, 'meet', 'fast', 'bitmask', 'fast'],
  [16, 'bitmask', 'fast', 'meet', 'fast'],
  [4, 'bitmask', 'fast', 'bitmask', 'reference'],
  [30, 'bitmask', 'reference', 'bitmask', 'fast'],
] as const)(
  'n = %i is counted first by %s (%s), then by %s (%s)',
  (n, algorithm, kernel, otherAlgorithm, otherKernel) => {
    expect(chooseOtherWay({ n, algorithm, kernel }, { hasSimd: true })).toEqual({
      algorithm: otherAlgorithm,
      kernel: otherKernel,
    });
  },
);

test('a processor without SIMD counts again with the reference kernel of meet', () => {
  const first = { n: 16, algorithm: 'bitmask', kernel: 'reference' } as const;
  expect(chooseOtherWay(first, { hasSimd: false })).toEqual({ algorithm: 'meet', kernel: 'reference' });
});

test('the error for two different counts contains both', async () => {
  const first = await count(8, { threads: 1 });
  const refused = () => assertSameCount({ ...first, count: 93n }, { ...first, algorithm: 'meet' });
  expect(refused).toThrow('93 (bitmask, fast kernel) and 92 (meet, fast kernel)');
});
