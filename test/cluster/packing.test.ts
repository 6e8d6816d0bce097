import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Outstanding, Pace, Waiting } from '../../src/cluster/queue/packing.js';
import { planBitmask } from '../../src/plan/bitmask-plan.js';

const { subproblems } = planBitmask(12, 4);
const places = [...subproblems].map((_, place) => place);

test('every subproblem comes into one job, in order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 500 }), (cost, most) => {
      const waiting = new Waiting(subproblems, places);
      const packed: number[] = [];
      for (let job = waiting.take(cost, most, () => true); job.length > 0; job = waiting.take(cost, most, () => true)) {
        expect(job.length).toBeLessThanOrEqual(most);
        packed.push(...job);
      }
      expect(packed).toEqual(places);
      expect([waiting.size, waiting.cost]).toEqual([0, 0]);
    }),
    { numRuns: 50 },
  );
});

test('what is not wanted any more is passed over; what is put back comes first', () => {
  const waiting = new Waiting(subproblems, places);
  expect(waiting.take(1e9, 3, (place) => place % 2 === 1)).toEqual([1, 3, 5]);
  waiting.putBack([3]);
  expect(waiting.take(1e9, 2, () => true)).toEqual([3, 6]);
});

test('a job has one subproblem at least, however long they seem to take', () => {
  const pace = new Pace('bitmask');
  pace.learn(1000, Number.POSITIVE_INFINITY);
  expect(pace.costOfJob(1e9, 4)).toBe(0);
  expect(new Waiting(subproblems, places).take(0, 3, () => true)).toEqual([0]);
});

test('jobs take some seconds, and less when little is left for many', () => {
  const pace = new Pace('bitmask');
  for (let i = 0; i < 10_000; i++) pace.learn(1000, 1); // a millisecond for a thousand placements
  const secondsOf = (left: number, slots: number) => pace.costOfJob(left, slots) / 1e6;
  expect(secondsOf(1e12, 64)).toBeCloseTo(7, 0);
  expect(secondsOf(64e6, 4)).toBeCloseTo(4, 0);
  expect(secondsOf(1, 64)).toBeCloseTo(0.25, 1);
});

test('before anything was measured, nobody gets more than a share', () => {
  const pace = new Pace('meet');
  expect(pace.most(100, 5)).toBe(5);
  expect(pace.most(1, 64)).toBe(1);
  expect(pace.most(1e6, 2)).toBe(1000);
  pace.learn(1, 1);
  expect(pace.most(100, 5)).toBe(1000);
});

test('a job is outstanding until its last subproblem is finished, and counts each of them once', () => {
  const outstanding = new Outstanding();
  outstanding.add([1, 2]);
  outstanding.add([2, 3]);
  outstanding.add([1, 2, 3]);
  expect([outstanding.jobs, outstanding.size]).toEqual([2, 3]);
  outstanding.remove(2);
  outstanding.remove(2);
  outstanding.remove(7);
  expect([outstanding.jobs, outstanding.places()]).toEqual([2, [1, 3]]);
  outstanding.remove(1);
  outstanding.remove(3);
  expect([outstanding.jobs, outstanding.size]).toEqual([0, 0]);
});
