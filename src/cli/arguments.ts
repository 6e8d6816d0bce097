/**
 * The values of a command's arguments: from the command line, else from the environment, else the default of the table.
 */
import { UsageError } from '../errors/errors.js';
import type { Condition } from './command.js';
import { type Arguments, type CommandName, commands } from './commands.js';
import { type Line, optionsOf } from './line.js';
import { flagOf, variableOf } from './names.js';
import type { Option, Positional } from './option.js';
import { everywhere } from './options.js';

/** @throws UsageError that names the argument, option or variable whose value cannot be used. */
export function readArguments<Name extends CommandName>(
  name: Name,
  { positionals, options }: Omit<Line, 'name'>,
  env: NodeJS.ProcessEnv,
): Arguments<Name> {
  const given = { ...readPositionals(commands[name].positionals, positionals), ...readOptions(name, options) };
  const defaults = readEnvironment(name, env);
  const args: Record<string, unknown> = { ...defaultsOf(name), ...defaults, ...given };
  for (const condition of conditionsOf(name)) {
    const { option, holds, holdsForDefault = holds, otherwise } = condition;
    if (Object.hasOwn(given, option)) {
      if (!holds(args)) throw new UsageError(otherwise);
    } else if (Object.hasOwn(defaults, option) && !holdsForDefault(args, given)) {
      args[option] = optionsOf(name)[option]?.default;
    }
  }
  // The table that these were read by is the one that the type is made of.
  return args as Arguments<Name>;
}

function readPositionals(
  table: Readonly<Record<string, Positional>>,
  texts: readonly string[],
): Record<string, unknown> {
  const values = Object.entries(table).map(([name, { arity, read }], i) => {
    const isList = arity === 'many' || arity === 'any';
    return [name, read(texts.slice(i, isList ? undefined : i + 1), name)];
  });
  return Object.fromEntries(values);
}

function readOptions(name: CommandName, texts: ReadonlyMap<string, string>): Record<string, unknown> {
  const table = optionsOf(name);
  return Object.fromEntries([...texts].map(([option, text]) => [option, table[option]?.read(text, flagOf(option))]));
}

/** The variables of the environment that are set and not empty, as values of the options that they are defaults of. */
function readEnvironment(name: CommandName, env: NodeJS.ProcessEnv): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [option, { read }] of Object.entries({ ...commands[name].options, quiet: everywhere.quiet })) {
    const variable = variableOf(option);
    const text = env[variable];
    if (!text) continue;
    try {
      values[option] = read(text, variable);
    } catch (error) {
      if (!isOfAnotherCommand(option, text)) throw error; // as --format, of which solve and sequence have their own
    }
  }
  return values;
}

function isOfAnotherCommand(option: string, text: string): boolean {
  return Object.values(commands).some(({ options }: { options: Readonly<Record<string, Option>> }) => {
    try {
      return Object.hasOwn(options, option) && options[option]?.read(text, option) !== undefined;
    } catch {
      return false;
    }
  });
}

function defaultsOf(name: CommandName): Record<string, unknown> {
  return Object.fromEntries(Object.entries(optionsOf(name)).map(([option, about]) => [option, about.default]));
}

/** Conditions of a command, which take the arguments of that command. */
function conditionsOf(name: CommandName): readonly Condition<Record<string, unknown>>[] {
  const { conditions = [] }: { conditions?: readonly Condition<never>[] } = commands[name];
  // Each is declared for the arguments of its command, and is called with those.
  return conditions as readonly Condition<Record<string, unknown>>[];
}
