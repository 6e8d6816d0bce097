/**
 * Options and positional arguments: their types, and functions that make them for the table of commands. The help, the
 * completion, the manual page and the types of a command's arguments are derived from them.
 */
import { UsageError } from '../errors/errors.js';
import { checkWholeNumber } from '../errors/whole-number.js';
import { findNearest } from '../text/nearest.js';
import { quoted } from '../text/quoted.js';

/** The kind of a value. Shells complete choices, files and folders, and nothing for the other kinds. */
export type ValueKind = 'number' | 'choice' | 'file' | 'folder' | 'run' | 'text';

/** An option of a command: `--threads 8`, or a flag like `--json`. */
export interface Option<Value = unknown> {
  readonly kind: ValueKind | 'flag';
  /** The effect, for the help, without a full stop. */
  readonly description: string;
  /** The name of the value in help, like `N` or `FILE`; undefined for a flag. */
  readonly placeholder?: string | undefined;
  /** The one-letter form of the name. */
  readonly short?: string | undefined;
  /** Names of this option in other programs. Messages about unknown options suggest it. */
  readonly synonyms?: readonly string[] | undefined;
  /** The possible values of a choice. */
  readonly choices?: readonly string[] | undefined;
  /** The meanings of choices that do not explain themselves, by value. */
  readonly meanings?: Readonly<Record<string, string>> | undefined;
  /** Other options. At least one of them must be given with this one. */
  readonly needs?: readonly string[] | undefined;
  /** Other options that must not be given with this one. */
  readonly excludes?: readonly string[] | undefined;
  /** The environment variable that sets the default. */
  readonly variable?: string | undefined;
  /** The value if neither the command line nor the variable sets one. */
  readonly default?: Value | undefined;
  /** The default in words, for help. */
  readonly defaultText?: string | undefined;
  /**
   * Reads the value from its text.
   *
   * @param name the option or variable, for messages: `--threads`, or `QUEENS_PAR_THREADS`.
   * @throws UsageError
   */
  readonly read: (text: string, name: string) => Value;
}

/** An argument without a name, like the board size. */
export interface Positional<Value = unknown> {
  readonly kind: ValueKind | 'command';
  /** A noun with an article, for the message `give the board size`. */
  readonly noun: string;
  readonly description: string;
  /** The number of arguments: `many` is one or more, `any` is zero or more. */
  readonly arity: 'one' | 'optional' | 'many' | 'any';
  /** The possible values of a choice. */
  readonly choices?: readonly string[] | undefined;
  /** Reads the value from the words of this argument. @throws UsageError */
  readonly read: (texts: readonly string[], name: string) => Value;
}

/** Returns an option as the user types it: `--database-file` for `databaseFile`. */
export function flagOf(option: string): string {
  return `--${kebab(option)}`;
}

/** Converts `databaseFile` to `database-file`. */
export function kebab(option: string): string {
  return option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The fields that every kind of option may declare. */
type Described<Default> = Pick<Option<Default>, Declared>;
type Declared = Exclude<keyof Option, 'kind' | 'choices' | 'read'>;

/** Makes an option that takes no value. It is true if the user gives it. */
export function flag(
  description: string,
  about: Pick<Option, 'short' | 'synonyms' | 'needs' | 'excludes'> = {},
): Option<boolean> {
  return { kind: 'flag', description, ...about, default: false, read: () => true };
}

/** Makes an option with one of a few values. */
export function choice<const Name extends string, const Default extends Name | undefined = undefined>(
  choices: readonly Name[],
  about: Described<Default>,
): Option<Name | Default> {
  return {
    kind: 'choice',
    placeholder: 'NAME',
    choices,
    ...about,
    read: (text, name) => readChoice(choices, text, name),
  };
}

/** Reads one of a few values. @throws UsageError that suggests the most similar one. */
export function readChoice<Name extends string>(choices: readonly Name[], text: string, name: string): Name {
  const chosen = choices.find((one) => one === text);
  if (chosen !== undefined) return chosen;
  const list = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(choices);
  const near = findNearest(text, choices);
  throw new UsageError(`${name} must be ${list}, not ${quoted(text)}${near ? `; did you mean ${near}?` : ''}`);
}

/** Makes an option whose value is a whole number. @see readWholeNumber */
export function wholeNumber<const Default extends number | undefined = undefined>(
  least: number,
  most: number,
  about: Described<Default>,
): Option<number | Default> {
  return { kind: 'number', placeholder: 'N', ...about, read: (text, name) => readWholeNumber(text, name, least, most) };
}

/**
 * Reads a whole number. Only digits are allowed: 1e3, 2.5, 0x10 and the empty text are errors.
 *
 * @param most the upper limit. Messages omit it if it is `Number.MAX_SAFE_INTEGER`.
 * @throws UsageError
 */
export function readWholeNumber(text: string, name: string, least: number, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return checkWholeNumber(name, value, least, most, quoted(text));
}

/** Makes an option whose value is a text with its own reader. */
export function value<Value, const Default extends Value | undefined = undefined>(
  placeholder: string,
  read: (text: string, name: string) => Value,
  about: Described<Default>,
): Option<Value | Default> {
  return { kind: 'text', placeholder, ...about, read };
}

/** Makes an option whose value is any text, such as a name. */
export function text(placeholder: string, about: Described<undefined>): Option<string | undefined> {
  return { kind: 'text', placeholder, ...about, read: (given) => given };
}

/** Makes an option whose value is the path of a file or a folder. */
export function path(kind: 'file' | 'folder', about: Described<undefined>): Option<string | undefined> {
  return { kind, placeholder: kind.toUpperCase(), ...about, read: (given) => given };
}

/** Makes an option whose value is a ledger file. */
export function ledger(about: Described<undefined>): Option<string | undefined> {
  return { kind: 'file', placeholder: 'FILE', ...about, read: readLedgerName };
}

/**
 * Refuses runs of a cluster, and standard streams: a ledger is read and replaced, and redirected data would be lost.
 *
 * @throws UsageError
 */
function readLedgerName(text: string, name: string): string {
  if (text.startsWith('run:'))
    throw new UsageError(`${name} must be a file, not a run; ./${text} is a file of this name`);
  if (!/^(-|\/dev\/(std(in|out|err)|fd\/.*)|\/proc\/self\/fd\/.*)$/.test(text)) return text;
  throw new UsageError(`${name} must be a regular file, not ${text}`);
}

/** Makes a positional argument. */
export function positional<Value>(
  kind: ValueKind,
  noun: string,
  description: string,
  readOne: (text: string, name: string) => Value,
): Positional<Value> {
  return { kind, noun, description, arity: 'one', read: ([text = ''], name) => readOne(text, name) };
}
