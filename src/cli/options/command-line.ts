/** Reads a command line: the command and its arguments. Errors suggest what the user may have meant. */
import { UsageError } from '../../core/errors/errors.js';
import { escaped } from '../../core/text/quoted.js';
import { type Arguments, type CommandName, commands, groups, isCommand, optionsOf, subcommandsOf } from './commands.js';
import { expandPatterns } from './file-patterns.js';
import { pickExample, suggestForArguments, suggestForCommand, suggestForOption, suggestForValue } from './hints.js';
import { type Command, flagOf, listChoices, type Positional } from './option.js';
import { allOptions, type Words } from './words.js';

export interface CommandLine<Name extends CommandName = CommandName> {
  readonly name: Name;
  readonly args: Arguments<Name>;
}

/**
 * Reads a command line. `--help` takes priority over errors. An unknown command is reported before an unknown option,
 * which is reported before other errors.
 *
 * @param env environment variables, which may set defaults.
 * @throws UsageError
 */
export function parseLine(words: Words, env: NodeJS.ProcessEnv): CommandLine {
  const { options, unknown, afterUnknown, before, after } = words;
  const { name, rest } = findCommand(before);
  const isUnknownCommand = name === 'count' && before[0] !== 'count' && isWord(before[0]);
  if (options.has('help')) return { name: 'help', args: { command: findTopic(before), quiet: false } };
  if (isUnknownCommand && before[0] !== afterUnknown) throw createUnknownCommandError(before);
  if (unknown[0] !== undefined) throw createUnknownOptionError(unknown[0], words, { name, rest });
  if (name === undefined || isUnknownCommand) throw createUnknownCommandError(before);
  checkOptions(name, options);
  const positionals = expandPatterns([...rest, ...after]);
  checkPositionals(name, positionals);
  return { name, args: parseArguments(name, positionals, options, env) };
}

/** Finds the command, by default `count`, and its arguments. The name is undefined for an unknown subcommand. */
function findCommand(before: readonly string[]): { name: CommandName | undefined; rest: readonly string[] } {
  const [first = '', second = ''] = before;
  if (Object.hasOwn(groups, first)) {
    const name = `${first} ${second}`;
    return { name: isCommand(name) ? name : undefined, rest: before.slice(2) };
  }
  return isCommand(first) ? { name: first, rest: before.slice(1) } : { name: 'count', rest: before };
}

/** Returns the words of the command or group that `--help` explains; none for the whole program. */
function findTopic(before: readonly string[]): string[] {
  const { name } = findCommand(before);
  if (name === undefined) return before.slice(0, 1);
  if (name !== 'count' || before[0] === 'count') return name.split(' ');
  return before.slice(0, 1).filter(isWord); // `16 --help` explains the program; an unknown command is an error
}

function checkOptions(name: CommandName, options: ReadonlyMap<string, string>): void {
  const known = optionsOf(name);
  for (const [option, text] of options) {
    if (!Object.hasOwn(known, option)) {
      assertNotLacking(name, flagOf(option));
      const suggestion = suggestForValue(text, name) ?? suggestForOption(flagOf(option), name, [], text);
      throw createUsageError(`${name} has no option ${flagOf(option)}`, suggestion, ` (see ${nameHelpCommand(name)})`);
    }
    if (text === '') throw new UsageError(`${flagOf(option)} needs a value (see ${nameHelpCommand(name)})`);
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
  const [wanted] = Object.values<Positional>(commands[name].positionals);
  if (given.length === 0 && (wanted?.arity === 'one' || wanted?.arity === 'many')) {
    // For `queens-par` without arguments, the message refers to the program's help.
    const [problem, help] =
      name === 'count' ? [`give ${wanted.noun}`, undefined] : [`${name} needs ${wanted.noun}`, name];
    throw new UsageError(`${problem}, as in: ${pickExample(name)} (see ${nameHelpCommand(help)})`);
  }
  const extra = given[wanted ? 1 : 0];
  if (extra !== undefined && wanted?.arity !== 'many' && wanted?.arity !== 'any') {
    throw createUsageError(`unexpected argument: ${escaped(extra)}`, suggestForArguments(given, name));
  }
}

/** Reads the values of all arguments. @throws UsageError that identifies the invalid argument, option or variable. */
function parseArguments<Name extends CommandName>(
  name: Name,
  positionals: readonly string[],
  options: ReadonlyMap<string, string>,
  env: NodeJS.ProcessEnv,
): Arguments<Name> {
  const args: Record<string, unknown> = {};
  for (const [word, { read }] of Object.entries<Positional>(commands[name].positionals)) {
    args[word] = parseOrSuggest(
      () => read(positionals, word),
      () => suggestForArguments(positionals, name),
    );
  }
  for (const [option, { read, variable = '', default: byDefault }] of Object.entries(optionsOf(name))) {
    const text = options.get(option);
    if (text !== undefined) {
      args[option] = parseOrSuggest(
        () => read(text, flagOf(option)),
        () => suggestForValue(text, name),
      );
    } else args[option] = env[variable] ? read(env[variable], variable) : byDefault;
  }
  // The type and the values are derived from the same table.
  return args as Arguments<Name>;
}

function createUnknownOptionError(
  typed: string,
  { before, afterUnknown }: Words,
  { name, rest }: ReturnType<typeof findCommand>,
): UsageError {
  const option = escaped(typed.replace(/=.*/s, ''));
  if (name !== undefined) assertNotLacking(name, option);
  const known = Object.keys(name === undefined ? allOptions : optionsOf(name)).map(flagOf);
  if (typed.includes('=') && known.includes(option)) return new UsageError(`${option} takes no value`);
  return createUsageError(
    `unknown option ${option}`,
    suggestForOption(typed, name, rest, afterUnknown),
    ` (see ${nameHelpCommand(before.length === 0 ? undefined : name)})`,
  );
}

/** Refuses an option that users may expect but that does not exist. @throws UsageError with an alternative. */
function assertNotLacking(name: CommandName, flag: string): void {
  const { lacks = [], note }: Command = commands[name];
  if (lacks.some((option) => flagOf(option) === flag)) throw new UsageError(`${name} has no option ${flag}. ${note}`);
}

/** Returns whether an argument resembles a command name. */
function isWord(text: string | undefined): text is string {
  return text !== undefined && /^[a-z-]+$/i.test(text);
}

export function createUnknownCommandError([first = '', ...others]: readonly string[]): UsageError {
  if (Object.hasOwn(groups, first) && others.length === 0)
    return new UsageError(
      `${first} needs a command: ${listChoices(subcommandsOf(first))}, as in: queens-par ${first} start 18`,
    );
  const words = Object.hasOwn(groups, first) ? [first, ...others.slice(0, 1)] : [first];
  const problem = `there is no command ${escaped(words.join(' '))}`;
  return createUsageError(problem, suggestForCommand([first, ...others]), '; queens-par --help lists the commands');
}

/** Returns an error that ends with a suggestion or, if there is none, with `otherwise`. */
function createUsageError(problem: string, suggestion: string | undefined, otherwise = ''): UsageError {
  return new UsageError(suggestion ? `${problem}; did you mean ${suggestion}?` : problem + otherwise);
}

/** Reads a value. If it is wrong, adds a suggestion to the error. */
function parseOrSuggest<Value>(read: () => Value, suggest: () => string | undefined): Value {
  try {
    return read();
  } catch (error) {
    throw error instanceof UsageError ? createUsageError(error.message, suggest()) : error;
  }
}

function nameHelpCommand(name: CommandName | undefined): string {
  return name === undefined ? 'queens-par --help' : `queens-par help ${name}`;
}
