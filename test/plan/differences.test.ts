import { expect, test } from 'vitest';
import { type AskedPlan, differences } from '../../src/plan/differences.js';

const bitmask = { n: 16, algorithm: 'bitmask', options: { depth: 2 }, planHash: 'a'.repeat(64) } as const;
const meet = { n: 16, algorithm: 'meet', options: { threads: 2, memory: 1000 }, planHash: 'b'.repeat(64) } as const;

test.each<[AskedPlan, string]>([
  [{ n: 18, algorithm: 'meet', options: { memory: 1 }, planHash: 'c', part: { k: 2, m: 3 } }, 'n = 16, not 18'],
  [{ algorithm: 'meet', options: { memory: 1 } }, 'algorithm bitmask, not meet'],
  [{ options: { depth: 3 }, part: { k: 2, m: 3 } }, 'depth 2, not 3; the whole count, not part 2/3'],
  [{ options: { memory: 5 } }, 'algorithm bitmask, which has no memory'],
  [{ n: 16, algorithm: 'bitmask', planHash: 'c' }, `plan ${'a'.repeat(64)}, not c`],
  [{}, ''],
  [{ n: 16, algorithm: 'auto', options: { depth: undefined } }, ''],
  [{ part: { k: 1, m: 1 } }, ''],
])('the differences between the plan and the request %j are "%s"', (asked, expected) => {
  expect(differences(bitmask, asked)).toBe(expected);
});

test('the differences include the part, and the threads of the plan', () => {
  expect(differences({ ...meet, part: { k: 1, m: 3 } }, { part: { k: 1, m: 3 } })).toBe('');
  expect(differences({ ...meet, part: { k: 1, m: 3 } }, {})).toBe('part 1/3, not the whole count');
  expect(differences(meet, { ...meet, options: { threads: 4, memory: 1000 } })).toBe('threads 2, not 4');
});
