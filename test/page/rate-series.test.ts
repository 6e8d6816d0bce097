import { expect, test } from 'vitest';
import { RateSeries } from '../../src/page/runs/rate-series.js';

test('has a rate for each half second', () => {
  const series = new RateSeries();
  for (let i = 0; i <= 20; i++) series.add(i / 10, 1000 * i);
  expect(series.times).toEqual([0.5, 1, 1.5, 2]);
  expect(series.rates).toEqual([10_000, 10_000, 10_000, 10_000]);
});

test('stays small through a night of twenty updates a second, and says the same', () => {
  const series = new RateSeries();
  for (let i = 0; i < 20 * 3600 * 10; i++) series.add(i / 20, 7 * i);
  expect(series.times.length).toBeLessThanOrEqual(240);
  expect(series.times.length).toBeGreaterThan(60);
  for (const rate of series.rates) expect(rate).toBeCloseTo(140, 6);
  expect(series.times).toEqual([...series.times].sort((a, b) => a - b));
});

test('begins anew where the work does, as after a restart', () => {
  const series = new RateSeries();
  series.add(0, 1_000_000);
  series.add(1, 10);
  series.add(2, 110);
  expect(series.rates).toEqual([100]);
});
