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

/** Replaces the clock by one that jumps by the given milliseconds, over and over, once every ten readings. */
function setJumps(...jumps: number[]): void {
  let readings = 0;
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    if (++readings % 10 === 0) now += jumps[(readings / 10) % jumps.length] ?? 0;
    return now;
  });
}

test('the clock has the step of most of its jumps, whether one of them is shorter or longer', () => {
  for (const odd of [0.2, 7]) {
    setJumps(1, 1, odd);
    expect(1000 * measureStep()).toBeCloseTo(1);
    vi.restoreAllMocks();
  }
});

test('jumps of two steps are normal, and jumps of three steps are due to other programs', () => {
  setJumps(16.7, 33.4);
  expect(isBusy(0.0167)).toBe(false);
  vi.restoreAllMocks();
  setJumps(16.7, 50.1);
  expect(isBusy(0.0167)).toBe(true);
});
