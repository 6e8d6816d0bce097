/** Options that several commands share. Other options are declared with their commands. */
import { MAX_BOARD_SIZE } from '../board/masks.js';
import { MAX_THREADS } from '../plan/plan.js';
import { ALGORITHMS, KERNEL_KINDS } from '../plan/subproblem.js';
import { choice, flag, ledger, path, positional, readWholeNumber, text, value, wholeNumber } from './option.js';
import { readMegabytes, readRunName, readSampleSize, readSource } from './values.js';

export const options = {
  threads: wholeNumber(0, MAX_THREADS, {
    short: 't',
    description: 'Number of threads; 0 means one per core, or fewer if that is faster',
    synonyms: ['j', 'jobs', 'cores', 'cpus', 'processes', 'workers'],
    variable: 'QUEENS_PAR_THREADS',
    default: 0,
    defaultText: 'QUEENS_PAR_THREADS, or 0',
  }),
  memory: value('MB', readMegabytes, {
    synonyms: ['mem', 'ram'],
    description: 'Memory limit of each thread, in megabytes',
    defaultText: 'up to 1024, by the free memory',
  }),
  kernel: choice(KERNEL_KINDS, {
    description: 'fast: WebAssembly; readable: the same algorithm in TypeScript, to check the fast one',
    default: 'fast',
  }),
  out: ledger({ synonyms: ['o', 'output'], description: 'Write a ledger file' }),
  format: choice(['table', 'csv'], {
    description: 'Format of the result; csv does not round',
    defaultText: 'table',
    excludes: ['json'],
  }),
  force: flag('Start a solver even if it will take a very long time'),
  forceCount: flag('Start a count even if it would take more than a year'),
};

/** Options that decide which subproblems a count has. */
export const planning = {
  algorithm: choice(['auto', ...ALGORITHMS], {
    description: 'Counting algorithm; auto chooses the faster one for n',
    default: 'auto',
  }),
  depth: wholeNumber(0, MAX_BOARD_SIZE, {
    description: 'bitmask: number of rows that a subproblem fixes',
    defaultText: '2, or more to keep all threads busy',
  }),
};

/** Options for the output of commands that count. */
export const display = {
  json: flag('Print the result as one JSON object'),
  progress: choice(['auto', 'always'], {
    placeholder: 'WHEN',
    description: 'Show progress; auto: on a terminal, but not in CI; always: elsewhere, too, every ten seconds',
    default: 'auto',
  }),
};

/** Options of an audit. The default kernel is the readable one, because it checks the fast one independently. */
export const sampling = {
  sample: value('SIZE', readSampleSize, {
    description: 'Size of the sample: a percentage or a number of subproblems',
    default: { percent: 1 },
    defaultText: '1%',
  }),
  seed: wholeNumber(0, 2 ** 32 - 1, {
    description: 'Seed of the random sample; the same seed draws the same sample',
    defaultText: 'random',
  }),
  kernel: choice(KERNEL_KINDS, { description: options.kernel.description, default: 'readable' }),
};

/** The options of every command. */
export const everywhere = {
  quiet: flag('Print only the result and errors', { short: 'q', synonyms: ['silent', 'no-progress'] }),
  help: flag('Show help', { short: 'h' }),
  version: flag('Show the version', { short: 'V' }),
};

/** Options for the database of a cluster. */
export const connection = {
  databaseFile: path('file', { description: 'Read the URL of the database from this file, not from the environment' }),
};

/** The option for one worker of a run. */
export const worker = text('NAME', { description: 'Only the results of this worker; status lists the names' });

export const boardSize = positional(
  'number',
  'the board size',
  `Board size, from 0 to ${MAX_BOARD_SIZE}`,
  (text, name) => readWholeNumber(text, name, 0, MAX_BOARD_SIZE),
);

const SOURCE = 'a ledger file, - for standard input, or run:NAME for a run of a cluster';

export const source = positional('file', 'the file or the run', `The results: ${SOURCE}`, readSource);

/** Several sources of results. */
export const sources = {
  kind: 'file',
  noun: 'the files and runs',
  description: `The results: each ${SOURCE}`,
  read: (texts: readonly string[]) => texts.map(readSource),
} as const;

export const runName = positional('run', 'the run', 'Name of the run', readRunName);
