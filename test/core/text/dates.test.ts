import { expect, test } from 'vitest';
import { formatMoment } from '../../../src/core/text/dates.js';

const NOON = new Date(2026, 10, 25, 12, 0).getTime(); // a Wednesday
const HOUR = 3_600_000;

test.each([
  [0, '12:00'],
  [11, '23:00'],
  [-11, '01:00'],
  [13, '2026-11-26 01:00'],
  [-30 * 24, '2026-10-26 12:00'],
])('a moment %i hours from Wednesday noon is written as %s', (hours, text) => {
  expect(formatMoment(NOON + hours * HOUR, NOON)).toBe(text);
});
