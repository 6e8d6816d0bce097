import { describe, expect, test } from 'vitest';
import { comparisonTable } from '../../src/commands/compare.js';
import type { Entry } from '../../src/textbook/comparison.js';

const result = { solutions: 92, nodes: 2056, tests: 15_720, seconds: 0.002 };
const entries: Entry[] = [
  { name: 'combinations', ran: false, result: { nodes: 4_426_165_368n, seconds: 151.2 } },
  { name: 'diagonal-flags', ran: true, result: { ...result, seconds: 0.006 } },
  { name: 'bitmask', ran: true, result },
];

describe('comparisonTable', () => {
  test('is one table where there is room', () => {
    const [, head, , forecast, measured] = comparisonTable(8, entries).split('\n');
    expect(head?.split(/ *│ */).slice(1, -1)).toEqual([
      'solver',
      'search space',
      'looked at',
      'conflict tests',
      'time',
      'x bitmask',
    ]);
    expect(forecast).toMatch(
      /^│ combinations +│ C\(64, 8\) = 4,426,165,368 │ 4,426,165,368 boards │ +not run │ ~2m 32s │ +~76,000 │$/,
    );
    expect(measured).toMatch(/│ diagonal-flags │ +8\^8 = 16,777,216 │ +2,056 queens │ +15,720 │ +6\.00ms │ +3\.0 │$/);
  });

  test.each([
    [12, 'C(144, 12) = 1.04 x 10^17 │', '12^12 = 8.92 x 10^12 │'],
    [20, 'C(400, 20) = 2.79 x 10^33 │', '20^20 = 1.05 x 10^26 │'],
  ])('writes what is beyond twelve digits shortly, for %i queens', (n, forCombinations, forBitmask) => {
    const table = comparisonTable(n, entries, 80);
    expect(table).toContain(forCombinations);
    expect(table).toContain(forBitmask);
    for (const line of table.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  test.each([
    [80, 2],
    [60, 3],
  ])('is several in a terminal of %i columns, with all that the one has', (width, tables) => {
    const narrow = comparisonTable(8, entries, width);
    const lines = narrow.trimEnd().split('\n');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
    expect(lines.filter((line) => line.startsWith('│ bitmask'))).toHaveLength(tables);
    const cells = (text: string) => new Set(text.split(/[│\n]/).map((cell) => cell.trim()));
    for (const cell of cells(comparisonTable(8, entries).replace(/[┌├└].*\n/g, ''))) {
      expect(cells(narrow)).toContain(cell);
    }
  });
});
