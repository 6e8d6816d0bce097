/**
 * Commands, options and positional arguments: their types, and functions that declare options and arguments in the
 * table of commands.
 */

import { checkInteger, UsageError } from '../../core/errors/errors.js';
import { findNearest } from '../../core/text/nearest.js';
import { quoted } from '../../core/text/quoted.js';

/** The kind of a value. Shells complete choices, files and folders, but no other kinds. */
export type ValueKind = 'number' | 'choice' | 'file' | 'folder' | 'run' | 'text';

/** An option of a command: `--threads 8`, or a flag such as `--json`. */
export interface Option<Value = unknown> {
  readonly kind: ValueKind | 'flag';
  /** What the option does or sets, for the help, without a period. */
  readonly description: string;
  /** The value's name in the help, such as `N` or `FILE`; undefined for a flag. */
  readonly placeholder?: string | undefined;
  /** The one-letter form of the name. */
  readonly short?: string | undefined;
  /** Other programs' names for this option. A user who types one gets this option as a suggestion. */
  readonly synonyms?: readonly string[] | undefined;
  readonly choices?: readonly string[] | undefined;
  /** The meanings of choices that do not explain themselves, by value. */
  readonly meanings?: Readonly<Record<string, string>> | undefined;
  /** Options at least one of which must be given together with this option. */
  readonly needs?: readonly string[] | undefined;
  readonly excludes?: readonly string[] | undefined;
  readonly variable?: string | undefined;
  /** The value if neither the command line nor the variable sets one. */
  readonly default?: Value | undefined;
  /** The default in words, for the help. */
  readonly defaultText?: string | undefined;
  /**
   * Parses the value.
   *
   * @param name the option or the environment variable, for messages: `--threads` or `QUEENS_PAR_THREADS`.
   * @throws UsageError
   */
  readonly read: (text: string, name: string) => Value;
}

/** An argument without a name, such as the board size. */
export interface Positional<Value = unknown> {
  readonly kind: ValueKind | 'command';
  /** The argument in words, for messages such as `audit needs a file or a run`. */
  readonly noun: string;
  readonly description: string;
  /** How many values to give: `many` means one or more, `any` means zero or more. */
  readonly arity: 'one' | 'optional' | 'many' | 'any';
  readonly choices?: readonly string[] | undefined;
  readonly read: (texts: readonly string[], name: string) => Value;
}

/** A command: its arguments and its help. The function that runs it is in src/cli/commands. */
export interface Command {
  /** One sentence for the help, without a period. */
  readonly summary: string;
  /** Other programs' names for this command. A user who types one gets this command as a suggestion. */
  readonly synonyms?: readonly string[];
  /** Further details for the help, in full sentences. */
  readonly note?: string;
  /** Options that users may expect here but that do not exist. The note tells what to do instead. */
  readonly lacks?: readonly string[];
  /** The argument, by its name in the help. No command takes two. */
  readonly positionals: Readonly<Record<string, Positional>>;
  /** The options, by their names in the code: `databaseFile` is `--database-file`. */
  readonly options: Readonly<Record<string, Option>>;
  /** Command lines, without the program's name. The first one includes every required argument. */
  readonly examples: readonly (readonly [line: string, meaning: string])[];
}

/** Returns an option as the user types it: `--database-file` for `databaseFile`. */
export function flagOf(option: string): string {
  return `--${toKebabCase(option)}`;
}

/** Converts `databaseFile` to `database-file`. */
export function toKebabCase(option: string): string {
  return option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Fields that an option of any kind may declare. */
type OptionFields<Default> = Omit<Option<Default>, 'kind' | 'choices' | 'read'>;

/** Declares an option without a value. It is true if the user gives it. */
export function flag(
  description: string,
  about: Pick<Option, 'short' | 'synonyms' | 'needs' | 'excludes'> = {},
): Option<boolean> {
  return { kind: 'flag', description, ...about, default: false, read: () => true };
}

/** Declares an option whose value is one of a few names. */
export function choice<const Name extends string, const Default extends Name | undefined = undefined>(
  choices: readonly Name[],
  about: OptionFields<Default>,
): Option<Name | Default> {
  return {
    kind: 'choice',
    placeholder: 'NAME',
    choices,
    ...about,
    read: (text, name) => parseChoice(choices, text, name),
  };
}

/** Parses one of a few names. @throws UsageError that suggests the most similar name. */
export function parseChoice<Name extends string>(choices: readonly Name[], text: string, name: string): Name {
  const chosen = choices.find((one) => one === text);
  if (chosen !== undefined) return chosen;
  const near = findNearest(text, choices);
  throw new UsageError(
    `${name} must be ${listChoices(choices)}, not ${quoted(text)}${near ? `; did you mean ${near}?` : ''}`,
  );
}

/** Lists names in a sentence: `bash, zsh or fish`. */
export function listChoices(choices: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(choices);
}

/** Declares an option whose value is an integer. @see parseInteger */
export function wholeNumber<const Default extends number | undefined = undefined>(
  min: number,
  max: number,
  about: OptionFields<Default>,
): Option<number | Default> {
  return { kind: 'number', placeholder: 'N', ...about, read: (text, name) => parseInteger(text, name, min, max) };
}

/**
 * Parses an integer. Only digits are allowed: 1e3, 2.5, 0x10 and the empty string are errors.
 *
 * @param max the maximum. Messages omit it if it is `Number.MAX_SAFE_INTEGER`.
 * @throws UsageError
 */
export function parseInteger(text: string, name: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return checkInteger(name, value, min, max, quoted(text));
}

/** Declares an option whose value is parsed by `read`. Shells complete it if its kind is `file` or `folder`. */
export function value<Value, const Default extends Value | undefined = undefined>(
  placeholder: string,
  read: (text: string, name: string) => Value,
  about: OptionFields<Default> & { readonly kind?: ValueKind },
): Option<Value | Default> {
  return { kind: 'text', placeholder, ...about, read };
}

/** Declares an option whose value is a ledger file. */
export function ledger(about: OptionFields<undefined>): Option<string | undefined> {
  return value('FILE', parseLedgerName, { kind: 'file', ...about });
}

/**
 * Rejects cluster runs and standard streams. A count replaces its ledger, so output redirected to it would be lost.
 *
 * @throws UsageError
 */
function parseLedgerName(text: string, name: string): string {
  if (text.startsWith('run:'))
    throw new UsageError(`${name} must be a file, not a run; for a file with the same name, write ./${text}`);
  if (!/^(-|\/dev\/(std(in|out|err)|fd\/.*)|\/proc\/self\/fd\/.*)$/.test(text)) return text;
  throw new UsageError(`${name} must be a regular file, not ${text}`);
}

export function positional<Value>(
  kind: ValueKind,
  noun: string,
  description: string,
  readOne: (text: string, name: string) => Value,
): Positional<Value> {
  return { kind, noun, description, arity: 'one', read: ([text = ''], name) => readOne(text, name) };
}
