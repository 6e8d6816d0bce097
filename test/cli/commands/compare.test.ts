import { expect, test } from 'vitest';
import { buildComparisonTable } from '../../../src/cli/commands/compare.js';
import type { Entry } from '../../../src/core/textbook/timing.js';

const result = { solutions: 92, nodes: 2056, tests: 15_720, seconds: 0.002 };
const entries: Entry[] = [
  { name: 'combinations', ran: false, result: { nodes: 4_426_165_368n, seconds: 151.2 } },
  { name: 'diagonal-flags', ran: true, result: { ...result, seconds: 0.006 } },
  { name: 'bitmask', ran: true, result },
];

test('the comparison marks forecasts and upper bounds, and divides each time by the time of bitmask', () => {
  const [forecast, measured] = buildComparisonTable(8, entries).rows;
  expect(forecast).toEqual(['combinations', 'C(64, 8)', '4,426,165,368', 'not run', '~2m 30s', '~76,000']);
  expect(measured).toEqual(['diagonal-flags', '<= 8!', '2,056', '15,720', '6.00ms', '3.0']);
});
