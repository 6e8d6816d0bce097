/** Types for the table of commands: a command, and the arguments of its function. */
import type { Option, Positional } from './option.js';
import type { globalOptions } from './options.js';

/** A command: its arguments and its help. The function that runs it is in src/cli/commands. */
export interface Command {
  /** One sentence for the help, without a period. */
  readonly summary: string;
  /** Other programs' names for this command. A user who types one gets this command as a suggestion. */
  readonly synonyms?: readonly string[];
  /** Further details for the help, in full sentences. */
  readonly note?: string;
  /** Options that users may expect here but that do not exist. The note says what to do instead. */
  readonly lacks?: readonly string[];
  readonly positionals: Readonly<Record<string, Positional>>;
  /** The options, by their names in the code: `databaseFile` is `--database-file`. */
  readonly options: Readonly<Record<string, Option>>;
  /** Command lines, without the program's name. The first one includes every required argument. */
  readonly examples: readonly (readonly [line: string, meaning: string])[];
}

type ValuesOf<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends { read: (...given: never[]) => infer Value } ? Value : never;
};

export type ArgumentsOf<Entry extends Pick<Command, 'positionals' | 'options'>> = ValuesOf<Entry['positionals']> &
  ValuesOf<Entry['options']> &
  ValuesOf<Pick<typeof globalOptions, 'quiet'>>;
