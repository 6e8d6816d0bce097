import type { UsageError } from '../usage-error.js';
import { CLUSTER_COMMAND_NAMES } from './cluster.js';
import { ALL_OPTIONS, COMMAND_NAMES } from './command-line.js';

/** How yargs reports what it does not know; flags come without their dashes. */
const UNKNOWN = /^Unknown arguments?: (?<names>.+)$/;

/** How yargs reports that the board size is missing. */
const MISSING = /^Not enough non-option arguments/;

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

/** At most so many letters may differ for a flag or command to be suggested. */
const FARTHEST = 2;

/**
 * The one line that tells the user what was wrong and what would be right. It rewords what yargs leaves terse, and
 * suggests the flag or command that a misspelt one is nearest to.
 */
export async function explainUsage(error: UsageError, args: readonly string[]): Promise<string> {
  const message = error.message.replaceAll(/\s+/g, ' ').trim();
  if (MISSING.test(message)) {
    const command = args[0] === 'cluster' ? `cluster ${args[1]}` : args.find((arg) => arg in WHAT_IS_MISSING);
    const example = WHAT_IS_MISSING[command ?? ''] ?? 'the board size, as in: queens-par 8';
    return `give ${example} (queens-par --help tells more)`;
  }

  const [group, subcommand] = args;
  if (group === 'cluster' && subcommand && !subcommand.startsWith('-') && !isClusterCommand(subcommand)) {
    const near = await nearest(subcommand, CLUSTER_COMMAND_NAMES);
    const right = near ? `did you mean queens-par cluster ${near}?` : 'queens-par cluster --help lists them';
    return `there is no command cluster ${subcommand}; ${right}`;
  }

  const unknown = UNKNOWN.exec(message)?.groups?.names?.split(', ')[0];
  if (unknown !== undefined) {
    const asTyped = args.find((arg) => arg.replace(/^-+/, '').replace(/=.*/s, '') === unknown) ?? unknown;
    if (!asTyped.startsWith('-')) return `one argument too many: ${asTyped}`;
    const near = await nearest(unknown, Object.keys(ALL_OPTIONS));
    return `unknown option ${asTyped.replace(/=.*/s, '')}${near ? `; did you mean --${near}?` : ' (queens-par --help lists them)'}`;
  }

  const word = args.find((arg) => !arg.startsWith('-'));
  const command = word && /^[a-z]+$/i.test(word) ? await nearest(word, COMMAND_NAMES) : undefined;
  return command && command !== word ? `${message}; did you mean queens-par ${command}?` : message;
}

function isClusterCommand(name: string): boolean {
  return CLUSTER_COMMAND_NAMES.some((command) => command === name);
}

async function nearest(word: string, candidates: readonly string[]): Promise<string | undefined> {
  const { closestMatch } = await import('leven');
  return closestMatch(word, candidates, { maxDistance: FARTHEST });
}
