import { expect, test } from 'vitest';
import { describeDifferences, type ExpectedPlan } from '../../../src/core/plan/plan-mismatch.js';

const sixteen = { n: 16, subproblems: 100 };
const bitmask = { ...sixteen, algorithm: 'bitmask', options: { depth: 2 }, planHash: 'a'.repeat(64) } as const;
const meet = { ...sixteen, algorithm: 'meet', options: { splitColumns: 2 }, planHash: 'b'.repeat(64) } as const;

test.each<[ExpectedPlan, string]>([
  [{ n: 18, algorithm: 'meet', options: { splitColumns: 1 }, planHash: 'c' }, 'n = 16, not 18'],
  [{ algorithm: 'meet', options: { splitColumns: 1 } }, 'algorithm bitmask, not meet'],
  [{ options: { depth: 3 }, part: { k: 2, m: 3 } }, 'depth 2, not 3; the whole count, not part 2/3'],
  [{ options: { splitColumns: 5 } }, 'algorithm bitmask, which has no splitColumns'],
  [{ n: 16, algorithm: 'bitmask', planHash: 'c' }, `plan ${'a'.repeat(64)}, not c`],
  [{}, ''],
  [{ n: 16, algorithm: 'auto', options: { depth: undefined } }, ''],
  [{ part: { k: 1, m: 1 } }, ''],
  [{ part: { k: 1, m: 2 } }, 'the whole count, not part 1/2'],
])('the differences between the plan and the request %j are "%s"', (asked, expected) => {
  expect(describeDifferences(bitmask, asked)).toBe(expected);
});

test('the differences include the part, even of equal plans', () => {
  expect(describeDifferences({ ...meet, part: { k: 1, m: 3 } }, { part: { k: 1, m: 3 } })).toBe('');
  expect(describeDifferences({ ...meet, part: { k: 1, m: 3 } }, meet)).toBe('part 1/3, not the whole count');
});

test('options are compared only if the hashes differ', () => {
  const other = { ...meet, options: { splitColumns: 3 } };
  expect(describeDifferences(meet, other)).toBe('');
  expect(describeDifferences(meet, { ...other, planHash: 'c' })).toBe('splitColumns 2, not 3');
});
