/** Solutions as text, in many formats. A stream of them is drawn one by one, and nothing is kept. */
import type { Placement, Shown } from '../board/placement.js';
import { svgSheet } from '../board/svg.js';

/** The formats that are drawn solution by solution, as a stream. */
export const textFormats = ['columns', 'board', 'hash', 'ones', 'leetcode', 'ndjson'] as const;

export type TextFormat = (typeof textFormats)[number];

/** All of them; an SVG image has to know how many boards it holds before it begins. */
export const formats = [...textFormats, 'svg'] as const;

export type Format = (typeof formats)[number];

/**
 * Yields the text of solutions in a format, piece by piece, as they are found.
 *
 * @param n their board size: an SVG image without any still has to know it.
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

/** The whole text is opening, then the solutions with the separator between two of them, then closing. */
interface Drawing {
  readonly opening: string;
  readonly separator: string;
  readonly closing: string;
  readonly draw: (shown: Shown) => string;
}

const BLANK_LINE = '\n';
const RULE = `${'-'.repeat(32)}\n`;

const drawings: Readonly<Record<TextFormat, Drawing>> = {
  /** 0-based columns from the first row on, then with a tab the class size: `0,4,7,5,2,6,1,3`. */
  columns: lines(({ placement, classSize }) => [placement.join(), ...(classSize ? [classSize] : [])].join('\t')),

  /** `.` and `Q`. */
  board: boards(BLANK_LINE, (shown) => [...cells(shown.placement, '.', 'Q', ''), ...classLine(shown)]),

  /** `#` for a queen, numbered, with the columns under the board and a rule between two. */
  hash: boards(RULE, (shown) => [
    `solution ${shown.number}:`,
    ...cells(shown.placement, '.', '#', ' '),
    shown.placement.join(' '),
    ...classLine(shown),
  ]),

  /** ` 1` for a queen, ` 0` for an empty cell. */
  ones: boards(BLANK_LINE, (shown) => [...cells(shown.placement, ' 0', ' 1', ''), ...classLine(shown)]),

  /** One JSON array of boards, each an array of strings of `.` and `Q`, as LeetCode's problem 51 wants it. It has no
   *  place for a class size. */
  leetcode: {
    opening: '[\n',
    separator: ',\n',
    closing: '\n]\n',
    draw: ({ placement }) => JSON.stringify(cells(placement, '.', 'Q', '')),
  },

  /** One JSON object a line. */
  ndjson: lines(({ placement, classSize }) => JSON.stringify({ n: placement.length, columns: placement, classSize })),
};

/** One line a solution. */
function lines(line: (shown: Shown) => string): Drawing {
  return { opening: '', separator: '', closing: '', draw: (shown) => `${line(shown)}\n` };
}

/** Several lines a solution, something between two. */
function boards(separator: string, draw: (shown: Shown) => string[]): Drawing {
  return { opening: '', separator, closing: '', draw: (shown) => `${draw(shown).join('\n')}\n` };
}

function classLine({ classSize }: Shown): string[] {
  return classSize ? [`class of ${classSize}`] : [];
}

/** Returns one string a row. */
function cells(placement: Placement, empty: string, queen: string, between: string): string[] {
  return placement.map((queenCol) => placement.map((_, col) => (col === queenCol ? queen : empty)).join(between));
}
