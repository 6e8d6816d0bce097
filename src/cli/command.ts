/** The entry of a command in the table, and the types that follow from it. */
import type { Option, Positional } from './option.js';
import type { everywhere } from './options.js';

/** A command: its arguments and its help. The body is in commands/. */
export interface Command {
  /** One line for help, without a full stop. */
  readonly summary: string;
  /** By name, in the order of the command line. */
  readonly positionals: Readonly<Record<string, Positional>>;
  /** By name in the code: `planOf` is `--plan-of`. */
  readonly options: Readonly<Record<string, Option>>;
  /** Options that do not go with others. */
  readonly conditions?: readonly Condition<never>[];
  /** Command lines without the program's name. The first one shows all that is required. */
  readonly examples: readonly Example[];
}

type Example = readonly [line: string, meaning: string];

/** An option that is of use only under a condition; otherwise it is an error. */
export interface Condition<Args> {
  readonly option: string;
  /** @param args all arguments. */
  readonly holds: (args: Args) => boolean;
  /** The error if it does not hold. */
  readonly otherwise: string;
}

/** The values that a table of options or positional arguments reads. */
type ValuesOf<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends { read: (...given: never[]) => infer Value } ? Value : never;
};

/** The arguments that a command's body gets. */
export type ArgumentsOf<Of extends Pick<Command, 'positionals' | 'options'>> = ValuesOf<Of['positionals']> &
  ValuesOf<Of['options']> &
  ValuesOf<Pick<typeof everywhere, 'quiet'>>;

/** Declares a command. Its type checks the conditions against the arguments. */
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
