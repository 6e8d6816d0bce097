/** The commands for solutions, searches and sequences. The other commands are in commands.ts. */

import { sequenceIds } from '../../core/board/known-counts.js';
import { MAX_BOARD_SIZE } from '../../core/board/masks.js';
import { MAX_QUARTER_TURN } from '../../core/sequences/quarter-turn.js';
import { sequences } from '../../core/sequences/sequences.js';
import { formats } from '../../core/text/solutions.js';
import { solverNames } from '../../core/textbook/solver-names.js';
import { type Command, choice, flag, positional, value, wholeNumber } from './option.js';
import { boardSize, boardSizeUpTo, display, options, resources } from './options.js';
import { parseColumns, parseRange } from './values.js';

/** The largest board that the fastest textbook solver can search in a few seconds. */
const MAX_COMPARED = 15;

export const solverCommands = {
  solve: {
    summary: 'Print the solutions as they are found',
    synonyms: ['draw', 'enumerate', 'print', 'solutions'],
    positionals: { n: boardSize },
    options: {
      format: choice(formats, { description: 'Output format', default: 'columns' }),
      limit: wholeNumber(1, Number.MAX_SAFE_INTEGER, {
        synonyms: ['count', 'first', 'head', 'max', 'n'],
        description: 'Print at most N solutions',
        defaultText: 'all, or 1 for svg',
      }),
      fundamental: flag('Print one solution from each symmetry class and the size of the class'),
      with: value('COLUMNS', parseColumns, {
        description:
          'Print only solutions with queens in these columns of the first rows, such as 0,4,7; ' +
          'a dot leaves a row free: 0,.,7',
      }),
      solver: choice(solverNames, {
        description: 'Textbook solver; all find the same solutions in the same order',
        default: 'bitmask',
      }),
      force: options.force,
    },
    examples: [
      ['solve 8', 'print the 92 solutions for 8 queens'],
      ['solve 8 --format board --limit 1', 'draw the first solution'],
      ['solve 8 --with 0,4', 'print the solutions with queens in columns 0 and 4 of the first two rows'],
    ],
  },
  trace: {
    summary: 'Print every step of a search',
    positionals: { n: boardSize },
    options: {
      solver: choice(solverNames, {
        description: 'Solver to watch; bitmask also prints its masks in binary',
        default: 'column-array',
      }),
      format: choice(['steps', 'boards'], {
        description: 'Output format',
        meanings: {
          steps: 'one line for each step',
          boards: 'also the board whenever a queen is placed or removed, with x on attacked cells',
        },
        default: 'steps',
        excludes: ['json'],
      }),
      limit: wholeNumber(1, Number.MAX_SAFE_INTEGER, {
        description: 'Stop after trying N cells or boards',
        defaultText: 'all',
      }),
      force: options.force,
      json: display.json,
    },
    examples: [
      ['trace 4', 'print every cell that the search for 4 queens tries'],
      ['trace 6 --solver bitmask --limit 5', 'print the masks of every row up to the first dead end'],
    ],
  },
  compare: {
    summary: 'Compare the work and time of all textbook solvers',
    synonyms: ['race'],
    positionals: { n: boardSizeUpTo(MAX_COMPARED) },
    options: {
      force: flag('Also run solvers that take very long for this n'),
      json: display.json,
    },
    examples: [['compare 8', 'compare all solvers for 8 queens']],
  },
  classes: {
    summary: 'Count fundamental and symmetric solutions',
    positionals: { n: boardSize },
    options: {
      published: flag('Take the number of all solutions from the OEIS instead of counting'),
      ...resources,
      force: options.forceCount,
      ...display,
    },
    examples: [
      ['classes 12', 'count the symmetry classes for 12 queens'],
      ['classes 24 --published', 'count only the symmetric solutions for 24 queens'],
    ],
  },
  sequence: {
    summary: 'Compute an OEIS sequence and compare each value with the published one',
    synonyms: ['oeis', 'range', 'table'],
    positionals: {
      range: positional(
        'text',
        'a range of board sizes',
        `Board sizes, such as 1..16. The largest is ${MAX_BOARD_SIZE}, or ${MAX_QUARTER_TURN} for A033148 and A260318`,
        parseRange,
      ),
    },
    options: {
      id: choice(sequenceIds, {
        description: 'OEIS sequence',
        default: 'A000170',
        meanings: Object.fromEntries(sequenceIds.map((id) => [id, sequences[id].title])),
      }),
      format: choice(['table', 'b-file'], {
        description: 'Output format; b-file prints lines for an OEIS b-file',
        defaultText: 'table',
        excludes: ['json'],
      }),
      ...resources,
      force: options.forceCount,
      ...display,
    },
    examples: [
      ['sequence 1..16', 'print the first values of A000170'],
      ['sequence 1..12 --id A002562 --format b-file', 'write a b-file for the fundamental solutions'],
      ['sequence 20 --format b-file', 'write the line for 20 queens, to append to a b-file'],
    ],
  },
} satisfies Readonly<Record<string, Command>>;
