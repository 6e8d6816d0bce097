/** Readers for the text formats of solutions, independent of the program's code. */

import type { Placement } from '../../src/board/placement.js';
import type { TextFormat } from '../../src/text/solutions.js';

export const readers: Record<TextFormat, (text: string) => Placement[]> = {
  columns: (text) => textLines(text).map(columnsOf),
  board: (text) => boards(text).map((rows) => rows.map((row) => row.indexOf('Q'))),
  leetcode: (text) => JSON.parse(text).map((rows: string[]) => rows.map((row) => row.indexOf('Q'))),
  ndjson: (text) => textLines(text).map((line) => JSON.parse(line).columns),
};

function textLines(text: string): string[] {
  return text.split('\n').slice(0, -1);
}

function boards(text: string): string[][] {
  if (text === '') return [];
  return text
    .slice(0, -1)
    .split('\n\n')
    .map((board) => board.split('\n'));
}

function columnsOf(line: string): number[] {
  return (line.split('\t')[0] ?? '').split(',').map(Number);
}
