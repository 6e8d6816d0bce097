/**
 * Suggestions for words that the parser refuses: a name from another program, a value or an argument in the wrong
 * place, or a misspelling. All names and synonyms come from the table of commands.
 */
import { findNearest } from '../../core/text/nearest.js';
import { shellCommand } from '../../node/terminal/terminal.js';
import { type CommandName, commandNames, commands, groups, optionsOf, topLevelNames } from './commands.js';
import { type Command, flagOf, type Option, toKebabCase } from './option.js';
import { allOptions } from './words.js';

type OptionTable = Readonly<Record<string, Option>>;

const table: Readonly<Record<string, Command>> = commands;

/** Variables that do what options of other programs do. */
const VARIABLES = new Map([
  ['no-color', 'NO_COLOR=1 in the environment'],
  ['color', 'FORCE_COLOR=1 in the environment'],
]);

/**
 * Suggests an option, an argument, a command or a variable for an unknown option.
 *
 * @param typed the option as the user typed it, perhaps with a word processor's dash.
 * @param name the command; undefined if the line names none.
 * @param next the command's first argument, which may be the option's value.
 */
export function suggestForOption(typed: string, name: CommandName | undefined, next?: string): string | undefined {
  const word = typed.replace(/^[-–—−]+|=.*$/gs, '');
  const options = name === undefined ? allOptions : optionsOf(name);
  const isArgument = name !== undefined && Object.hasOwn(commands[name].positionals, word);
  if (isArgument) return fillExample(name, /(?<==).+/s.exec(typed)?.[0] ?? next);
  return (
    findOption(word, options) ??
    findOptionByChoice(word, options) ??
    findCommandByName(word) ??
    VARIABLES.get(word) ??
    findCommandByChoice(word) ??
    findNearestOption(word, options)
  );
}

/** Returns a command with this argument; its first example if there is none. */
function fillExample(name: CommandName, argument: string | undefined): string {
  if (argument === undefined) return pickExample(name);
  return shellCommand('queens-par', ...(name === 'count' ? [] : name.split(' ')), argument);
}

/** Suggests a command line for one whose first words are no command. */
export function suggestForCommand([first = '', second = '']: readonly string[]): string | undefined {
  const word = Object.hasOwn(groups, first) ? second : first;
  const option = findOption(word, commands.count.options);
  const near = findNearest(`${first} ${second}`.trim(), [...topLevelNames(), ...commandNames]);
  return (
    findCommandByName(word) ??
    (option && `${pickExample('count')} ${option}`) ??
    findCommandByChoice(word) ??
    (near && `queens-par ${near}`)
  );
}

/** Suggests a command line for wrong arguments: a range of sizes, a file name, or a value without its option. */
export function suggestForArguments(given: readonly string[], name: CommandName): string | undefined {
  const [first = ''] = given;
  const ends = given.length > 1 ? given : first.split(/\.{2,3}|[-–—:,]/);
  const isRange = ends.length > 1 && ends.every((end) => /^\d{1,3}$/.test(end));
  if (isRange && (name === 'count' || name === 'sequence')) {
    return `queens-par sequence ${Math.min(...ends.map(Number))}..${Math.max(...ends.map(Number))}`;
  }
  const isFile = /^[\w .,@%+=:\\/-]{1,60}$/.test(first) && /[/\\]|\.[a-z]\w*$/i.test(first);
  if (isFile && name === 'count') return shellCommand('queens-par', 'status', first);
  for (const word of given) {
    const option = findOptionByChoice(word, optionsOf(name));
    const line = option ? `${pickExample(name)} ${option}` : findCommandByChoice(word);
    if (line) return line;
  }
  return undefined;
}

/** Suggests a flag for a value that an option refuses: `--json` for `--format json`. */
export function suggestForValue(value: string, name: CommandName): string | undefined {
  const flags = Object.entries(optionsOf(name)).filter(([, { kind }]) => kind === 'flag');
  return findOption(value, Object.fromEntries(flags));
}

/** Returns a command's first example, which includes every required argument. */
export function pickExample(name: CommandName): string {
  return `queens-par ${commands[name].examples[0]?.[0]}`;
}

/** Finds the option with this name, letter or synonym: `--threads N`. */
function findOption(word: string, options: OptionTable): string | undefined {
  const found = Object.entries(options).find(([option, { short, synonyms = [] }]) =>
    [toKebabCase(option), short, ...synonyms].includes(word),
  );
  return found && `${flagOf(found[0])} ${found[1].placeholder ?? ''}`.trim();
}

/** Finds an option with this choice, or with a choice that ends like this: for `json`, `--format ndjson`. */
function findOptionByChoice(word: string, options: OptionTable): string | undefined {
  for (const [option, { choices = [] }] of Object.entries(options)) {
    const found = choices.find((choice) => choice === word || (word.length > 2 && choice.endsWith(word)));
    if (found !== undefined) return `${flagOf(option)} ${found}`;
  }
  return undefined;
}

/** Finds the command with this name or synonym. The group may be left out: `start` is `cluster start`. */
function findCommandByName(word: string): string | undefined {
  const found = Object.entries(table).find(
    ([name, { synonyms = [] }]) => name.split(' ').at(-1) === word || synonyms.includes(word),
  );
  return found && `queens-par ${found[0]}`;
}

function findCommandByChoice(word: string): string | undefined {
  for (const name of commandNames) {
    const option = findOptionByChoice(word, optionsOf(name));
    if (option) return `${pickExample(name)} ${option}`;
  }
  return undefined;
}

function findNearestOption(word: string, options: OptionTable): string | undefined {
  const shorts = Object.values(options).flatMap(({ short }) => short ?? []);
  const near = findNearest(word, [...Object.keys(options).map(toKebabCase), ...shorts]);
  return near && (near.length === 1 ? `-${near}` : `--${near}`);
}
