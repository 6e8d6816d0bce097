/** Types of an entry in the table of commands and of its function's arguments. */
import type { Option, Positional } from './option.js';
import type { everywhere } from './options.js';

/** A command: its arguments and its help. Its function is in src/commands. */
export interface Command {
  /** One line for help, without a full stop. */
  readonly summary: string;
  /** The positional arguments by name, in order. */
  readonly positionals: Readonly<Record<string, Positional>>;
  /** The options by their names in the code: `planOf` is `--plan-of`. */
  readonly options: Readonly<Record<string, Option>>;
  /** Command lines without the program's name. The first one has all required arguments. */
  readonly examples: readonly (readonly [line: string, meaning: string])[];
}

/** Results of `read` for a table of options or positionals, by name. */
type ValuesOf<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends { read: (...given: never[]) => infer Value } ? Value : never;
};

/** The arguments of a command's function. */
export type ArgumentsOf<Of extends Pick<Command, 'positionals' | 'options'>> = ValuesOf<Of['positionals']> &
  ValuesOf<Of['options']> &
  ValuesOf<Pick<typeof everywhere, 'quiet'>>;
