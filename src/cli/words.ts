/**
 * The words of a command line, sorted into options, their values and other words. yargs's parser does it; it is told from
 * the table which options there are.
 */
import { Parser } from 'yargs/helpers';
import { commands } from './commands.js';
import { flagOf, kebab } from './names.js';
import type { Option } from './option.js';
import { everywhere } from './options.js';

/** Every option of any command. Those of the same name are alike in whether they have a value: a test holds that. */
export const allOptions: Readonly<Record<string, Option>> = Object.assign(
  {},
  ...Object.values(commands).map(({ options }) => options),
  everywhere,
);

const names = Object.keys(allOptions);

const parserOptions = {
  boolean: names.filter(isFlag).map(kebab),
  string: names.filter((name) => !isFlag(name)).map(kebab),
  alias: Object.fromEntries(
    names.flatMap((name) => (allOptions[name]?.short ? [[kebab(name), allOptions[name].short]] : [])),
  ),
  configuration: {
    'boolean-negation': false,
    'camel-case-expansion': false,
    'dot-notation': false,
    'duplicate-arguments-array': false, // the last of a repeated option wins
    'greedy-arrays': false,
    'parse-numbers': false,
    'parse-positional-numbers': false, // a file may be named 007
    'strip-aliased': true,
    'unknown-options-as-args': true,
  },
};

/** The words of a line, sorted. */
export interface Words {
  readonly options: ReadonlyMap<string, string>;
  /** Words that look like options but are none, as they were typed. */
  readonly unknown: readonly string[];
  /** Other words, before `--` and after. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Sorts the words of a line by what they look like. */
export function sortWords(args: readonly string[]): Words {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const inline = new Map<string, string>();
  const { _, ...parsed } = Parser(
    args.slice(0, end).map((word) => withoutFlagValue(word, inline)),
    parserOptions,
  );
  const options = new Map<string, string>();
  const unknown: string[] = [];
  for (const [typed, value] of Object.entries(parsed)) {
    const name = names.find((known) => kebab(known) === typed);
    if (name === undefined)
      unknown.push(`--${typed}`); // as --threads.x, which the parser lets through
    else options.set(name, inline.get(name) ?? String(value));
  }
  const others = _.map(String);
  return {
    options,
    unknown: [...unknown, ...others.filter(looksLikeOption)],
    before: others.filter((word) => !looksLikeOption(word)),
    after: args.slice(end + 1),
  };
}

/**
 * Takes the value off a flag, as in `--json=1`: the parser would take all but `true` for false.
 *
 * @param inline where the value is put.
 */
function withoutFlagValue(word: string, inline: Map<string, string>): string {
  const { long, short, value, digits } =
    /^(?:--(?<long>[\w-]+)|-(?<short>[A-Za-z]))(?:=(?<value>.*)|(?<digits>\d.*))?$/s.exec(word)?.groups ?? {};
  const name = names.find((known) => (long ? kebab(known) === long : short && allOptions[known]?.short === short));
  if (name === undefined || !isFlag(name)) return word;
  const given = value ?? digits;
  if (given === undefined)
    inline.delete(name); // the last one wins
  else inline.set(name, given);
  return flagOf(name);
}

function isFlag(name: string): boolean {
  return allOptions[name]?.placeholder === undefined;
}

/** A negative number is none, but a wrong number. */
function looksLikeOption(word: string): boolean {
  return /^-(?![\d]|$)/.test(word);
}
