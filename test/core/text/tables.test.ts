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
});
