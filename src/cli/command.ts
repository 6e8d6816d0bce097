/** What the table says of a command, and the types that follow from it. */
import type { Option, Positional } from './option.js';
import type { everywhere } from './options.js';

/** A command: what it is given, and what help says of it. Its body is in commands/. */
export interface Command {
  /** What it does, in one line without a full stop. */
  readonly summary: string;
  /** By name, in the order in which they are given. */
  readonly positionals: Readonly<Record<string, Positional>>;
  /** By name in the code: `planOf` is `--plan-of`. */
  readonly options: Readonly<Record<string, Option>>;
  /** Options that do not go with others. */
  readonly conditions?: readonly Condition<never>[];
  /** Command lines without the program's name. The first one shows what may not be left out. */
  readonly examples: readonly Example[];
}

type Example = readonly [line: string, meaning: string];

/**
 * An option that is of use only under a condition. Where that does not hold, it is an error on the command line, and
 * ignored in the environment: a default that was set once must not make other commands fail.
 */
export interface Condition<Args> {
  readonly option: string;
  /**
   * Whether the option is of use.
   *
   * @param args all values, those from the environment included.
   */
  readonly holds: (args: Args) => boolean;
  /** The same for a value from the environment, where that differs. @param given the values of the command line alone. */
  readonly holdsForDefault?: (args: Args, given: Partial<Args>) => boolean;
  /** The error if it is not. */
  readonly otherwise: string;
}

/** What descriptions of options or positional arguments read. */
type ValuesOf<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends { read: (...given: never[]) => infer Value } ? Value : never;
};

/** The arguments that a command's body gets. */
export type ArgumentsOf<Of extends Pick<Command, 'positionals' | 'options'>> = ValuesOf<Of['positionals']> &
  ValuesOf<Of['options']> &
  ValuesOf<Pick<typeof everywhere, 'quiet'>>;

/** Declares a command, and so has its conditions checked against its arguments. */
export function command<
  const Positionals extends Command['positionals'],
  const Options extends Command['options'],
>(declared: {
  readonly summary: string;
  readonly positionals: Positionals;
  readonly options: Options;
  readonly conditions?: readonly (Condition<ArgumentsOf<{ positionals: Positionals; options: Options }>> & {
    readonly option: keyof Options;
  })[];
  readonly examples: readonly Example[];
}): typeof declared {
  return declared;
}
