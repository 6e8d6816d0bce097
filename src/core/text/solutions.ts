// Output formats of solutions.
//
// To add a format, add its name to `formats`, its functions to `drawings`, and its expected text to
// test/core/text/solutions.test.ts. The types require all three. Also describe the format in docs/solvers.md.

import type { NumberedSolution, Placement } from '../board/placement.js';
import { drawSheet } from '../board/svg.js';

/** The output formats. All but SVG are written one solution at a time; an SVG image needs all solutions in memory. */
export const formats = ['columns', 'board', 'matrix', 'answers', 'leetcode', 'ndjson', 'svg'] as const;

export type Format = (typeof formats)[number];

/**
 * Yields the text of solutions in the given format as they are found.
 *
 * @param n board size, which an SVG image without solutions needs.
 * @param areAll whether these are all solutions for n. If so, a format may end with their number.
 */
export function* formatSolutions(
  n: number,
  shown: Iterable<NumberedSolution>,
  format: Format,
  areAll = false,
): Generator<string> {
  if (format === 'svg') {
    yield drawSheet(n, [...shown]);
    return;
  }
  const { opening, separator, closing, total, draw } = drawings[format];
  yield opening;
  let solutions = 0;
  for (const one of shown) {
    yield solutions === 0 ? draw(one) : separator + draw(one);
    solutions++;
  }
  yield closing;
  if (areAll && total) yield total(n, solutions);
}

/** A text format: an opening, the solutions with separators between them, and a closing. */
interface SolutionFormat {
  readonly opening: string;
  readonly separator: string;
  readonly closing: string;
  readonly total?: (n: number, solutions: number) => string;
  readonly draw: (shown: NumberedSolution) => string;
}

const drawings: Readonly<Record<Exclude<Format, 'svg'>, SolutionFormat>> = {
  /** The queens' columns (0-based), row by row: `0,4,7,5,2,6,1,3`. The class size, if any, follows after a tab. */
  columns: createLineFormat(({ placement, classSize }) =>
    [placement.join(), ...(classSize ? [classSize] : [])].join('\t'),
  ),

  /** Lines of `.` and `Q`, with a blank line between boards. The class size, if any, is the last line. */
  board: {
    opening: '',
    separator: '\n',
    closing: '',
    draw: ({ placement, classSize }) =>
      `${[...rowsOf(placement), ...(classSize ? [`class of ${classSize}`] : [])].join('\n')}\n`,
  },

  /** Matrices of ones and zeros, a blank line after each, and the number of solutions at the end. No class sizes. */
  matrix: {
    ...createLineFormat(({ placement }) => linesOf(rowsOf(placement, ' 1', ' 0'))),
    total: (n, solutions) => `[${n}] queens, [${solutions}] ways\n`,
  },

  /** Numbered boards, each with the list of its columns and a rule. A space follows every character. No class sizes. */
  answers: createLineFormat(({ placement, number }) => {
    const columns = placement.map((column) => `${column} `).join('');
    return linesOf([`answer ${number} : `, ...rowsOf(placement, '# ', '. '), columns]) + '-'.repeat(32);
  }),

  /** One JSON array of boards, each an array of strings of `.` and `Q` (LeetCode's problem 51). No class sizes. */
  leetcode: {
    opening: '[\n',
    separator: ',\n',
    closing: '\n]\n',
    draw: ({ placement }) => JSON.stringify(rowsOf(placement)),
  },

  ndjson: createLineFormat(({ placement, classSize }) =>
    JSON.stringify({ n: placement.length, columns: placement, classSize }),
  ),
};

function createLineFormat(line: (shown: NumberedSolution) => string): SolutionFormat {
  return { opening: '', separator: '', closing: '', draw: (shown) => `${line(shown)}\n` };
}

function linesOf(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('');
}

function rowsOf(placement: Placement, queen = 'Q', empty = '.'): string[] {
  return placement.map((column) => placement.map((_, i) => (i === column ? queen : empty)).join(''));
}
