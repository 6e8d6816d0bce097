import type { UsageError } from '../errors/errors.js';
import { CLUSTER_COMMAND_NAMES } from './cluster.js';
import { ALL_OPTIONS, COMMAND_NAMES } from './command-line.js';
import { nearest } from './nearest.js';
import { NotUnderstood } from './not-understood.js';

/** How yargs reports what it does not know; flags come without their dashes. */
const UNKNOWN = /^Unknown arguments?: (?<names>.+)$/;

/** How yargs reports that the board size is missing. */
const MISSING = /^Not enough non-option arguments/;

/** How yargs reports an option without its value, and one that a command cannot do without. */
const WITHOUT_VALUE = /^Not enough arguments following: (?<name>\S+)$/;
const NEEDED = /^Missing required arguments?: (?<name>[\w-]+)/;

/** How yargs reports values that are none of a list. */
const NO_CHOICE =
  /^Invalid values: Argument: (?<name>\S+), Given: (?<given>.*?), Choices: (?<choices>"[\w-]+"(?:, "[\w-]+")*)/;

/** What a command needs, where that is not a board size. */
const WHAT_IS_MISSING: Readonly<Record<string, string>> = {
  sequence: 'the board sizes, as in: queens-par sequence 1..16',
  audit: 'the file, as in: queens-par audit 16.ledger',
  export: 'the file, as in: queens-par export 16.ledger',
  'cluster start': 'the board size, as in: queens-par cluster start 18',
  'cluster audit': 'the run, as in: queens-par cluster audit 18-meet',
  'cluster export': 'the run, as in: queens-par cluster export 18-meet --out 18.ledger',
  'cluster import': 'the file, as in: queens-par cluster import 18.ledger',
  'cluster remove': 'the run, as in: queens-par cluster remove 18-meet',
};

/**
 * The one line that tells the user what was wrong and what would be right. It rewords what yargs leaves terse, and
 * suggests the flag or command that a misspelt one is nearest to.
 */
export async function explainUsage(error: UsageError, args: readonly string[]): Promise<string> {
  const [group, subcommand] = args;
  if (group === 'cluster' && subcommand && !subcommand.startsWith('-') && !isClusterCommand(subcommand)) {
    const near = await nearest(subcommand, CLUSTER_COMMAND_NAMES);
    const right = near ? `did you mean queens-par cluster ${near}?` : 'queens-par cluster --help lists them';
    return `there is no command cluster ${subcommand}; ${right}`;
  }
  const message = error.message.replaceAll(/\s+/g, ' ').trim();
  const names = error instanceof NotUnderstood ? error.optionNames : [];
  const reworded = rewordedGap(message, args) ?? (await rewordedUnknown(message, names, args));
  if (reworded !== undefined) return reworded;

  const word = args.find((arg) => !arg.startsWith('-'));
  const command = word && /^[a-z]+$/i.test(word) ? await nearest(word, COMMAND_NAMES) : undefined;
  return command && command !== word ? `${message}; did you mean queens-par ${command}?` : message;
}

/** Where something is left out, or none of what it may be. */
function rewordedGap(message: string, args: readonly string[]): string | undefined {
  const command = commandOf(args);
  if (MISSING.test(message)) return `give ${whatIsMissing(command)} (queens-par --help tells more)`;

  const withoutValue = WITHOUT_VALUE.exec(message)?.groups?.name;
  if (withoutValue !== undefined) return `--${withoutValue} needs a value (${helpOn(command)} tells more)`;

  const needed = NEEDED.exec(message)?.groups?.name;
  if (needed !== undefined) return `--${needed} is needed${whatIsMissing(command).replace(/^[^,]*/, '')}`;

  const { name, given, choices = '' } = NO_CHOICE.exec(message)?.groups ?? {};
  if (name === undefined) return undefined;
  return `--${name} must be ${list(choices.replaceAll('"', '').split(', '))}, not ${given}`;
}

/** Where something is not known, or not to the command that is given. */
async function rewordedUnknown(
  message: string,
  optionNames: readonly string[],
  args: readonly string[],
): Promise<string | undefined> {
  const unknown = UNKNOWN.exec(message)?.groups?.names?.split(', ')[0];
  if (unknown === undefined) return undefined;
  const asTyped = args.find((arg) => arg.replace(/^-+/, '').replace(/=.*/s, '') === unknown) ?? unknown;
  if (!asTyped.startsWith('-')) return `one argument too many: ${asTyped}`;
  const command = commandOf(args);
  const option = asTyped.replace(/=.*/s, '');
  if (Object.hasOwn(ALL_OPTIONS, unknown)) {
    return `${command || 'a count'} has no ${option} (${helpOn(command)} lists its options)`;
  }
  const near = await nearest(
    unknown,
    optionNames.filter((known) => Object.hasOwn(ALL_OPTIONS, known)),
  );
  return `unknown option ${option}${near ? `; did you mean --${near}?` : ` (${helpOn(command)} lists them)`}`;
}

/** The name of the command that a line is about; none for a plain count. */
function commandOf(args: readonly string[]): string {
  const place = args.findIndex((arg) => COMMAND_NAMES.includes(arg));
  const [name = '', subcommand = ''] = place < 0 ? [] : args.slice(place);
  return name === 'cluster' && isClusterCommand(subcommand) ? `${name} ${subcommand}` : name;
}

function whatIsMissing(command: string): string {
  return WHAT_IS_MISSING[command] ?? `the board size, as in: queens-par ${command && `${command} `}8`;
}

function helpOn(command: string): string {
  return `queens-par ${command && `${command} `}--help`;
}

/** `a, b or c` */
function list(words: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words);
}

function isClusterCommand(name: string): boolean {
  return CLUSTER_COMMAND_NAMES.some((command) => command === name);
}
