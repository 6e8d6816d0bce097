/** The commands for solutions, searches and sequences. commands.ts has the other commands. */

import { sequenceIds } from '../board/known-counts.js';
import { MAX_BOARD_SIZE } from '../board/masks.js';
import { MAX_QUARTER_TURN } from '../symmetric/quarter-turn.js';
import { sequences } from '../symmetric/sequences.js';
import { formats } from '../text/solutions.js';
import { solverNames } from '../textbook/solver-names.js';
import type { Command } from './command.js';
import { choice, flag, positional, readWholeNumber, value, wholeNumber } from './option.js';
import { boardSize, display, options } from './options.js';
import { readColumns, readRange } from './values.js';

/** The largest board that the fastest solver can search in a few seconds. */
const MAX_COMPARED = 15;

export const solverCommands = {
  solve: {
    summary: 'Print the solutions as they are found',
    synonyms: ['enumerate', 'print', 'solutions'],
    positionals: { n: boardSize },
    options: {
      format: choice(formats, { description: 'Format of a solution', default: 'columns' }),
      limit: wholeNumber(1, Number.MAX_SAFE_INTEGER, {
        description: 'Print at most N solutions',
        defaultText: 'all, or 1 for svg',
      }),
      fundamental: flag('Print one solution of each symmetry class, with the size of the class'),
      with: value('COLUMNS', readColumns, {
        description: 'Print solutions with these columns in the first rows, like 0,4,7; a dot is a free row: 0,.,7',
      }),
      solver: choice(solverNames, {
        description: 'The solver; all find the same solutions in the same order',
        default: 'bitmask',
      }),
      force: options.force,
    },
    examples: [
      ['solve 8', 'print the 92 solutions of 8 queens'],
      ['solve 8 --format board --limit 1', 'draw the first one'],
      ['solve 8 --with 0,4', 'print the solutions that begin with columns 0 and 4'],
    ],
  },
  trace: {
    summary: 'Print every step of a search',
    positionals: { n: boardSize },
    options: {
      solver: choice(solverNames, {
        description: 'The solver to watch; bitmask prints its masks in binary, too',
        default: 'column-array',
      }),
      format: choice(['steps', 'boards'], {
        description: 'boards: also draw the board after every queen placed or taken back, with x on attacked cells',
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
    summary: 'Compare the work and the time of all solvers',
    positionals: {
      n: positional('number', 'the board size', `Board size, from 0 to ${MAX_COMPARED}`, (text, name) =>
        readWholeNumber(text, name, 0, MAX_COMPARED),
      ),
    },
    options: {
      force: flag('Also run solvers that take a very long time for this n'),
      format: options.format,
      json: display.json,
    },
    examples: [['compare 8', 'compare all solvers for 8 queens']],
  },
  classes: {
    summary: 'Count fundamental and symmetric solutions',
    positionals: { n: boardSize },
    options: {
      published: flag('Take the number of all solutions from the OEIS instead of counting them'),
      threads: options.threads,
      memory: options.memory,
      force: options.forceCount,
      ...display,
    },
    examples: [
      ['classes 12', 'count the symmetry classes of 12 queens'],
      ['classes 24 --published', 'count only the symmetric solutions of 24 queens'],
    ],
  },
  sequence: {
    summary: 'Compute an OEIS sequence, and compare each value with the published one',
    synonyms: ['oeis', 'range', 'table'],
    positionals: {
      range: positional(
        'text',
        'the board sizes',
        `Board sizes, like 1..16, up to ${MAX_BOARD_SIZE}; up to ${MAX_QUARTER_TURN} for A033148 and A260318`,
        readRange,
      ),
    },
    options: {
      id: choice(sequenceIds, {
        description: 'Sequence of the OEIS',
        default: 'A000170',
        meanings: Object.fromEntries(sequenceIds.map((id) => [id, sequences[id].title])),
      }),
      format: choice(['table', 'csv', 'b-file'], {
        description:
          'Format of the values; b-file: lines for the OEIS, whose files begin with the first n of a sequence',
        defaultText: 'table',
        excludes: ['json'],
      }),
      threads: options.threads,
      memory: options.memory,
      force: options.forceCount,
      ...display,
    },
    examples: [
      ['sequence 1..16', 'print the first values of A000170'],
      ['sequence 1..12 --id A002562 --format b-file', 'write a b-file of the fundamental solutions'],
      ['sequence 20 --format b-file', 'write the line for 20 queens, to continue a b-file'],
    ],
  },
} satisfies Readonly<Record<string, Command>>;
