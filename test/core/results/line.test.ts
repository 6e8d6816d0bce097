import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { addChecksum, deriveSeed, formatEntry, parseEntry } from '../../../src/core/results/line.js';
import { createKernel } from '../../../workers/kernels.js';
import { planBitmask } from '../plan/plans.js';

const seed = deriveSeed('f'.repeat(64));

/** Returns a line with its checksum, but without a line ending. */
function sealed(text: string): string {
  return addChecksum(text, seed).slice(0, -1);
}

test('parseEntry reads the entries that formatEntry writes', () => {
  const partial = fc.record({
    id: fc.stringMatching(/^[!#-+\--~]{1,20}$/),
    count: fc.maxSafeNat(),
    work: fc.maxSafeNat(),
    milliseconds: fc.nat().map((thousandths) => thousandths / 1000),
    ended: fc.nat(),
  });
  fc.assert(
    fc.property(partial, (partial) => {
      expect(parseEntry(sealed(formatEntry(partial)), seed)).toEqual(partial);
    }),
  );
});

test.each([
  ...['', ' ', '0', '01234567', ' 01234567', '0.2 1 1 1.000 9 00000000'],
  ...['', ' ', '0.2', '0.2 1 1', 'é 1 1 1.000 9', '0,2 1 1 1.000 9', '0"2 1 1 1.000 9', '0 2 1 1 1.000 9'].map(sealed),
  ...[
    '0.2 01 1 1.000 9',
    '0.2 1 00 1.000 9',
    '0.2 -1 1 1.000 9',
    '0.2 1e3 1 1.000 9',
    '0.2 1 1 1.0 9',
    '0.2 1 1 .000 9',
  ].map(sealed),
  ...['0.2 9007199254740992 1 1.000 9', '0.2 1 9007199254740992 1.000 9', '0.2 1 1 1000000000000.000 9'].map(sealed),
  sealed('0.2 1 1 1.000 1000000000000000'),
])('%j is not an entry', (line) => expect(parseEntry(line, seed)).toBeUndefined());

test.each([-18_489_568_660, 0, 4e14])('parseEntry reads what a kernel counts while the clock shows %i', (now) => {
  vi.spyOn(Date, 'now').mockReturnValueOnce(now);
  const [subproblem] = planBitmask(5, 1).subproblems;
  if (!subproblem) throw new Error('the plan has subproblems');
  const partial = createKernel({ kind: 'reference' })(subproblem);
  expect(parseEntry(sealed(formatEntry(partial)), seed)).toMatchObject({
    count: partial.count,
    ended: Math.max(0, now),
  });
});
