import { describe, expect, test } from 'vitest';
import { asCsv, formatTable } from '../../../src/core/text/tables.js';

test('CSV leaves missing fields empty, and rounds fractions to nine digits', () => {
  const records = [{ a: 'x', b: 1 }, { a: 'y', b: true }, { b: 12.300000000000001 }];
  expect([...asCsv(['a', 'b'], records)].join('')).toBe('a,b\nx,1\ny,true\n,12.3\n');
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
