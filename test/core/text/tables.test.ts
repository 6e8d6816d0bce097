import { describe, expect, test } from 'vitest';
import { formatTable } from '../../../src/core/text/tables.js';

describe('an aligned table', () => {
  const table = {
    head: ['n', 'name', 'value'],
    aligns: ['right', 'left', 'right'],
    rows: [['10', 'a b', '1']],
  } as const;

  test('has aligned columns and no trailing spaces', () => {
    expect(formatTable(table)).toBe(' n  name  value\n--  ----  -----\n10  a b       1\n');
  });

  test('has a row for each of the 520,145 subproblems of 28 queens', () => {
    const rows = Array.from({ length: 520_145 }, () => ['28', 'a', '1']);
    expect(formatTable({ ...table, rows }).match(/\n/g)).toHaveLength(520_147);
  });
});
