import { expect, test } from 'vitest';
import { comparisonTable } from '../../src/commands/compare.js';
import { aligned } from '../../src/text/tables.js';
import type { Entry } from '../../src/textbook/comparison.js';
import { solverNames } from '../../src/textbook/solver-names.js';

const result = { solutions: 92, nodes: 2056, tests: 15_720, seconds: 0.002 };
const entries: Entry[] = [
  { name: 'combinations', ran: false, result: { nodes: 4_426_165_368n, seconds: 151.2 } },
  { name: 'diagonal-flags', ran: true, result: { ...result, seconds: 0.006 } },
  { name: 'bitmask', ran: true, result },
];

test('the comparison marks forecasts, and divides each time by the time of bitmask', () => {
  const [forecast, measured] = comparisonTable(8, entries).rows;
  expect(forecast).toEqual(['combinations', 'C(64, 8)', '4,426,165,368', 'not run', '~2m 30s', '~76,000']);
  expect(measured).toEqual(['diagonal-flags', '8^8', '2,056', '15,720', '6.00ms', '3.0']);
});

test.each([
  [8, 4_426_165_368n, 151],
  [12, 103_619_293_824_707_388n, 3.2e9],
])('the comparison of n = %i fits into 80 columns', (n, nodes, seconds) => {
  const longest = { solutions: 14_200, nodes: 856_188, tests: 203_883_302, seconds: 2.5 };
  const others: Entry[] = solverNames.slice(1).map((name) => ({ name, ran: true, result: longest }));
  const first: Entry = { name: 'combinations', ran: false, result: { nodes, seconds } };
  const lines = aligned(comparisonTable(n, [first, ...others])).split('\n');
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
});
