/** The options that several commands have. Options of a single command are declared with the command. */
import { LARGEST_BOARD } from '../board/masks.js';
import { MOST_THREADS } from '../plan/plan.js';
import { choice, flag, ledger, positional, readWholeNumber, text, value, wholeNumber } from './option.js';
import { readMegabytes, readRunName, readSampleSize } from './values.js';

/** The choices for colours and progress. */
const WHEN = ['auto', 'always', 'never'] as const;

export const options = {
  threads: wholeNumber(0, MOST_THREADS, {
    short: 't',
    description: 'Number of worker threads; 0 means one for each core',
    variable: 'QUEENS_PAR_THREADS',
    default: 0,
    defaultText: 'QUEENS_PAR_THREADS, or 0',
  }),
  kernel: choice(['fast', 'readable'], {
    description: 'fast: WebAssembly; readable: the same in TypeScript, to check it',
    default: 'fast',
  }),
  out: ledger({ description: 'The checkpoint file to write' }),
  format: choice(['table', 'csv', 'markdown'], {
    description: 'How to print the result; csv has all digits',
    defaultText: 'table',
    excludes: ['json'],
  }),
  force: flag('Start a solver even if it will take very long'),
};

/** The options of a plan. */
export const planning = {
  algorithm: choice(['auto', 'bitmask', 'meet'], {
    description: 'Counting algorithm; auto chooses the fastest one for n',
    default: 'auto',
  }),
  depth: wholeNumber(0, LARGEST_BOARD, {
    description: 'bitmask: number of rows that a subproblem fixes',
    defaultText: '2, or more to keep all threads busy',
  }),
  memory: value('MB', readMegabytes, {
    description: 'meet: memory limit of each thread, in megabytes',
    defaultText: '256',
  }),
};

/** The output of a command that counts. */
export const display = {
  json: flag('Print the result as one JSON object'),
  progress: choice(WHEN, {
    description: 'Show progress; auto: on a terminal, but not in CI; --no-progress is short for never',
    default: 'auto',
  }),
  color: choice(WHEN, {
    description: 'Colour messages; auto: on a terminal, unless NO_COLOR is set; --no-color is short for never',
    default: 'auto',
  }),
};

/** The sample of an audit, and its kernel: by default the readable one, because that is an independent check. */
export const sampling = {
  sample: value('SIZE', readSampleSize, {
    description: 'How many subproblems to count again: a percentage or a number',
    default: { percent: 1 },
    defaultText: '1%',
  }),
  seed: wholeNumber(0, 2 ** 32 - 1, {
    description: 'Seed of the random sample, to draw the same one again',
    defaultText: 'random',
  }),
  kernel: choice(['fast', 'readable'], { description: options.kernel.description, default: 'readable' }),
};

/** The options of every command. */
export const everywhere = {
  quiet: flag('Print nothing but the result and errors', { short: 'q' }),
  help: flag('Show help', { short: 'h' }),
  version: flag('Show the version', { short: 'V' }),
};

/** The database of a cluster. */
export const connection = {
  databaseFile: text('FILE', { description: 'A file with the connection URL, instead of QUEENS_PAR_DATABASE_URL' }),
  local: flag('Use a private PostgreSQL server on this machine, which cluster start runs', {
    excludes: ['databaseFile'],
  }),
};

export const boardSize = positional('the board size', `Board size, from 0 to ${LARGEST_BOARD}`, (text, name) =>
  readWholeNumber(text, name, 0, LARGEST_BOARD),
);

export const ledgerFile = {
  ...positional('the file', 'A file written by --checkpoint, --part or merge --out', (text) => text),
  isFile: true,
};

export const runName = positional('the run', 'Name of the run', readRunName);
