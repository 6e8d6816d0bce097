/** Options that several commands share. The others are declared with their commands. */
import { MAX_BOARD_SIZE } from '../../core/board/masks.js';
import { ALGORITHMS, KERNEL_KINDS } from '../../core/plan/subproblem.js';
import { THREADS_VARIABLE } from '../../node/package/environment.js';
import { choice, flag, ledger, type Positional, parseInteger, positional, value, wholeNumber } from './option.js';
import { parseMegabytes, parseRunName, parseSampleSize, parseSource, parseThreads } from './values.js';

const KERNELS = {
  fast: 'WebAssembly with SIMD',
  wide: 'only for meet: WebAssembly with 256-bit registers (Node.js 24 or 26, Linux, x64 with AVX2)',
  reference: 'the same algorithm in TypeScript, to check the others',
};

export const resources = {
  threads: value('N', parseThreads, {
    kind: 'number',
    short: 't',
    description: 'Maximum number of threads; 0 means one per core',
    synonyms: ['j', 'jobs', 'cores', 'cpus', 'processes', 'workers'],
    variable: THREADS_VARIABLE,
    default: 0,
    defaultText: `${THREADS_VARIABLE}, or 0`,
  }),
  memory: value('MB', parseMegabytes, {
    synonyms: ['mem', 'ram'],
    description: 'Memory limit for each thread, in megabytes',
    defaultText: 'up to 1024, depending on free memory',
  }),
};

export const options = {
  kernel: choice(['auto', ...KERNEL_KINDS], {
    description: 'Kernel that counts the subproblems',
    meanings: { auto: 'the fastest one for this count', ...KERNELS },
    default: 'auto',
  }),
  out: (description: string) => ledger({ synonyms: ['o', 'output'], description }),
  force: flag('Start a solver even if it will take a very long time'),
  forceCount: flag('Start a count even if it would take more than a year'),
};

/** Options that determine the subproblems of a count. */
export const planning = {
  algorithm: choice(['auto', ...ALGORITHMS], {
    description: 'Counting algorithm; auto picks the faster one for n',
    default: 'auto',
  }),
  depth: wholeNumber(0, MAX_BOARD_SIZE, {
    description: 'Number of rows that a subproblem fixes; implies --algorithm bitmask',
    defaultText: '2, or more to keep all threads busy',
  }),
};

export const display = {
  json: flag('Print the result as one JSON object'),
  progress: choice(['auto', 'always'], {
    placeholder: 'WHEN',
    description: 'When to show progress',
    meanings: { auto: 'on a terminal, except in CI', always: 'also in logs, every 10 seconds' },
    default: 'auto',
  }),
};

/** Options for an audit. The default is the reference kernel, because it checks the fast kernel independently. */
export const sampling = {
  sample: value('SIZE', parseSampleSize, {
    description: 'Sample size: a percentage or a number of subproblems',
    default: { percent: 1 },
    defaultText: '1%',
  }),
  seed: wholeNumber(0, 2 ** 32 - 1, {
    description: 'Seed for the random sample; the same seed draws the same sample',
    defaultText: 'random',
  }),
  kernel: choice(KERNEL_KINDS, {
    description: 'Kernel that recounts the subproblems',
    meanings: KERNELS,
    default: 'reference',
  }),
};

/** The options of every command. */
export const globalOptions = {
  quiet: flag('Print only the result and errors', { short: 'q', synonyms: ['silent', 'no-progress', 'never'] }),
  help: flag('Show help', { short: 'h' }),
  version: flag('Show the version', { short: 'V' }),
};

export const connection = {
  databaseFile: value('FILE', (file) => file, {
    kind: 'file',
    description: 'Read the database URL from this file instead of the environment',
  }),
};

export const worker = value('NAME', (name) => name, {
  description: "Select only this worker's results; status lists the names",
});

export function boardSizeUpTo(max: number): Positional<number> {
  return positional('number', 'a board size', `Board size, from 0 to ${max}`, (text, name) =>
    parseInteger(text, name, 0, max),
  );
}

export const boardSize = boardSizeUpTo(MAX_BOARD_SIZE);

const SOURCE = 'a ledger file, - for standard input, or run:NAME for a cluster run';

export const source = positional('file', 'a file or a run', `Source of the results: ${SOURCE}`, parseSource);

export const sources = {
  kind: 'file',
  noun: 'at least one file or run',
  description: `Sources of the results, each ${SOURCE}`,
  read: (texts: readonly string[]) => texts.map(parseSource),
} as const;

export const runName = positional('run', 'a run name', 'Name of the run', parseRunName);
