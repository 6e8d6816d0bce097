import { describe, expect, test } from 'vitest';
import { formatBriefly, formatSeconds } from '../../src/text/durations.js';

describe('a time for reading', () => {
  test.each([
    [0, '0ms'],
    [0.23, '230ms'],
    [1.74, '1.7s'],
    [60, '1m'],
    [250.4, '4m 10s'],
    [3599.6, '1h'],
    [7248.5, '2h 1m'],
    [7210, '2h'],
    [11_520, '3h 12m'],
    [2 * 86_400 + 5 * 3600 + 59, '2d 5h'],
    [3 * 86_400 + 61, '3d'],
    [(3 * 365 + 40) * 86_400, '3y 40d'],
    [12.34 * 365 * 86_400, '12.3 years'],
    [1234 * 365 * 86_400, '1,230 years'],
    [334_000_000 * 365 * 86_400, '334 million years'],
    [4.77e18 * 365 * 86_400, '4.8 x 10^18 years'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(formatSeconds(seconds)).toBe(text);
  });

  test('a short one keeps three digits', () => {
    expect([4.27e-6, 0.0531, 2.9, 75].map(formatBriefly)).toEqual(['4.27µs', '53.1ms', '2.9s', '1m 15s']);
  });
});
