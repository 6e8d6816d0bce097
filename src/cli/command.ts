/** The type of a command in the table of commands, and the type of the arguments of its function. */
import type { Option, Positional } from './option.js';
import type { everywhere } from './options.js';

/** A command: its arguments and its help. Its function is in src/commands. */
export interface Command {
  /** One sentence for the help, without a full stop. */
  readonly summary: string;
  /** Names of this command in other programs. Messages about unknown commands suggest it. */
  readonly synonyms?: readonly string[];
  /** What the summary does not say, in full sentences, for the help. */
  readonly note?: string;
  /** Options that users expect although the command has none like them. The note says what to do instead. */
  readonly lacks?: readonly string[];
  /** The positional arguments by name, in order. */
  readonly positionals: Readonly<Record<string, Positional>>;
  /** The options by their names in the code: `databaseFile` is `--database-file`. */
  readonly options: Readonly<Record<string, Option>>;
  /** Command lines without the program's name. The first one has all required arguments. */
  readonly examples: readonly (readonly [line: string, meaning: string])[];
}

/** The types of the values of options or positionals, by name. */
type ValuesOf<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends { read: (...given: never[]) => infer Value } ? Value : never;
};

/** The arguments of a command's function. */
export type ArgumentsOf<Entry extends Pick<Command, 'positionals' | 'options'>> = ValuesOf<Entry['positionals']> &
  ValuesOf<Entry['options']> &
  ValuesOf<Pick<typeof everywhere, 'quiet'>>;
