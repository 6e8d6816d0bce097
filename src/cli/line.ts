/** Reads a command line: the command and the values of its arguments. Errors suggest the most similar name. */
import { UsageError } from '../errors/errors.js';
import { nearest } from '../text/nearest.js';
import { unquoted } from '../text/quoted.js';
import type { Command } from './command.js';
import { type Arguments, type CommandName, commands, groups } from './commands.js';
import { expandPatterns } from './file-patterns.js';
import { refuseFormerNames } from './former-names.js';
import { flagOf, kebab, type Option, type Positional } from './option.js';
import { everywhere } from './options.js';
import { allOptions, type Words } from './words.js';

/** A command line that was read without an error. */
export interface Line<Name extends CommandName = CommandName> {
  readonly name: Name;
  readonly args: Arguments<Name>;
}

/**
 * Reads a command line. `--help` has priority over errors, a former name over an unknown option, and that over other errors.
 *
 * @param env environment variables, which may set defaults.
 * @throws UsageError
 */
export function parseLine(words: Words, env: NodeJS.ProcessEnv): Line {
  const { options, unknown, before, after } = words;
  const { name, rest } = findCommand(before);
  if (options.has('help')) return { name: 'help', args: { command: topicOf(before), quiet: false } };
  refuseFormerNames(namesIn(words));
  if (unknown[0] !== undefined) throw new UsageError(unknownOption(unknown[0], name));
  if (name === undefined) throw new UsageError(unknownCommand(before));
  if (name === 'count' && before[0] !== 'count' && isWord(before[0])) throw new UsageError(unknownCommand([before[0]]));
  checkOptions(name, options);
  const positionals = expandPatterns([...rest, ...after]);
  checkPositionals(name, positionals);
  return { name, args: readArguments(name, positionals, options, env) };
}

/** Returns all words that may be a command, an option, an option with a former value, or one of a former command. */
function namesIn({ options, unknown, before: [first = '', second = ''] }: Words): string[] {
  const given = [...options].flatMap(([option, text]) => [`${flagOf(option)} ${text}`, `${first} ${flagOf(option)}`]);
  return [first, `${first} ${second}`, ...unknown.map((word) => word.replace(/=.*/s, '')), ...given];
}

/** Returns the options of a command, including those that every command has. */
export function optionsOf(name: CommandName): Readonly<Record<string, Option>> {
  return { ...commands[name].options, ...everywhere };
}

/** Finds the command and its arguments. The default is `count`. An unknown command of a group has no name. */
function findCommand(before: readonly string[]): { name: CommandName | undefined; rest: readonly string[] } {
  const [first = '', second = ''] = before;
  if (Object.hasOwn(groups, first)) {
    const name = `${first} ${second}`;
    return { name: isCommand(name) ? name : undefined, rest: before.slice(2) };
  }
  return isCommand(first) ? { name: first, rest: before.slice(1) } : { name: 'count', rest: before };
}

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}

/** Returns the names of commands and groups: the possible first words of a line. */
export function topLevelNames(): string[] {
  return [...new Set(Object.keys(commands).map((name) => name.replace(/ .*/, '')))];
}

/** Returns the commands of a group, without its name. */
export function subcommandsOf(group: string): string[] {
  return Object.keys(commands).flatMap((name) => (name.startsWith(`${group} `) ? [name.slice(group.length + 1)] : []));
}

/** Returns the words of the command or group that `--help` explains; none for the whole program. */
function topicOf(before: readonly string[]): string[] {
  const { name } = findCommand(before);
  if (name === undefined) return before.slice(0, 1);
  if (name !== 'count' || before[0] === 'count') return name.split(' ');
  return before.slice(0, 1).filter(isWord); // 16 --help explains the program; an unknown command is an error
}

