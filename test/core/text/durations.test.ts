import { describe, expect, test } from 'vitest';
import { formatBriefly, formatSeconds } from '../../../src/core/text/durations.js';

const YEAR = 365 * 86_400;

describe('a duration as text', () => {
  test.each([
    [0, '0ms'],
    [0.23, '230ms'],
    [1.74, '1.7s'],
    [5.5603, '5.6s'],
    [0.9996, '1s'],
    [59.96, '1m'],
    [60, '1m'],
    [250.4, '4m 10s'],
    [3599.6, '1h'],
    [7248.5, '2h 1m'],
    [7210, '2h'],
    [11_520, '3h 12m'],
    [86_400 - 31, '23h 59m'],
    [86_400, '1d'],
    [86_400 + 1860, '1d 1h'],
    [2 * 86_400 + 5 * 3600 + 59, '2d 5h'],
    [3 * 86_400 + 61, '3d'],
    [9.5 * YEAR, '9y 182d'],
    [10.34 * YEAR, '10.3 years'],
    [12_345 * YEAR, '12,300 years'],
    [334_000_000 * YEAR, '334 million years'],
    [4.2e9 * YEAR, '4.2 billion years'],
  ])('of %d seconds is %s', (seconds, text) => {
    expect(formatSeconds(seconds)).toBe(text);
  });

  test('below a second has three digits in the brief format', () => {
    expect([4.27e-6, 0.0531, 2.9, 75].map(formatBriefly)).toEqual(['4.27µs', '53.1ms', '2.9s', '1m 15s']);
    expect([9.9996e-4, 0.9996].map(formatBriefly)).toEqual(['1.00ms', '1s']);
  });
});
