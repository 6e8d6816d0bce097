import { describe, expect, test } from 'vitest';
import { asCsv, asJson, formatTable } from '../../../src/core/text/tables.js';

test('CSV leaves missing fields empty', () => {
  const records = [{ a: 'x', b: 1 }, { a: 'y', b: true }, { b: 0.5 }];
  expect(asCsv(records)).toBe('a,b\nx,1\ny,true\n,0.5\n');
});

describe('an aligned table', () => {
  const table = {
    head: ['n', 'name', 'value'],
    aligns: ['right', 'left', 'right'],
    rows: [['10', 'a b', '1']],
  } as const;

  test('has aligned columns and no trailing spaces', () => {
    expect(formatTable(table)).toBe(' n  name  value\n--  ----  -----\n10  a b       1\n');
  });
});

test('JSON and CSV round fractions to nine digits', () => {
  expect(asJson('x/1', { seconds: 0.015682442000000036 })).toBe('{"schema":"queens-par/x/1","seconds":0.015682442}\n');
  expect(asCsv([{ seconds: 12.300000000000001 }])).toBe('seconds\n12.3\n');
});

test('JSON contains counts as decimal strings', () => {
  expect(asJson('count/1', { n: 8, count: 2n ** 64n })).toBe(
    '{"schema":"queens-par/count/1","n":8,"count":"18446744073709551616"}\n',
  );
});
