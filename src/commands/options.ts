import type { Options } from 'yargs';
import { LARGEST_BOARD } from '../board/board-size.js';
import { formats } from '../board/formats.js';
import { UsageError } from '../errors/errors.js';
import { readPart } from '../plan/part.js';
import { MOST_THREADS } from '../plan/threads.js';

/**
 * The table of options: everything that more than one command understands, each declared once. Commands pick from it,
 * and help, defaults from the environment and the suggestions for misspelt flags come from it.
 */
export const options = {
  threads: {
    type: 'string',
    requiresArg: true,
    describe: 'Worker threads; 0 for as many as the machine runs at a time',
    defaultDescription: '0',
    coerce: wholeNumber('--threads', 0, MOST_THREADS),
  },
  depth: {
    type: 'string',
    requiresArg: true,
    describe: 'bitmask: rows that a subproblem fixes',
    defaultDescription: '2, or more to keep all threads busy',
    coerce: wholeNumber('--depth', 0, LARGEST_BOARD),
  },
  memory: {
    type: 'string',
    requiresArg: true,
    describe: 'meet: megabytes that each thread may take',
    defaultDescription: '256',
    coerce: megabytes,
  },
  algorithm: {
    choices: ['auto', 'bitmask', 'meet'],
    default: 'auto',
    requiresArg: true,
    describe: 'How to count: auto takes what measures fastest for this n',
  },
  kernel: {
    choices: ['fast', 'readable'],
    default: 'fast',
    requiresArg: true,
    describe: 'fast: WebAssembly; readable: its twin in TypeScript, to check it',
  },
  checkpoint: {
    type: 'string',
    requiresArg: true,
    describe: 'Keep what is finished in this file; the same command goes on from there',
    coerce: fileName('--checkpoint'),
  },
  repair: { type: 'boolean', default: false, describe: 'Drop the damaged lines of the file, to count them again' },
  drop: {
    type: 'string',
    requiresArg: true,
    describe: 'Drop what the file has of these subproblems (ids, with commas), to count them again',
    coerce: idList,
  },
  part: {
    type: 'string',
    requiresArg: true,
    describe: 'Count only part k of m, like 3/16, into the file that --out names',
    coerce: readPart,
  },
  out: {
    type: 'string',
    requiresArg: true,
    describe: 'The file to write, of the same kind as a checkpoint',
    coerce: fileName('--out'),
  },
  'plan-of': {
    type: 'string',
    requiresArg: true,
    describe: 'Take the plan from this checkpoint or part file',
    coerce: fileName('--plan-of'),
  },
  verify: {
    type: 'boolean',
    default: false,
    describe: 'Count a second time by an independent algorithm, and compare',
  },
  json: { type: 'boolean', default: false, describe: 'Print the result as one JSON object' },
  quiet: {
    type: 'boolean',
    alias: 'q',
    default: false,
    describe: 'Print nothing but the result, and errors',
  },
  progress: {
    choices: ['auto', 'always', 'never'],
    default: 'auto',
    requiresArg: true,
    describe: 'Show progress; auto: on a terminal, not in CI',
  },
  color: {
    choices: ['auto', 'always', 'never'],
    default: 'auto',
    requiresArg: true,
    describe: 'Colour messages; auto: on a terminal, unless NO_COLOR is set',
  },
} as const satisfies Record<string, Options>;

/** The board size, as the positional argument of a command. */
export const boardSize = {
  type: 'string',
  describe: `Board size, from 0 to ${LARGEST_BOARD}`,
  coerce: wholeNumber('n', 0, LARGEST_BOARD),
} as const satisfies Options;

/** A file of subtotals, as the positional argument of a command. */
export const ledgerFile = {
  type: 'string',
  demandOption: true,
  describe: 'A file that --checkpoint, --part or merge --out wrote',
} as const satisfies Options;

/** Picks options from the table for a command. */
export function pick<Name extends keyof typeof options>(...names: Name[]): Pick<typeof options, Name> {
  const picked = names.map((name) => [name, options[name]]);
  return withEnvironment(Object.fromEntries(picked) as Pick<typeof options, Name>); // fromEntries forgets the names
}

/** What --format may be, for each command that has it: QUEENS_PAR_FORMAT is one variable for all of them. */
export const formatsOf = { solve: formats, sequence: ['table', 'b-file'] } as const;

/** Options of which each concerns one algorithm: their defaults are taken when that is known (algorithm-options.ts). */
const OF_ONE_ALGORITHM: readonly string[] = ['depth', 'memory'];

/**
 * The options with defaults from the environment: where QUEENS_PAR_<NAME> is set and not empty, it gives the default. A
 * flag goes before it. A format that only another command has is none of this command's business.
 */
export function withEnvironment<Table extends Record<string, Options>>(table: Table): Table {
  const entries = Object.entries(table).map(([name, option]) => {
    const variable = variableOf(name);
    const value = process.env[variable];
    if (!value || OF_ONE_ALGORITHM.includes(name)) return [name, option];
    if (name === 'format' && isFormatElsewhere(option, value)) return [name, option];
    return [name, { ...option, default: option.type === 'boolean' ? yesOrNo(variable, value) : value }];
  });
  // fromEntries forgets which names there are; a default from the environment goes through the option's own check.
  return Object.fromEntries(entries) as Table;
}

/** The environment variable that gives an option its default. */
export function variableOf(option: string): string {
  return `QUEENS_PAR_${option.toUpperCase().replaceAll('-', '_')}`;
}

function isFormatElsewhere({ choices }: Options, format: string): boolean {
  const others: readonly string[] = Object.values(formatsOf).flat();
  return others.includes(format) && !choices?.includes(format);
}

/** yargs takes any text as a default of a flag for true, `false` as well. */
function yesOrNo(name: string, text: string): boolean {
  if (text === '1' || text === 'true') return true;
  if (text === '0' || text === 'false') return false;
  throw new UsageError(`${name} must be 1 or 0, not ${JSON.stringify(text)}`);
}

/** A number of megabytes as bytes. */
function megabytes(text: unknown): number {
  return wholeNumber('--memory', 1, 4096)(text) * 2 ** 20;
}

/** The ids of `--drop 0.5,1.3`. */
function idList(text: string): string[] {
  const ids = text.split(',');
  if (!ids.includes('')) return ids;
  throw new UsageError(`--drop must be ids with commas between them, like 0.5,1.3, not ${JSON.stringify(text)}`);
}

/** A check for yargs: a file has a name. */
function fileName(option: string): (text: string) => string {
  return (text) => {
    if (text !== '') return text;
    throw new UsageError(`${option} must name a file`);
  };
}

/**
 * A check for yargs: digits only, so that 1e3, 2.5, 0x10 and the empty string are refused.
 *
 * @param most as good as no limit, where it is the largest number that is exact: messages leave that out.
 */
export function wholeNumber(name: string, least: number, most: number): (text: unknown) => number {
  return (text) => {
    const value = /^\d+$/.test(String(text)) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
    throw new UsageError(`${name} must be a whole number ${range}, not ${JSON.stringify(text)}`);
  };
}
