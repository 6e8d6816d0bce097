/** Readers for the text formats of solutions and for SVG sheets, independent of the program's code. */

import type { Placement } from '../../src/board/placement.js';
import type { TextFormat } from '../../src/text/solutions.js';

export const readers: Record<TextFormat, (text: string) => Placement[]> = {
  columns: (text) => textLines(text).map(columnsOf),
  board: (text) => boards(text).map((rows) => rows.map((row) => row.indexOf('Q'))),
  leetcode: (text) => JSON.parse(text).map((rows: string[]) => rows.map((row) => row.indexOf('Q'))),
  ndjson: (text) => textLines(text).map((line) => JSON.parse(line).columns),
};

/** Reads the boards of an SVG sheet from the positions of the queens. */
export function readSvg(text: string): Placement[] {
  return text
    .split('<use href="#board"/>')
    .slice(1)
    .map((part) => [...part.matchAll(/<use href="#queen" x="(\d+)" y="(\d+)"\/>/g)])
    .map((queens) => queens.toSorted((a, b) => Number(a[2]) - Number(b[2])).map(([, x]) => Number(x) / 24));
}

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
