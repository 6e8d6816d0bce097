/** Uses the yargs parser to classify the words of a command line as options, their values, and other words. */
import { Parser } from 'yargs/helpers';
import { UsageError } from '../../core/errors/errors.js';
import { quoted } from '../../core/text/quoted.js';
import { DATABASE_VARIABLE } from '../../node/package/environment.js';
import { commands } from './commands.js';
import { type Option, toKebabCase } from './option.js';
import { globalOptions } from './options.js';

/** The options of all commands. A test checks that of options with the same name, either all are flags or none. */
export const allOptions: Readonly<Record<string, Option>> = Object.assign(
  {},
  ...Object.values(commands).map(({ options }) => options),
  globalOptions,
);

const names = new Map(Object.keys(allOptions).map((name) => [toKebabCase(name), name]));
const isFlag = (typed: string) => allOptions[names.get(typed) ?? '']?.kind === 'flag';

const parserOptions = {
  boolean: [...names.keys()].filter(isFlag),
  string: [...names.keys()].filter((typed) => !isFlag(typed)),
  alias: Object.fromEntries([...names].map(([typed, name]) => [typed, allOptions[name]?.short ?? []])),
  configuration: {
    'boolean-negation': false,
    'camel-case-expansion': false,
    'dot-notation': false,
    'duplicate-arguments-array': false,
    'strip-aliased': true,
  },
};

/** A database URL, which may contain a password. On the command line, other users could read it. */
const DATABASE_URL = /postgres(?:ql)?:\/\/|:\/\/.*@/i;

export interface Words {
  /** The value of each given option, as a string: `true` for a flag, empty if the value is missing. */
  readonly options: ReadonlyMap<string, string>;
  /** Words that resemble options but are unknown, as the user typed them. */
  readonly unknown: readonly string[];
  /** The word after the first unknown option, which may be meant as its value; empty if there is none. */
  readonly afterUnknown: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * Classifies the words of a command line.
 *
 * @throws UsageError for a database URL, and for a name that is not UTF-8, because Node.js replaces its invalid bytes,
 *   so it would be the name of another file.
 */
export function classifyWords(args: readonly string[]): Words {
  if (args.some((word) => DATABASE_URL.test(word))) {
    const places = `Set ${DATABASE_VARIABLE}, or put it in a file for --database-file`;
    throw new UsageError(`a database URL does not belong on the command line. ${places}`);
  }
  const garbled = args.find((word) => word.includes('\ufffd'));
  if (garbled !== undefined) throw new UsageError(`${quoted(garbled)} is not UTF-8: rename the file`);
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const options = new Map<string, string>();
  const unknown: string[] = [];
  let afterUnknown = '';
  const before: string[] = [];
  let waiting: string | undefined; // the option whose value the next word may be
  for (const [i, word] of args.slice(0, end).entries()) {
    if (unknown.length === 1 && args[i - 1] === unknown[0] && !looksLikeOption(word)) afterUnknown = word;
    const parsed = word.startsWith('-') ? parseOptions(word) : undefined;
    if (parsed) for (const [name, value] of parsed) options.set(name, value);
    else if (waiting !== undefined && !word.startsWith('--')) options.set(waiting, word);
    else (looksLikeOption(word) ? unknown : before).push(word);
    const [name, value] = parsed?.at(-1) ?? [];
    waiting = value === '' && !word.includes('=') ? name : undefined;
  }
  return { options, unknown, afterUnknown, before, after: args.slice(end + 1) };
}

/**
 * Parses a word that consists of one or more options, such as `--threads=2` or `-qt2`. yargs gets one word at a time,
 * because values may begin with a dash, and other words may be negative numbers.
 *
 * @returns names and values, as in `Words`; undefined for other words, for an unknown option, and for a flag with a
 *   value other than `true`.
 */
function parseOptions(word: string): [name: string, value: string][] | undefined {
  const { _: others, ...parsed } = Parser([word], parserOptions);
  if (others.length > 0) return undefined;
  const options: [string, string][] = [];
  for (const [typed, value] of Object.entries(parsed)) {
    const name = names.get(typed);
    if (name === undefined || value === false) return undefined;
    options.push([name, String(value)]);
  }
  return options;
}

/**
 * Returns whether a word resembles an option, perhaps with a word processor's dash. A negative number does not, so
 * messages call it a wrong value.
 */
function looksLikeOption(word: string): boolean {
  return /^[-–—−](?!\d|$)/.test(word);
}
