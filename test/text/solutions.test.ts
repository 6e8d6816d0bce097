import { describe, expect, it } from 'vitest';
import { type Format, solutionsText, textFormats } from '../../src/text/solutions.js';
import { type Selection, select } from '../../src/textbook/search.js';
import { allSolutions } from '../board/placements.js';
import { readers } from './solution-readers.js';

function text(n: number, format: Format, selection: Partial<Selection> = {}): string {
  return [...solutionsText(n, select(allSolutions(n), { fundamental: false, ...selection }), format)].join('');
}

describe.each(textFormats)('%s', (format) => {
  it.each([1, 2, 4, 5, 8, 10])('can be read back as the solutions of %i queens', (n) => {
    expect(readers[format](text(n, format))).toEqual(allSolutions(n));
  });

  it('ends with a newline if there is a solution', () => {
    expect(text(6, format)).toMatch(/\S\n$/);
    expect(text(0, format)).toMatch(/\n$/);
  });
});

it('the format columns has commas between columns, and a tab before the class size', () => {
  expect(text(4, 'columns')).toBe('1,3,0,2\n2,0,3,1\n');
  expect(text(4, 'columns', { fundamental: true })).toBe('1,3,0,2\t2\n');
});

it('the format board has dots and Qs, and a blank line between two boards', () => {
  expect(text(4, 'board')).toBe('.Q..\n...Q\nQ...\n..Q.\n\n..Q.\nQ...\n...Q\n.Q..\n');
});

it('the format leetcode is one JSON array', () => {
  expect(JSON.parse(text(4, 'leetcode'))).toEqual([
    ['.Q..', '...Q', 'Q...', '..Q.'],
    ['..Q.', 'Q...', '...Q', '.Q..'],
  ]);
  expect(JSON.parse(text(3, 'leetcode'))).toEqual([]);
});

it('the format ndjson has one object per line', () => {
  expect(text(6, 'ndjson', { fundamental: true })).toBe('{"n":6,"columns":[1,3,5,0,2,4],"classSize":4}\n');
});

it('the format svg draws one board, or a sheet of numbered boards', () => {
  expect(text(8, 'svg', { limit: 1 }).match(/#queen"/g)).toHaveLength(8);
  const sheet = text(8, 'svg', { fundamental: true });
  expect(sheet.match(/>(\d+: class of \d)<\/text>/g)).toHaveLength(12);
  expect(text(3, 'svg')).toMatch(/^<svg [^>]+>.*<\/svg>\n$/s);
});
