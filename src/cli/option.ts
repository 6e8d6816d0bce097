/**
 * How the table of commands describes options and positional arguments; options.ts and commands.ts list them. The types
 * of the arguments, help, completion and the manual page follow from these descriptions.
 */
import { UsageError } from '../errors/errors.js';
import { nearest } from '../text/nearest.js';
import { quoted } from '../text/quoted.js';

/** An option of a command: `--threads 8`, or a flag like `--json`. */
export interface Option<Value = unknown> {
  /** Its effect, for help, without a full stop. */
  readonly description: string;
  /** The name of the value in help, like `N` or `FILE`; a flag has none. */
  readonly placeholder?: string | undefined;
  /** A letter that is short for the name. */
  readonly short?: string | undefined;
  /** The possible values, if they are few. */
  readonly choices?: readonly string[] | undefined;
  /** Whether the argument is required. */
  readonly required?: boolean | undefined;
  /** Other options of the command: one of them must be given, too. */
  readonly needs?: readonly string[] | undefined;
  /** Other options of the command that must not be given, too. */
  readonly excludes?: readonly string[] | undefined;
  /** The environment variable that sets the default. */
  readonly variable?: string | undefined;
  /** The value if neither the command line nor the variable gives one. */
  readonly default?: Value | undefined;
  /** The default in words, for help. */
  readonly defaultText?: string | undefined;
  /**
   * Reads the value from its text.
   *
   * @param name the source of the text in messages: `--threads`, or `QUEENS_PAR_THREADS`.
   * @throws UsageError
   */
  readonly read: (text: string, name: string) => Value;
}

/** An argument without a name, like the board size. */
export interface Positional<Value = unknown> {
  /** Its noun with an article, for `give the board size`. */
  readonly noun: string;
  readonly description: string;
  /** The number of arguments: `many` is one or more, `any` none or more. */
  readonly arity: 'one' | 'optional' | 'many' | 'any';
  /** The possible values, if they are few. */
  readonly choices?: readonly string[] | undefined;
  /** Whether the shell can complete it with the names of files. */
  readonly isFile?: boolean | undefined;
  /** Reads the value from the texts that were given, as many as the arity allows. @throws UsageError */
  readonly read: (texts: readonly string[], name: string) => Value;
}

/** The option as it is typed: `--plan-of` for `planOf`. */
export function flagOf(option: string): string {
  return `--${kebab(option)}`;
}

/** `planOf` as `plan-of`. */
export function kebab(option: string): string {
  return option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The fields that every kind of option takes from its declaration. */
type Described<Default> = Pick<Option<Default>, Declared>;
type Declared = 'description' | 'short' | 'variable' | 'default' | 'defaultText' | 'needs' | 'excludes';

/** An option without a value: on if it is there. */
export function flag(description: string, about: Pick<Option, 'short' | 'needs' | 'excludes'> = {}): Option<boolean> {
  return { description, ...about, default: false, read: () => true };
}

/** Returns an option that has one of a few values. */
export function choice<const Name extends string, const Default extends Name | undefined = undefined>(
  choices: readonly Name[],
  about: Described<Default>,
): Option<Name | Default> {
  function read(text: string, name: string): Name {
    const chosen = choices.find((one) => one === text);
    if (chosen !== undefined) return chosen;
    const list = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(choices);
    const near = nearest(text, choices);
    throw new UsageError(`${name} must be ${list}, not ${quoted(text)}${near ? `; did you mean ${near}?` : ''}`);
  }
  return { placeholder: 'NAME', choices, ...about, read };
}

/** Returns an option that is a whole number. @see readWholeNumber */
export function wholeNumber<const Default extends number | undefined = undefined>(
  least: number,
  most: number,
  about: Described<Default>,
): Option<number | Default> {
  return { placeholder: 'N', ...about, read: (text, name) => readWholeNumber(text, name, least, most) };
}

/**
 * Reads digits only: 1e3, 2.5, 0x10 and the empty text are refused.
 *
 * @param most no limit if it is the largest number that is exact: messages leave that out.
 * @throws UsageError
 */
export function readWholeNumber(text: string, name: string, least: number, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
  throw new UsageError(`${name} must be a whole number ${range}, not ${quoted(text)}`);
}

/** Returns an option with a reader of its own. */
export function value<Value, const Default extends Value | undefined = undefined>(
  placeholder: string,
  read: (text: string, name: string) => Value,
  about: Described<Default>,
): Option<Value | Default> {
  return { placeholder, ...about, read };
}

/** Returns an option that is a text of the user's own: a name, or a path. */
export function text(placeholder: string, about: Described<undefined>): Option<string | undefined> {
  return { placeholder, ...about, read: (given) => given };
}

/** Returns an option that names a ledger file to write to. */
export function ledger(about: Described<undefined>): Option<string | undefined> {
  return { placeholder: 'FILE', ...about, read: readLedgerName };
}

/** The same, if the command requires it. */
export function requiredLedger(about: Described<undefined>): Option<string> {
  return { placeholder: 'FILE', ...about, required: true, read: readLedgerName };
}

/** Refuses standard streams: a ledger is read and replaced, and redirected data would be lost. @throws UsageError */
function readLedgerName(text: string, name: string): string {
  if (!/^(-|\/dev\/(std(in|out|err)|fd\/.*)|\/proc\/self\/fd\/.*)$/.test(text)) return text;
  throw new UsageError(`${name} must be a file of its own, not ${text}`);
}

/** Returns a positional argument that must be given. */
export function positional<Value>(
  noun: string,
  description: string,
  readOne: (text: string, name: string) => Value,
): Positional<Value> {
  return { noun, description, arity: 'one', read: ([text = ''], name) => readOne(text, name) };
}

/** The same, if it can be left out. */
export function optional<Value, const Default extends Value | undefined = undefined>(
  { noun, description, isFile, choices, read }: Positional<Value>,
  byDefault?: Default,
): Positional<Value | Default> {
  return {
    ...{ noun, description, isFile, choices, arity: 'optional' },
    read: (texts, name) => (texts.length > 0 ? read(texts, name) : (byDefault as Default)), // undefined is a Default too
  };
}
