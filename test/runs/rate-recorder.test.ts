import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MOST_POINTS, RateRecorder } from '../../src/runs/rate-recorder.js';

test('the work of a long subproblem is spread over the time that it took', () => {
  const recorder = new RateRecorder();
  recorder.add({ from: 0, to: 60, work: 600 });
  expect(recorder.history(60)).toEqual({ interval: 1, rates: Array(60).fill(10) });
});

test('the last interval is omitted if it is very short, and otherwise has the rate so far', () => {
  const recorder = new RateRecorder();
  recorder.add({ from: 0, to: 0.175, work: 1.75 });
  expect(recorder.history(0.1375).rates).toHaveLength(2);
  expect(recorder.history(0.175).rates.map((rate) => Math.round(rate))).toEqual([10, 10, 10]);
});

test('the history of a long run has at most MOST_POINTS rates, which include all work', () => {
  const stretch = fc.record({
    start: fc.double({ min: 0, max: 1e5, noNaN: true }),
    lasts: fc.double({ min: 0, max: 1e4, noNaN: true }),
    work: fc.integer({ min: 0, max: 1e9 }),
  });
  fc.assert(
    fc.property(fc.array(stretch, { minLength: 1 }), (stretches) => {
      const recorder = new RateRecorder();
      for (const { start, lasts, work } of stretches) recorder.add({ from: start, to: start + lasts, work });
      const end = Math.max(...stretches.map(({ start, lasts }) => start + lasts));
      const { interval: before } = recorder.history(end);
      const { interval, rates } = recorder.history(Math.ceil(end / before + 1e-9) * before);
      expect(rates.length).toBeLessThanOrEqual(MOST_POINTS);
      const work = rates.reduce((sum, rate) => sum + rate * interval, 0);
      const all = stretches.reduce((sum, one) => sum + one.work, 0);
      expect(Math.abs(work - all)).toBeLessThanOrEqual(1e-6 * (1 + all));
    }),
  );
});
