/** Formats solutions as text, one by one. Only an SVG image needs all of them in memory. */
import type { Placement, Shown } from '../board/placement.js';
import { svgSheet } from '../board/svg.js';

/** Formats that can be written one solution at a time. */
export const textFormats = ['columns', 'board', 'hash', 'ones', 'leetcode', 'ndjson'] as const;

export type TextFormat = (typeof textFormats)[number];

/** All formats. An SVG image must know the number of its boards first. */
export const formats = [...textFormats, 'svg'] as const;

export type Format = (typeof formats)[number];

/**
 * Yields the text of solutions in a format, as they are found.
 *
 * @param n board size, for an SVG image without solutions.
 */
export function* solutionsText(n: number, shown: Iterable<Shown>, format: Format): Generator<string> {
  if (format === 'svg') {
    yield svgSheet(n, [...shown]);
    return;
  }
  const { opening, separator, closing, draw } = drawings[format];
  yield opening;
  let first = true;
  for (const one of shown) {
    yield first ? draw(one) : separator + draw(one);
    first = false;
  }
  yield closing;
}

/** A text format: an opening, the drawn solutions with separators between them, and a closing. */
interface SolutionFormat {
  readonly opening: string;
  readonly separator: string;
  readonly closing: string;
  readonly draw: (shown: Shown) => string;
}

const BLANK_LINE = '\n';
const RULE = `${'-'.repeat(32)}\n`;

const drawings: Readonly<Record<TextFormat, SolutionFormat>> = {
  /** The columns of the queens, row by row, from 0: `0,4,7,5,2,6,1,3`. The class size, if any, follows after a tab. */
  columns: lines(({ placement, classSize }) => [placement.join(), ...(classSize ? [classSize] : [])].join('\t')),

  /** `.` and `Q`. */
  board: boards(BLANK_LINE, (shown) => [...cells(shown.placement, '.', 'Q', ''), ...classLine(shown)]),

  /** `#` for a queen; numbered, with the columns under each board and a rule between boards. */
  hash: boards(RULE, (shown) => [
    `solution ${shown.number}:`,
    ...cells(shown.placement, '.', '#', ' '),
    shown.placement.join(' '),
    ...classLine(shown),
  ]),

  /** ` 1` for a queen, ` 0` for an empty cell. */
  ones: boards(BLANK_LINE, (shown) => [...cells(shown.placement, ' 0', ' 1', ''), ...classLine(shown)]),

  /** One JSON array of boards, each an array of strings of `.` and `Q` (LeetCode's problem 51). No class sizes. */
  leetcode: {
    opening: '[\n',
    separator: ',\n',
    closing: '\n]\n',
    draw: ({ placement }) => JSON.stringify(cells(placement, '.', 'Q', '')),
  },

  /** One JSON object per line. */
  ndjson: lines(({ placement, classSize }) => JSON.stringify({ n: placement.length, columns: placement, classSize })),
};

/** Makes a format with one line for each solution. */
function lines(line: (shown: Shown) => string): SolutionFormat {
  return { opening: '', separator: '', closing: '', draw: (shown) => `${line(shown)}\n` };
}

/** Makes a format with several lines for each solution, and a separator between solutions. */
function boards(separator: string, draw: (shown: Shown) => string[]): SolutionFormat {
  return { opening: '', separator, closing: '', draw: (shown) => `${draw(shown).join('\n')}\n` };
}

function classLine({ classSize }: Shown): string[] {
  return classSize ? [`class of ${classSize}`] : [];
}

/** Draws a board as one string for each row. */
function cells(placement: Placement, empty: string, queen: string, between: string): string[] {
  return placement.map((queenColumn) =>
    placement.map((_, column) => (column === queenColumn ? queen : empty)).join(between),
  );
}
