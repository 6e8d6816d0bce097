import { expect, test } from 'vitest';
import { TimeLimitError, UsageError } from '../../../src/core/errors/errors.js';
import { planCoarsely } from '../../../src/core/plan/choose-plan.js';
import { REFERENCE_SPEED } from '../../../src/core/runs/rate.js';
import { assertShortEnough, planCoarselyForMachine } from '../../../src/node/count/new-plan.js';
import { inspectMachine } from '../../../src/node/machine/machine.js';

const left = planCoarsely(26, {}); // 0.4 years on one thread

test('work that takes over a year is refused, and the error tells how long it would take', () => {
  const slow = { left, fit: { atOnce: 2 }, speed: { slowdown: 9, busy: 0.8 } };
  expect(() => assertShortEnough(slow)).toThrow(TimeLimitError);
  expect(() => assertShortEnough(slow)).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(/^counting 26 queens by meet would take about 1y .* on 2 threads$/),
      expected: { seconds: expect.closeTo((9 * left.cost) / 2 / REFERENCE_SPEED), busy: 0.8 },
    }),
  );
  expect(() => assertShortEnough({ ...slow, fit: { atOnce: 10 } })).not.toThrow();
});

test('an estimate before a measurement blames no other program', () => {
  const machine = { ...inspectMachine(1), memory: 2 ** 30 };
  expect(() => planCoarselyForMachine(27, { isLimited: true }, machine)).toThrow(
    expect.objectContaining({ expected: { seconds: expect.any(Number), busy: 0 } }),
  );
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
