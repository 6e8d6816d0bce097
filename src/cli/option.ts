/**
 * How the table of commands describes options and positional arguments. Nothing here knows which there are: see
 * options.ts and commands.ts. From these descriptions come the types of the arguments, help, completion, the defaults
 * from the environment, the manual page and docs/commands.md.
 */
import { UsageError } from '../errors/errors.js';
import { nearest } from '../text/nearest.js';
import { quoted } from '../text/quoted.js';

/** An option of a command: `--threads 8`, or a flag like `--json`. */
export interface Option<Value = unknown> {
  /** What it does, without a full stop. */
  readonly description: string;
  /** What stands for the value in help, like `N` or `FILE`; a flag has none. */
  readonly placeholder?: string | undefined;
  /** A letter that is short for the name. */
  readonly short?: string | undefined;
  /** The values it can have, where they are few. */
  readonly choices?: readonly string[] | undefined;
  /** Whether the command cannot do without it. */
  readonly required?: boolean | undefined;
  /** The value where neither the command line nor the environment gives one. */
  readonly default?: Value | undefined;
  /** The default as help tells it, where the value itself does not. */
  readonly defaultText?: string | undefined;
  /**
   * The value that a text stands for.
   *
   * @param name how a message names the place of the text: `--threads`, or `QUEENS_PAR_THREADS`.
   * @throws UsageError
   */
  readonly read: (text: string, name: string) => Value;
}

/** An argument without a name, like the board size. */
export interface Positional<Value = unknown> {
  /** What it is, with its article, for `give the board size`. */
  readonly noun: string;
  readonly description: string;
  /** How many of them a command takes; `many` is one or more, `any` none or more. */
  readonly arity: 'one' | 'optional' | 'many' | 'any';
  /** The values it can have, where they are few. */
  readonly choices?: readonly string[] | undefined;
  /** Whether the shell can complete it with the names of files. */
  readonly isFile?: boolean | undefined;
  /** The value of all texts that were given, of as many as the arity allows. @throws UsageError */
  readonly read: (texts: readonly string[], name: string) => Value;
}

/** What an option is, apart from what it reads. */
interface Described<Default> {
  readonly description: string;
  readonly short?: string;
  readonly default?: Default;
  readonly defaultText?: string;
}

/** An option without a value: on or off. In the environment, and after `=`, it is 1, true or yes, or 0, false or no. */
export function flag(description: string, { short }: { readonly short?: string } = {}): Option<boolean> {
  return { description, short, default: false, read: readFlag };
}

/** Reads a flag's value. @throws UsageError */
function readFlag(text: string, name: string): boolean {
  if (/^(1|true|yes)$/i.test(text)) return true;
  if (/^(0|false|no)$/i.test(text)) return false;
  throw new UsageError(`${name} must be 1 or 0, not ${quoted(text)}`);
}

/** An option that has one of a few values. */
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

/** An option that is a whole number. @see readWholeNumber */
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

/** An option that is read by a function of its own. */
export function value<Value, const Default extends Value | undefined = undefined>(
  placeholder: string,
  read: (text: string, name: string) => Value,
  about: Described<Default>,
): Option<Value | Default> {
  return { placeholder, ...about, read };
}

/** An option that names a file. */
export function file(description: string): Option<string | undefined> {
  return { placeholder: 'FILE', description, read: (text) => text };
}

/** The same, for a command that cannot do without it. */
export function requiredFile(description: string): Option<string> {
  return { placeholder: 'FILE', description, required: true, read: (text) => text };
}

/** A positional argument that must be given. */
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
