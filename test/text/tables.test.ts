import { expect, test } from 'vitest';
import { asCsv, asMarkdown } from '../../src/text/tables.js';

test('Markdown: columns are padded, a bar in a cell is no end of it', () => {
  const table = {
    head: ['name', 'n'],
    aligns: ['left', 'right'],
    rows: [
      ['a|b', '1'],
      ['c', '10,000'],
    ],
  } as const;
  expect(asMarkdown(table)).toBe(
    ['| name |      n |', '| ---- | -----: |', '| a\\|b |      1 |', '| c    | 10,000 |', ''].join('\n'),
  );
});

test('CSV: fields with commas, quotes and line ends are quoted, missing ones are empty', () => {
  const records = [{ a: 'x, "y"', b: 1 }, { a: 'two\nlines', b: true }, { b: 0.5 }];
  expect(asCsv(['a', 'b'], records)).toBe('a,b\n"x, ""y""",1\n"two\nlines",true\n,0.5\n');
});
