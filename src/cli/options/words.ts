/** Classifies the words of a command line as options, their values, and other words, with the yargs parser. */
import { Parser } from 'yargs/helpers';
import { DATABASE_VARIABLE } from '../../cluster/database-url.js';
import { UsageError } from '../../core/errors/errors.js';
import { quoted } from '../../core/text/quoted.js';
import { commands } from './commands.js';
import { type Option, toKebabCase } from './option.js';
import { globalOptions } from './options.js';

/** The options of all commands. A test checks that options with the same name are either all flags or all valued. */
export const allOptions: Readonly<Record<string, Option>> = Object.assign(
  {},
  ...Object.values(commands).map(({ options }) => options),
  globalOptions,
);

const names = new Map(Object.keys(allOptions).map((name) => [toKebabCase(name), name]));

const shorts = [...names].flatMap(([typed, name]) => {
  const { short } = allOptions[name] ?? {};
  return short === undefined ? [] : [{ typed, short, isFlag: isFlag(name) }];
});

/** Character classes: the letters of flags, and those of options with a value. */
const FLAGS = makeLetterClass(true);
const VALUED = makeLetterClass(false);

/** One-letter options combined in a word: flags, then perhaps an option with a value, as in `-qt2`. */
const LETTERS = new RegExp(`^-(?=.)${FLAGS}*(${VALUED}([=\\d].*)?)?$`, 's');

const parserOptions = {
  boolean: [...names].flatMap(([typed, name]) => (isFlag(name) ? [typed] : [])),
  string: [...names].flatMap(([typed, name]) => (isFlag(name) ? [] : [typed])),
  alias: Object.fromEntries(shorts.map(({ typed, short }) => [typed, short])),
  configuration: {
    'boolean-negation': false,
    'camel-case-expansion': false,
    'dot-notation': false,
    'duplicate-arguments-array': false, // the last value of a repeated option wins
    'greedy-arrays': false,
    'parse-numbers': false,
    'parse-positional-numbers': false, // a file may be named 007
    'strip-aliased': true,
  },
};

export interface Words {
  /** The value of each given option, as a string: `true` for a flag, empty if the value is missing. */
  readonly options: ReadonlyMap<string, string>;
  /** Words that look like options but are unknown, as the user typed them. */
  readonly unknown: readonly string[];
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * Classifies the words of a command line.
 *
 * @throws UsageError for a database URL, and for a name that is not UTF-8: Node.js replaces its bytes, so it would be
 *   the name of another file.
 */
export function classifyWords(args: readonly string[]): Words {
  assertNoUrl(args);
  const garbled = args.find((word) => word.includes('\ufffd'));
  if (garbled !== undefined) throw new UsageError(`${quoted(garbled)} is not UTF-8: rename the file`);
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const words = joinValues(args.slice(0, end));
  // yargs gets only the options, because it would take a negative number for one.
  const { _, ...parsed } = Parser(words.filter(isOption), parserOptions);
  const options = Object.entries(parsed).map(([typed, value]) => [names.get(typed) ?? typed, String(value)] as const);
  return {
    options: new Map(options),
    unknown: words.filter((word) => looksLikeOption(word) && !isOption(word)),
    before: words.filter((word) => !looksLikeOption(word)),
    after: args.slice(end + 1),
  };
}

/** Refuses a URL, which other users of the machine can see, before any message can quote it. @throws UsageError */
function assertNoUrl(words: readonly string[]): void {
  if (!words.some((word) => /postgres(?:ql)?:\/\/|:\/\/.*@/i.test(word))) return;
  throw new UsageError(
    `a database URL does not belong on the command line. Set ${DATABASE_VARIABLE}, ` +
      'or put it in a file for --database-file',
  );
}

/** Joins options and their values with `=`, so a value may begin with a dash unless it is an option. */
function joinValues(words: readonly string[]): string[] {
  const result: string[] = [];
  for (const word of words) {
    const before = result.at(-1) ?? '';
    if (takesValue(before) && !/^--/.test(word) && !isOption(word)) result.splice(-1, 1, `${before}=${word}`);
    else result.push(word);
  }
  return result;
}

/** Returns whether a word is an option that takes the next word as its value. */
function takesValue(word: string): boolean {
  const name = word.startsWith('--') ? names.get(word.slice(2)) : undefined;
  return new RegExp(`^-\\w*${VALUED}$`).test(word) || (name !== undefined && !isFlag(name));
}

/**
 * Returns whether a word looks like an option, perhaps with a word processor's dash. A negative number does not, so
 * messages call it a wrong value.
 */
function looksLikeOption(word: string): boolean {
  return /^[-–—−](?!\d|$)/.test(word);
}

/** Returns whether a word is a known option, perhaps with `=` and a value. */
function isOption(word: string): boolean {
  const [, typed, value] = /^--([\w-]+)(=.*)?$/s.exec(word) ?? [];
  if (typed === undefined) return LETTERS.test(word);
  const name = names.get(typed);
  return name !== undefined && !(isFlag(name) && value !== undefined);
}

function isFlag(name: string): boolean {
  return allOptions[name]?.kind === 'flag';
}

function makeLetterClass(areFlags: boolean): string {
  const letters = shorts.filter(({ isFlag }) => isFlag === areFlags).map(({ short }) => short);
  return `[${letters.join('')}]`;
}
