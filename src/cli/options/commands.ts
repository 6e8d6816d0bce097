// src/cli/options reads command lines. This file is the table of commands, with their arguments and help texts, from
// which the parser, the completion scripts, the help and the manual page are derived. The functions of the commands are
// in src/cli/commands, and main.ts loads them. To add an option, add an entry here or in an imported table, and use the
// option in the command's function.

import { MAX_THREADS } from '../../core/plan/plan.js';
import { clusterCommands } from './cluster-commands.js';
import {
  type Command,
  choice,
  flag,
  ledger,
  type Option,
  parseChoice,
  positional,
  value,
  wholeNumber,
} from './option.js';
import {
  boardSize,
  connection,
  display,
  globalOptions,
  options,
  planning,
  resources,
  sampling,
  source,
  sources,
  worker,
} from './options.js';
import { solverCommands } from './solver-commands.js';
import { parsePart } from './values.js';

/** The options that set the ledger file to write. */
const LEDGER_OPTIONS = ['checkpoint', 'out'];

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const commands = {
  count: {
    summary: 'Count the solutions of the n-queens problem',
    synonyms: ['run'],
    positionals: { n: boardSize },
    options: {
      ...resources,
      ...planning,
      kernel: options.kernel,
      verify: flag('Count again with an independent algorithm and compare', { excludes: ['part'] }),
      checkpoint: ledger({
        synonyms: ['resume', 'save'],
        description: 'Save finished subproblems to this file; run the same command again to resume',
        excludes: ['part'],
      }),
      repair: flag('Rebuild a damaged line 1, drop other damaged lines, and recount their subproblems', {
        needs: LEDGER_OPTIONS,
      }),
      drop: value('IDS', (text): readonly string[] => text.split(','), {
        description: 'Recount the listed subproblems, such as 0.5,1.3, instead of using their results',
        needs: LEDGER_OPTIONS,
      }),
      part: value('K/M', parsePart, {
        description: 'Count only part K of M, such as 3/16, and save it to the --out file',
        needs: ['out'],
      }),
      out: { ...options.out('The ledger file to write with --part'), needs: ['part'] },
      force: options.forceCount,
      ...display,
    },
    examples: [
      ['16', 'count 16 queens'],
      ['19 --threads 2', 'count on 2 threads'],
      ['20 --checkpoint 20.ledger', 'save finished work, so you can stop and resume'],
      ['20 --part 3/16 --out 3.ledger', 'count one of 16 parts; merge adds them up'],
    ],
  },
  plan: {
    summary: 'Show how a count is split into subproblems',
    positionals: { n: boardSize },
    options: {
      threads: resources.threads,
      ...planning,
      json: display.json,
    },
    examples: [['plan 16', 'list the subproblems for 16 queens']],
  },
  forecast: {
    summary: 'Measure this machine and estimate how long a count would take',
    synonyms: ['bench', 'benchmark', 'estimate', 'eta', 'time'],
    positionals: { n: boardSize },
    options: {
      machines: wholeNumber(1, MAX_THREADS, {
        description: 'Also forecast a cluster of N machines like this one',
        default: 1,
      }),
      ...resources,
      ...planning,
      kernel: options.kernel,
      json: display.json,
    },
    examples: [
      ['forecast 21', 'estimate the time for 21 queens on this machine'],
      ['forecast 24 --machines 50', 'estimate the time for 24 queens on 50 such machines'],
    ],
  },
  merge: {
    summary: 'Add up the results of parts and print the total if no part is missing',
    synonyms: ['add', 'combine', 'join', 'sum'],
    positionals: { sources: { ...sources, arity: 'many' } },
    options: { out: options.out('Also write the results to this ledger file'), ...connection, json: display.json },
    examples: [['merge *.ledger', 'print the total, or the commands that count the missing parts']],
  },
  status: {
    summary: 'Show the progress of a count, its expected end, and the command to resume it',
    synonyms: ['list', 'ls', 'progress', 'resume', 'runs', 'show'],
    positionals: {
      sources: { ...sources, description: `${sources.description}; all runs if none is given`, arity: 'any' },
    },
    options: {
      watch: flag('Refresh every two seconds until the counts are complete'),
      ...connection,
      json: display.json,
    },
    examples: [
      ['status 20.ledger', 'show the progress of a count with --checkpoint'],
      ['status --watch', 'watch all runs of a cluster'],
      ['status run:20-meet', 'show a run and its workers'],
    ],
  },
  audit: {
    summary: 'Recount a random sample of results and compare the counts',
    synonyms: ['check'],
    positionals: { source },
    options: {
      ...sampling,
      worker,
      ...resources,
      ...connection,
      ...display,
    },
    examples: [
      ['audit 16.ledger', 'recount one subproblem in a hundred'],
      ['audit run:18-meet --sample 5%', 'recount one subproblem in twenty of a cluster run'],
    ],
  },
  export: {
    summary: 'Print partial counts with their weights, or write a ledger file',
    positionals: { source },
    options: {
      format: choice(['csv', 'ndjson'], {
        description: 'Output format',
        meanings: { csv: 'comma-separated values', ndjson: 'one JSON object per line' },
        default: 'csv',
        excludes: ['out'],
      }),
      out: options.out('Write this ledger file instead of printing the counts'),
      ...connection,
    },
    examples: [
      ['export 16.ledger', 'print the weight and count of every subproblem'],
      ['export run:18-meet --out 18.ledger', "write a run's results to a file"],
    ],
  },
  ...clusterCommands,
  ...solverCommands,
  serve: {
    summary: 'Serve the interactive page, which explains, counts and checks in a browser',
    synonyms: ['gui', 'page', 'play', 'server', 'ui', 'web'],
    note:
      'Only this machine can open the page. To share it with a class, run npm run build:site in a checkout, ' +
      'then python3 -m http.server -d dist-site or any other web server (docs/page.md).',
    lacks: ['host', 'bind', 'listen', 'address'],
    positionals: {
      folder: {
        kind: 'folder',
        noun: 'a folder',
        description: 'A folder of ledger files to follow',
        arity: 'optional',
        read: ([folder]: readonly string[]) => folder,
      },
    },
    options: {
      port: wholeNumber(0, 65_535, { description: 'The port to listen on; 0 for any free port', default: 8170 }),
    },
    examples: [
      ['serve', 'serve the page to this machine only'],
      ['serve ledgers', 'also follow the ledger files in a folder'],
    ],
  },
  completion: {
    summary: 'Print a completion script for a shell',
    note:
      'For bash, add the line source <(queens-par completion bash) to ~/.bashrc. For zsh, add the line ' +
      'source <(queens-par completion zsh) to ~/.zshrc. For fish, write the script to ' +
      '~/.config/fish/completions/queens-par.fish, where fish finds it.',
    positionals: {
      shell: {
        ...positional('choice', 'a shell', 'bash, zsh or fish', (text, name) => parseChoice(SHELLS, text, name)),
        choices: SHELLS,
      },
    },
    options: {},
    examples: [
      ['completion bash', 'print the script for bash'],
      ['completion fish > ~/.config/fish/completions/queens-par.fish', 'install the script for fish'],
    ],
  },
  help: {
    summary: 'Show help on a command',
    positionals: {
      command: {
        kind: 'command',
        noun: 'a command',
        description: 'The command to explain, such as cluster start',
        arity: 'any',
        read: (texts: readonly string[]) => texts,
      },
    },
    options: {},
    examples: [['help cluster start', 'same as queens-par cluster start --help']],
  },
  version: {
    summary: 'Show the versions of the program and its platform',
    positionals: {},
    options: { json: display.json },
    examples: [['version --json', 'print version, commit, kernels, Node.js, platform, SIMD and threads as JSON']],
  },
} satisfies Readonly<Record<string, Command>>;

export type CommandName = keyof typeof commands;

export const commandNames = Object.keys(commands) as CommandName[]; // Object.keys is typed as string[]

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}

/** Returns a command's options, including the ones that every command has. */
export function optionsOf(name: CommandName): Readonly<Record<string, Option>> {
  return { ...commands[name].options, ...globalOptions };
}

type ValuesOf<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends { read: (...given: never[]) => infer Value } ? Value : never;
};

/** Values of a command's options and positional arguments, as the parser returns them. */
export type Arguments<Name extends CommandName> = ValuesOf<(typeof commands)[Name]['positionals']> &
  ValuesOf<(typeof commands)[Name]['options']> &
  ValuesOf<Pick<typeof globalOptions, 'quiet'>>;

export const groups: Readonly<Record<string, string>> = {
  cluster: 'Spread a count over many machines that share a PostgreSQL database',
};

/** Returns the names of commands and groups: the possible first words of a command line. */
export function topLevelNames(): string[] {
  return [...new Set(commandNames.map((name) => name.replace(/ .*/, '')))];
}

export function subcommandsOf(group: string): string[] {
  return commandNames.flatMap((name) => (name.startsWith(`${group} `) ? [name.slice(group.length + 1)] : []));
}
