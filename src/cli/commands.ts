/**
 * The table of commands, with their arguments and their help. The parser, completion, help and the manual page use it. The
 * functions of commands are in src/commands, and cli.ts connects the two. A new option is one entry here, or in a table that
 * is imported here, and its use in the function.
 */
import { MOST_THREADS } from '../plan/plan.js';
import { clusterCommands } from './cluster-commands.js';
import type { ArgumentsOf, Command } from './command.js';
import { choice, flag, ledger, optional, positional, readWholeNumber, text, value, wholeNumber } from './option.js';
import { boardSize, connection, display, ledgerFile, options, planning, sampling } from './options.js';
import { solverCommands } from './solver-commands.js';
import { readPart, readToken } from './values.js';

/** A benchmark counts every board several times, so a larger board would take hours. */
const LARGEST_BENCH = 20;

/** The options that name the ledger file. */
const A_FILE = ['checkpoint', 'out'];

const SHELL = choice(['bash', 'zsh', 'fish'], { description: 'The shell' });

export const commands = {
  count: {
    summary: 'Count the solutions of the n-queens problem',
    positionals: { n: boardSize },
    options: {
      threads: options.threads,
      ...planning,
      kernel: options.kernel,
      verify: flag('Count a second time by an independent algorithm, and compare', { excludes: ['part'] }),
      checkpoint: ledger({
        description: 'Save finished subproblems in this file; the same command resumes from it',
        excludes: ['part'],
      }),
      repair: flag('Drop damaged lines of the file, and count their subproblems again', { needs: A_FILE }),
      drop: value('IDS', (text): readonly string[] => text.split(','), {
        description: 'Drop the counts of these subproblems, like 0.5,1.3, and count them again',
        needs: A_FILE,
      }),
      part: value('K/M', readPart, {
        description: 'Count only part K of M, like 3/16, into the file of --out',
        needs: ['out'],
      }),
      out: { ...options.out, needs: ['part'] },
      planOf: text('FILE', { description: 'Use the plan of this checkpoint or part file', needs: A_FILE }),
      ...display,
    },
    examples: [
      ['16', 'count 16 queens'],
      ['16 --threads 8', 'count on 8 threads'],
      ['20 --checkpoint 20.ledger', 'count so that it can be stopped and resumed'],
      ['20 --part 3/16 --out 3.ledger', 'count a sixteenth, to be merged with the others'],
    ],
  },
  plan: {
    summary: 'Show how a count is split into subproblems',
    positionals: { n: boardSize },
    options: {
      threads: options.threads,
      ...planning,
      json: display.json,
    },
    examples: [['plan 16', 'the subproblems of 16 queens']],
  },
  forecast: {
    summary: 'Measure this machine for a second, and estimate how long a count would take',
    positionals: { n: boardSize },
    options: {
      machines: wholeNumber(1, MOST_THREADS, {
        description: 'Forecast also for a cluster of N machines like this one',
        default: 1,
      }),
      threads: options.threads,
      ...planning,
      kernel: options.kernel,
      verify: flag('Forecast also the second count of --verify'),
      json: display.json,
    },
    examples: [
      ['forecast 21', 'how long 21 queens take on this machine'],
      ['forecast 24 --machines 50', 'and 24 queens on fifty machines like this one'],
    ],
  },
  bench: {
    summary: 'Measure this machine: the kernel alone, and whole counts on one and on all threads',
    positionals: {
      n: optional(
        positional(
          'the board size',
          `The largest board to count, from 1 to ${LARGEST_BENCH} (default: 16)`,
          (text, name) => readWholeNumber(text, name, 1, LARGEST_BENCH),
        ),
        16,
      ),
    },
    options: { threads: options.threads, format: options.format, json: display.json },
    examples: [
      ['bench', 'up to 16 queens, in some seconds'],
      ['bench 18 --threads 8', 'up to 18 queens'],
    ],
  },
  merge: {
    summary: 'Add up the counts of part files, and print the total if none is missing',
    positionals: {
      files: {
        noun: 'the files to merge',
        description: 'Files written by --part or --checkpoint',
        arity: 'many',
        isFile: true,
        read: (texts: readonly string[]) => texts,
      },
    },
    options: { out: options.out, json: display.json, color: display.color },
    examples: [['merge *.ledger', 'the total, or the commands that count the missing parts']],
  },
  audit: {
    summary: 'Count a random sample of a checkpoint or part again, and compare',
    positionals: { file: ledgerFile },
    options: {
      ...sampling,
      threads: options.threads,
      ...display,
    },
    examples: [
      ['audit 16.ledger', 'count one subproblem in a hundred again'],
      ['audit 16.ledger --sample 5%', 'count one in twenty'],
    ],
  },
  export: {
    summary: 'Print the partial counts of a checkpoint or part, with their weights',
    positionals: { file: ledgerFile },
    options: {
      format: choice(['csv', 'ndjson'], {
        description: 'csv: comma-separated values; ndjson: one JSON object a line',
        default: 'csv',
      }),
    },
    examples: [['export 16.ledger', 'the weight and count of every subproblem']],
  },
  ...clusterCommands,
  ...solverCommands,
  serve: {
    summary: 'Serve a page: watch searches, browse solutions, follow counts',
    positionals: {},
    options: {
      port: wholeNumber(0, 65_535, { description: 'The port to listen on; 0 for any free port', default: 8170 }),
      host: value('ADDRESS', (text) => text, {
        description: 'The address to listen on; with any other than the loopback, other machines can connect',
        default: '127.0.0.1',
      }),
      token: value('TEXT', readToken, {
        description: 'The token required to open the page',
        defaultText: 'none on the loopback, otherwise random',
      }),
      data: text('FOLDER', { description: 'A folder whose checkpoint and part files the page follows' }),
      threads: options.threads,
      ...connection,
    },
    examples: [
      ['serve', 'the page, for this machine only'],
      ['serve --data ledgers', 'with the checkpoint files of a folder'],
      ['serve --local', 'with the runs of a cluster'],
    ],
  },
  completion: {
    summary: 'Print a completion script for a shell',
    positionals: {
      shell: optional({
        ...positional('the shell', 'bash, zsh or fish (default: from $SHELL)', SHELL.read),
        choices: SHELL.choices,
      }),
    },
    options: {},
    examples: [
      ['completion bash >> ~/.bashrc', 'or zsh, to ~/.zshrc'],
      ['completion fish > ~/.config/fish/completions/queens-par.fish', 'fish reads it from there'],
    ],
  },
  help: {
    summary: 'Show help on a command',
    positionals: {
      command: {
        noun: 'the command',
        description: 'The command to explain, like cluster start',
        arity: 'any',
        read: (texts: readonly string[]) => texts,
      },
    },
    options: {},
    examples: [['help cluster start', 'as queens-par cluster start --help']],
  },
  version: {
    summary: 'Show the version, and the versions of its platform',
    positionals: {},
    options: { json: display.json },
    examples: [['version --json', 'version, commit, Node.js, platform, SIMD and threads as one JSON object']],
  },
} satisfies Readonly<Record<string, Command>>;

export type CommandName = keyof typeof commands;

/** The arguments of a command. */
export type Arguments<Name extends CommandName> = ArgumentsOf<(typeof commands)[Name]>;

/** Groups of commands, and their summaries. */
export const groups: Readonly<Record<string, string>> = {
  cluster: 'Count on many machines that share a PostgreSQL database',
};
