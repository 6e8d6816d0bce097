/**
 * Suggestions for words that the parser refuses: a name from another program, a value or an argument in the wrong
 * place, or a misspelling. All names and synonyms come from the table of commands.
 */
import { findNearest } from '../../core/text/nearest.js';
import { shellCommand } from '../../node/terminal/terminal.js';
import { type CommandName, commandNames, commands, groups, isCommand, optionsOf, topLevelNames } from './commands.js';
import { type Command, flagOf, type Option, type Positional, toKebabCase } from './option.js';
import { allOptions } from './words.js';

type OptionTable = Readonly<Record<string, Option>>;

/**
 * Suggests an option, an argument, a command or a variable for an unknown option.
 *
 * @param typed the option as the user typed it, perhaps with a word processor's dash.
 * @param name the command; undefined if it is unknown.
 * @param given the command's arguments, which may include `next`.
 * @param next the word after the option, which may be its value; empty if there is none.
 */
export function suggestForOption(
  typed: string,
  name: CommandName | undefined,
  given: readonly string[],
  next: string,
): string | undefined {
  const [, word = '', value = next] = /^[-–—−]+([^=]*)(?:=(.*))?$/s.exec(typed) ?? [];
  const options = name === undefined ? allOptions : optionsOf(name);
  const isArgument = name !== undefined && Object.hasOwn(commands[name].positionals, word);
  const hasArgument = given.some((one) => one !== next);
  if (isArgument && !hasArgument) return fillExample(name, value === '' ? given : [value]);
  const [, letter, number] = /^([a-z])(\d+)$/i.exec(word) ?? [];
  if (letter !== undefined) return suggestForOption(`-${letter}=${number}`, name, given, next);
  const command = findCommandByName(word, value !== '');
  return (
    findOption(word, options) ??
    findOptionByChoice(word, options) ??
    findOptionByChoice(/^A\d{6}$/.test(value) ? value : '', options) ?? // a sequence's id is unmistakable
    (command === name ? undefined : command && nameCommand(command, given)) ??
    findVariable(word, value) ??
    findCommandByChoice(word, given) ??
    findNearestOption(word, options)
  );
}

/** Finds the environment variable for another program's color option: `NO_COLOR=1` for `--color never`. */
function findVariable(word: string, value: string): string | undefined {
  const isOff = /^(never|none|no|off|false|0)$/i.test(value);
  if (word === 'no-color' || (word === 'color' && isOff)) return 'NO_COLOR=1 in the environment';
  return word === 'color' && value !== 'auto' ? 'FORCE_COLOR=1 in the environment' : undefined;
}

/** Returns the command line with the first word that the command accepts or, if it accepts none, the first example. */
function fillExample(name: CommandName, words: readonly string[]): string {
  const argument = words.find((word) => isAccepted(name, word));
  if (argument === undefined) return pickExample(name);
  return shellCommand('queens-par', ...(name === 'count' ? [] : name.split(' ')), argument);
}

/** Returns the command line as `fillExample` does, but without an argument if the command accepts none of the words. */
function nameCommand(name: CommandName, words: readonly string[]): string {
  return words.some((word) => isAccepted(name, word)) ? fillExample(name, words) : `queens-par ${name}`;
}

/** Returns whether a command takes an argument and accepts the given word. */
function isAccepted(name: CommandName, word: string): boolean {
  const [positional] = Object.values<Positional>(commands[name].positionals);
  if (!positional || (positional.kind !== 'number' && /^\d+$/.test(word))) return false;
  try {
    positional.read([word], '');
    return true;
  } catch {
    return false;
  }
}

/** Suggests a command line for an unknown command. @param words the command and any arguments. */
export function suggestForCommand(words: readonly string[]): string | undefined {
  const [group = ''] = words;
  const isInGroup = Object.hasOwn(groups, group);
  const [word = '', ...given] = isInGroup ? words.slice(1) : words;
  const named = findCommandByName(word);
  const option = findOption(word, commands.count.options);
  const near = findNearest(isInGroup ? `${group} ${word}` : word, [...topLevelNames(), ...commandNames]);
  if (named) return nameCommand(named, given);
  if (option) return `${fillExample('count', given)} ${option}`;
  const byChoice = findCommandByChoice(word, given);
  if (byChoice !== undefined || near === undefined) return byChoice;
  return isCommand(near) ? nameCommand(near, given) : `queens-par ${near}`;
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
    const line = option ? `${fillExample(name, given)} ${option}` : findCommandByChoice(word, given);
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

/** Finds the option with the given name, letter or synonym: `--threads N`. */
function findOption(word: string, options: OptionTable): string | undefined {
  const found = Object.entries(options).find(([option, { short, synonyms = [] }]) =>
    [toKebabCase(option), short, ...synonyms].includes(word),
  );
  return found && `${flagOf(found[0])} ${found[1].placeholder ?? ''}`.trim();
}

/** Finds an option with a choice that equals the given word or ends with it: `--format ndjson` for `json`. */
function findOptionByChoice(word: string, options: OptionTable): string | undefined {
  for (const [option, { choices = [] }] of Object.entries(options)) {
    const found = choices.find((choice) => choice === word || (word.length > 2 && choice.endsWith(word)));
    if (found !== undefined) return `${flagOf(option)} ${found}`;
  }
  return undefined;
}

/**
 * Finds the command with the given name or synonym. The group may be left out: `start` is `cluster start`.
 *
 * @param isExact whether to ignore synonyms.
 */
function findCommandByName(word: string, isExact = false): CommandName | undefined {
  return commandNames.find((name) => {
    const { synonyms = [] }: Command = commands[name];
    return name.split(' ').at(-1) === word || (!isExact && synonyms.includes(word));
  });
}

/** Finds a command that has an option with the given choice, and returns its line with an argument from `given`. */
function findCommandByChoice(word: string, given: readonly string[]): string | undefined {
  for (const name of commandNames) {
    const option = findOptionByChoice(word, optionsOf(name));
    if (option) return `${fillExample(name, given)} ${option}`;
  }
  return undefined;
}

function findNearestOption(word: string, options: OptionTable): string | undefined {
  const shorts = Object.values(options).flatMap(({ short }) => short ?? []);
  const near = findNearest(word, [...Object.keys(options).map(toKebabCase), ...shorts]);
  return near && (near.length === 1 ? `-${near}` : `--${near}`);
}