function checkOptions(name: CommandName, options: ReadonlyMap<string, string>): void {
  const known = optionsOf(name);
  for (const [option, text] of options) {
    if (!Object.hasOwn(known, option)) throw new UsageError(`${name} has no ${flagOf(option)} (see ${helpOn(name)})`);
    if (text === '') throw new UsageError(`${flagOf(option)} needs a value (see ${helpOn(name)})`);
    const excluded = known[option]?.excludes?.find((one) => options.has(one));
    if (excluded) throw new UsageError(`use either ${flagOf(option)} or ${flagOf(excluded)}, not both`);
  }
  for (const option of options.keys()) {
    const { needs = [option] } = known[option] ?? {};
    if (needs.some((one) => options.has(one))) continue;
    const wanted = needs.map((one) => `${flagOf(one)} ${known[one]?.placeholder ?? ''}`.trimEnd());
    throw new UsageError(`${flagOf(option)} needs ${wanted.join(' or ')}`);
  }
}

function checkPositionals(name: CommandName, given: readonly string[]): void {
  const wanted: readonly Positional[] = Object.values(commands[name].positionals);
  const missing = wanted.filter(({ arity }) => arity === 'one' || arity === 'many')[given.length];
  if (missing) {
    const help = helpOn(name === 'count' ? undefined : name); // queens-par alone: the help of the program
    throw new UsageError(`give ${missing.noun}, as in: ${exampleOf(name)} (see ${help})`);
  }
  const extra = given[wanted.length];
  if (extra !== undefined && !wanted.some(({ arity }) => arity === 'many' || arity === 'any')) {
    throw new UsageError(`unexpected argument: ${unquoted(extra)}`);
  }
}

/** Reads the values of all arguments. @throws UsageError that names the wrong argument, option or variable. */
function readArguments<Name extends CommandName>(
  name: Name,
  positionals: readonly string[],
  options: ReadonlyMap<string, string>,
  env: NodeJS.ProcessEnv,
): Arguments<Name> {
  const args: Record<string, unknown> = {};
  const table: Readonly<Record<string, Positional>> = commands[name].positionals;
  for (const [i, [word, { arity, read }]] of Object.entries(table).entries()) {
    const isList = arity === 'many' || arity === 'any';
    args[word] = read(positionals.slice(i, isList ? undefined : i + 1), word);
  }
  for (const [option, { read, variable = '', default: byDefault }] of Object.entries(optionsOf(name))) {
    const text = options.get(option);
    if (text !== undefined) args[option] = read(text, flagOf(option));
    else args[option] = env[variable] ? read(env[variable], variable) : byDefault;
  }
  // The type and the values are derived from the same table.
  return args as Arguments<Name>;
}

function unknownOption(typed: string, name: CommandName | undefined): string {
  const option = unquoted(typed.replace(/=.*/s, ''));
  const about: Partial<Command> = name === undefined ? {} : commands[name];
  if (about.lacks?.some((lacking) => flagOf(lacking) === option)) return `${name} has no ${option}. ${about.note}`;
  const table = name === undefined ? allOptions : optionsOf(name);
  const known = Object.keys(table).map(kebab);
  if (typed.includes('=') && known.includes(option.slice(2))) return `${option} takes no value`;
  const shorts = Object.values(table).flatMap(({ short }) => short ?? []);
  const near = nearest(option.replace(/^-+/, ''), [...known, ...shorts]);
  if (near) return `unknown option ${option}; did you mean ${near.length === 1 ? '-' : '--'}${near}?`;
  return `unknown option ${option} (see ${helpOn(name)})`;
}

/** Returns whether a text is a word like a command's name. */
function isWord(text: string | undefined): text is string {
  return text !== undefined && /^[a-z-]+$/i.test(text);
}

/** Describes a command that does not exist, with a similar one, or a group without a command. */
export function unknownCommand([first = '', ...others]: readonly string[]): string {
  if (Object.hasOwn(groups, first) && others.length === 0)
    return `give one of ${subcommandsOf(first).join(', ')}, as in: queens-par ${first} start 18`;
  const name = [first, ...others.slice(0, 1)].join(' ');
  const near = nearest(name, [...topLevelNames(), ...Object.keys(commands)]);
  const hint = near ? `did you mean queens-par ${near}?` : 'queens-par --help lists the commands';
  return `there is no command ${unquoted(name)}; ${hint}`;
}

function helpOn(name: CommandName | undefined): string {
  return name === undefined ? 'queens-par --help' : `queens-par help ${name}`;
}

function exampleOf(name: CommandName): string {
  return `queens-par ${commands[name].examples[0]?.[0]}`;
}
