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
  /** Command lines without the program's name. The first one shows all that is required. */
  readonly examples: readonly (readonly [line: string, meaning: string])[];
}

/** The values that a table of options or positional arguments reads. */
type ValuesOf<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends { read: (...given: never[]) => infer Value } ? Value : never;
};

/** The arguments that a command's body gets. */
export type ArgumentsOf<Of extends Pick<Command, 'positionals' | 'options'>> = ValuesOf<Of['positionals']> &
  ValuesOf<Of['options']> &
  ValuesOf<Pick<typeof everywhere, 'quiet'>>;
