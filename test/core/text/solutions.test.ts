import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Format, formatSolutions, formats } from '../../../src/core/text/solutions.js';
import { type Selection, select } from '../../../src/core/textbook/search.js';
import { allSolutions } from '../board/placements.js';

function text(n: number, format: Format, selection: Partial<Selection> = {}): string {
  return [...formatSolutions(n, select(allSolutions(n), { fundamental: false, ...selection }), format)].join('');
}

const RULE = '--------------------------------\n';

/**
 * Each text: the solution without queens, no solution of three queens, two of four, and the fundamental one of four.
 */
const TEXTS: Readonly<Record<Exclude<Format, 'svg'>, readonly string[]>> = {
  columns: ['\n', '', '1,3,0,2\n2,0,3,1\n', '1,3,0,2\t2\n'],
  board: ['\n', '', '.Q..\n...Q\nQ...\n..Q.\n\n..Q.\nQ...\n...Q\n.Q..\n', '.Q..\n...Q\nQ...\n..Q.\nclass of 2\n'],
  matrix: [
    '\n',
    '',
    ' 0 1 0 0\n 0 0 0 1\n 1 0 0 0\n 0 0 1 0\n\n 0 0 1 0\n 1 0 0 0\n 0 0 0 1\n 0 1 0 0\n\n',
    ' 0 1 0 0\n 0 0 0 1\n 1 0 0 0\n 0 0 1 0\n\n',
  ],
  answers: [
    `answer 1 : \n\n${RULE}`,
    '',
    `answer 1 : \n. # . . \n. . . # \n# . . . \n. . # . \n1 3 0 2 \n${RULE}` +
      `answer 2 : \n. . # . \n# . . . \n. . . # \n. # . . \n2 0 3 1 \n${RULE}`,
    `answer 1 : \n. # . . \n. . . # \n# . . . \n. . # . \n1 3 0 2 \n${RULE}`,
  ],
  leetcode: [
    '[\n[]\n]\n',
    '[\n\n]\n',
    '[\n[".Q..","...Q","Q...","..Q."],\n["..Q.","Q...","...Q",".Q.."]\n]\n',
    '[\n[".Q..","...Q","Q...","..Q."]\n]\n',
  ],
  ndjson: [
    '{"n":0,"columns":[]}\n',
    '',
    '{"n":4,"columns":[1,3,0,2]}\n{"n":4,"columns":[2,0,3,1]}\n',
    '{"n":4,"columns":[1,3,0,2],"classSize":2}\n',
  ],
};

it.each(formats.filter((format) => format !== 'svg'))(
  'the format %s has all solutions, and class sizes where it can',
  (format) => {
    const fundamental = text(4, format, { fundamental: true });
    expect([text(0, format), text(3, format), text(4, format), fundamental]).toEqual(TEXTS[format]);
  },
);

it.each([
  ['matrix', 4],
  ['matrix', 6],
  ['answers', 4],
  ['answers', 6],
] as const)('the format %s prints all solutions of %i queens as in the articles', (format, n) => {
  const shown = select(allSolutions(n), { fundamental: false });
  const printed = readFileSync(new URL(`../../vectors/${format}-${n}.txt`, import.meta.url), 'utf8');
  expect([...formatSolutions(n, shown, format, true)].join('')).toBe(printed);
});

it('the format svg draws one board, or a sheet of numbered boards', () => {
  expect(text(8, 'svg', { limit: 1 }).match(/#queen"/g)).toHaveLength(8);
  const sheet = text(8, 'svg', { fundamental: true });
  expect(sheet.match(/>(\d+: class of \d)<\/text>/g)).toHaveLength(12);
  expect(text(3, 'svg')).toMatch(/^<svg [^>]+>.*<\/svg>\n$/s);
});
