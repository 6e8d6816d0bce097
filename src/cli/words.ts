/** Sorts the words of a command line into options, their values and other words, by our table. */
import { parseArgs } from 'node:util';
import { commands } from './commands.js';
import { kebab, type Option } from './option.js';
import { everywhere } from './options.js';

/** Every option of any command. A test checks that those of the same name agree on having a value. */
export const allOptions: Readonly<Record<string, Option>> = Object.assign(
  {},
  ...Object.values(commands).map(({ options }) => options),
  everywhere,
);

/** The names of all options as they are typed, with those in the code. */
const names = new Map(Object.keys(allOptions).map((name) => [kebab(name), name]));

/** The options, as Node's parser wants them. */
const parserOptions = Object.fromEntries(
  [...names].map(([typed, name]) => {
    const { short } = allOptions[name] ?? {};
    return [typed, { type: isFlag(name) ? 'boolean' : 'string', ...(short && { short }) } as const];
  }),
);

/** A group of letters: flags, and perhaps an option with its value, as in `-qt2`. */
const LETTERS = new RegExp(`^-(?=.)${anyOf(true)}*(${anyOf(false)}([=\\d].*)?)?$`, 's');

/** The words of a line, sorted. */
export interface Words {
  /** The text of each option that was given; of a flag, `true`. An option without its value has an empty text. */
  readonly options: ReadonlyMap<string, string>;
  /** Words that look like options and are none, as they were typed. */
  readonly unknown: readonly string[];
  /** Other words, before `--` and after. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Sorts the words of a line by their looks. The last of a repeated option wins. */
export function sortWords(args: readonly string[]): Words {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const words = args.slice(0, end).map((word) => word.replace(/^--no-(color|progress)$/, '--$1=never'));
  const options = new Map<string, string>();
  const unknown = new Set<string>();
  const others = new Set<number>();
  for (const token of parseArgs({ args: words, options: parserOptions, strict: false, tokens: true }).tokens) {
    const word = words[token.index] ?? '';
    const name = token.kind === 'option' ? names.get(token.name) : undefined;
    // A negative number does not look like an option: it is a wrong number.
    if (token.kind !== 'option' || /^-\d/.test(word)) others.add(token.index);
    else if (name === undefined || !isOption(word)) unknown.add(word);
    else
      options.set(name, isFlag(name) ? 'true' : textOf(token.value ?? '', token.rawName, token.inlineValue ?? false));
  }
  const before = [...others].map((place) => words[place] ?? '');
  return { options, unknown: [...unknown], before, after: args.slice(end + 1) };
}

/** The value of an option as Node's parser found it: it takes `=8` of `-t=8`, and any next word, even an option. */
function textOf(value: string, rawName: string, isInline: boolean): string {
  if (!isInline) return value.startsWith('--') || isOption(value) ? '' : value;
  return rawName.startsWith('--') ? value : value.replace(/^=/, '');
}

/** Whether a word is an option, with its value behind `=` if it takes one. */
function isOption(word: string): boolean {
  const [, typed, value] = /^--([\w-]+)(=.*)?$/s.exec(word) ?? [];
  if (typed === undefined) return LETTERS.test(word);
  const name = names.get(typed);
  return name !== undefined && !(isFlag(name) && value !== undefined);
}

function isFlag(name: string): boolean {
  return allOptions[name]?.placeholder === undefined;
}

/** A class of the letters that are short for flags, or for options with a value. */
function anyOf(areFlags: boolean): string {
  const letters = [...names.values()].map((name) => (isFlag(name) === areFlags ? allOptions[name]?.short : ''));
  return `[${letters.join('')}]`;
}
