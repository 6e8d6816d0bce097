import { expect, test } from 'vitest';
import { formatShort } from '../../../src/core/text/numbers.js';

test.each([
  [999_999_999_999, '999,999,999,999'],
  [1e12, '1.00 x 10^12'],
  [104_127_350_297_911_241_532_841n, '1.04 x 10^23'],
])('the short form of %s is %s', (count, text) => {
  expect(formatShort(count)).toBe(text);
});
