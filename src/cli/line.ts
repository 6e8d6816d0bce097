/**
 * Parses a command line into the name of a command and the texts of its arguments. Throws an error for a wrong one, with
 * the nearest right word. arguments.ts reads the values.
 */

import { UsageError } from '../errors/errors.js';
import { nearest } from '../text/nearest.js';
import { unquoted } from '../text/quoted.js';
import { type CommandName, commands, groups } from './commands.js';
import { flagOf, kebab } from './names.js';
import type { Option, Positional } from './option.js';
import { everywhere } from './options.js';
import { allOptions, sortWords } from './words.js';

/** A parsed command line. */
export interface Line {
  readonly name: CommandName;
  /** The texts of the positional arguments. */
  readonly positionals: readonly string[];
  /** The text of each option that was given; of a flag, `true` or `false`. */
  readonly options: ReadonlyMap<string, string>;
}

/** The options of a command, including those that every command has. */
export function optionsOf(name: CommandName): Readonly<Record<string, Option>> {
  return { ...commands[name].options, ...everywhere };
}

/**
 * Parses a command line. Help and the version come before everything else, and an unknown option comes before
 * any other error.
 *
 * @throws UsageError
 */
export function understand(args: readonly string[]): Line {
  const { options, unknown, before, after } = sortWords(args);
  const { name, rest } = findCommand(before);
  if (options.has('help')) return { name: 'help', positionals: topicOf(before), options: new Map() };
  if (options.has('version')) {
    const number = new Map([['number', 'true']]);
    return { name: 'version', positionals: [], options: options.has('json') ? new Map([['json', 'true']]) : number };
  }
  if (unknown[0] !== undefined) throw new UsageError(unknownOption(unknown[0], name));
  if (name === undefined) throw new UsageError(unknownSubcommand(before));
  checkOptions(name, options);
  const positionals = [...rest, ...after];
  if (name === 'count' && before.length > 0) refuseMisspelt(before);
  checkPositionals(name, positionals);
  return { name, positionals, options };
}

/** The command that a line names, and the words that are its arguments. Without a name it is a count. */
export function findCommand(before: readonly string[]): { name: CommandName | undefined; rest: readonly string[] } {
  const [first = '', second = ''] = before;
  if (Object.hasOwn(groups, first)) {
    const name = `${first} ${second}`;
    return { name: isCommand(name) ? name : undefined, rest: before.slice(2) };
  }
  return isCommand(first) ? { name: first, rest: before.slice(1) } : { name: 'count', rest: before };
}

/** Whether a command has this name. */
export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}

/** What help is asked about: the command that is named, if one is. */
function topicOf(before: readonly string[]): string[] {
  const { name } = findCommand(before);
  if (name === undefined) return before.slice(0, 1);
  return name === 'count' && before[0] !== 'count' ? [] : name.split(' ');
}

function checkOptions(name: CommandName, options: ReadonlyMap<string, string>): void {
  for (const [option, text] of options) {
    if (!Object.hasOwn(optionsOf(name), option)) {
      throw new UsageError(`${subjectOf(name)} has no ${flagOf(option)} (${helpOn(name)} lists its options)`);
    }
    if (text === '') throw new UsageError(`${flagOf(option)} needs a value (${helpOn(name)} tells more)`);
  }
  const missing = Object.entries(optionsOf(name)).find(([option, { required }]) => required && !options.has(option));
  if (missing) throw new UsageError(`${flagOf(missing[0])} is needed, as in: ${exampleOf(name)}`);
}

/** A word where the board size should be may be the name of a command. */
function refuseMisspelt([word = '']: readonly string[]): void {
  const near = /^[a-z]+$/i.test(word) ? nearest(word, topLevelNames()) : undefined;
  if (near && near !== word) throw new UsageError(`there is no command ${word}; did you mean queens-par ${near}?`);
}

function checkPositionals(name: CommandName, given: readonly string[]): void {
  const wanted: readonly Positional[] = Object.values(commands[name].positionals);
  const missing = wanted.filter(({ arity }) => arity === 'one' || arity === 'many')[given.length];
  if (missing) throw new UsageError(`give ${missing.noun}, as in: ${exampleOf(name)} (${helpOn(name)} tells more)`);
  const superfluous = given[wanted.length];
  if (superfluous !== undefined && !wanted.some(({ arity }) => arity === 'many' || arity === 'any')) {
    throw new UsageError(`one argument too many: ${unquoted(superfluous)}`);
  }
}

/** What can be the first word of a line. */
export function topLevelNames(): string[] {
  return [...new Set(Object.keys(commands).map((name) => name.replace(/ .*/, '')))];
}

/** The commands of a group, without its name. */
export function subcommandsOf(group: string): string[] {
  return Object.keys(commands).flatMap((name) => (name.startsWith(`${group} `) ? [name.slice(group.length + 1)] : []));
}

function unknownOption(typed: string, name: CommandName | undefined): string {
  const option = unquoted(typed.replace(/=.*/s, ''));
  const known = Object.keys(name === undefined ? allOptions : optionsOf(name)).map(kebab);
  const near = nearest(option.replace(/^-+/, ''), known);
  if (near) return `unknown option ${option}; did you mean --${near}?`;
  const mayBeFile = /^-[^-]./.test(option) ? '; a file name that begins with a dash goes after --' : '';
  return `unknown option ${option} (${helpOn(name)} lists them${mayBeFile})`;
}

function unknownSubcommand([group = '', typed]: readonly string[]): string {
  const subcommands = subcommandsOf(group);
  if (typed === undefined) return `give one of ${subcommands.join(', ')}, as in: queens-par ${group} start 18`;
  const near = nearest(typed, subcommands);
  const right = near ? `did you mean queens-par ${group} ${near}?` : `queens-par ${group} --help lists them`;
  return `there is no command ${group} ${unquoted(typed)}; ${right}`;
}

function subjectOf(name: CommandName): string {
  return name === 'count' ? 'a count' : name;
}

function helpOn(name: CommandName | undefined): string {
  return name === undefined || name === 'count' ? 'queens-par --help' : `queens-par ${name} --help`;
}

function exampleOf(name: CommandName): string {
  return `queens-par ${commands[name].examples[0]?.[0]}`;
}
