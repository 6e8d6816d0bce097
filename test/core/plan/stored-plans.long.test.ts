import { expect, test } from 'vitest';
import { choosePlan, rebuildPlan } from './plans.js';

// Like stored-plans.test.ts, but the plan for 28 queens takes 15 seconds.

test.each([1, 1024])('the plan of 28 queens for %i threads has not changed', (threads) => {
  const { options, subproblems, hash } = choosePlan(28, { threads });
  expect([options, subproblems.length, hash.slice(0, 16)]).toEqual([{ splitColumns: 3 }, 520145, '831f11ed2d04a0f9']);
});

test('a count of 28 queens from version 0.3.0, without split columns, gets its plan back', () => {
  const planHash = 'cfd1c5afeb412f7454b86118f3483dbb6fe646ebd55e5c6d6627681772b2a35a';
  const stored = { n: 28, algorithm: 'meet', options: { splitColumns: 0 }, planHash, subproblems: 81494 } as const;
  expect(rebuildPlan(stored, 'it', 'wait').subproblems[0]).toMatchObject({ above: 0, below: 0 });
});
