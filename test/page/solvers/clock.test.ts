import { afterEach, expect, test, vi } from 'vitest';
import { isBusy, measureStep } from '../../../src/page/solvers/clock.js';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Replaces the clock by one with steps of some milliseconds. Other programs take `lost` of every 10 ms. */
function setClock(step: number, lost: number): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    const before = now;
    now += 0.01;
    if (Math.floor(now / 10) > Math.floor(before / 10)) now += lost;
    return Math.floor(now / step) * step;
  });
}

test.each([0.005, 0.1, 1, 16.7, 100])(
  'a clock with steps of %d ms is measured, and not taken for other programs',
  (step) => {
    setClock(step, 0);
    expect(1000 * measureStep()).toBeCloseTo(Math.max(step, 0.01), 1);
    expect(isBusy(step / 1000)).toBe(false);
  },
);

test.each([
  [0.1, 5],
  [1, 5],
  [16.7, 60],
])('other programs are noticed under a clock with steps of %d ms if they take %d ms at once', (step, lost) => {
  setClock(step, lost);
  expect(isBusy(step / 1000)).toBe(true);
});
