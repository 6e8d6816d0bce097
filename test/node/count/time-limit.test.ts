import { expect, test } from 'vitest';
import { UsageError } from '../../../src/core/errors/errors.js';
import { planCoarsely } from '../../../src/core/plan/choose-plan.js';
import { planCoarselyForMachine } from '../../../src/node/count/new-plan.js';
import { assertShortEnough } from '../../../src/node/count/time-limit.js';
import { inspectMachine } from '../../../src/node/machine/machine.js';

const left = planCoarsely(26, {}); // 0.4 years on one thread

test.each([
  ['on one thread', 1, { slowdown: 3, busy: 0 }, /^counting 26 queens by meet would take about 1y .* on 1 thread; add/],
  ['because of other programs', 2, { slowdown: 9, busy: 0.8 }, /on 2 threads, because .* about 80% of the processor;/],
])('work that takes over a year %s is refused', (_, atOnce, speed, message) => {
  expect(() => assertShortEnough({ left, fit: { atOnce }, speed })).toThrow(UsageError);
  expect(() => assertShortEnough({ left, fit: { atOnce }, speed })).toThrow(message);
  expect(() => assertShortEnough({ left, fit: { atOnce: 10 }, speed })).not.toThrow();
});

test.each([
  [22, {}, 1024, false],
  [26, {}, 1024, false],
  [26, {}, 64, true],
  [27, {}, 1024, true],
  [27, { part: { k: 1, m: 100 } }, 1024, false], // is checked once its plan is known
  [28, {}, 1024, true],
  [24, { kernel: 'reference' }, 1024, true],
  [32, {}, 1024, true],
] as const)(
  'a new count of %i queens with %j and %i MB for its thread is refused: %s',
  (n, options, megabytes, isLong) => {
    const machine = { ...inspectMachine(1), memory: megabytes * 2 ** 20 };
    const check = expect(() => planCoarselyForMachine(n, { ...options, isLimited: true }, machine));
    if (isLong) check.toThrow(UsageError);
    else check.not.toThrow();
  },
);
