/** Classifies the words of a command line as options, their values, and other words. */
import { DATABASE_VARIABLE } from '../../cluster/database-url.js';
import { UsageError } from '../../core/errors/errors.js';
import { quoted } from '../../core/text/quoted.js';
import { commands } from './commands.js';
import { flagOf, type Option } from './option.js';
import { globalOptions } from './options.js';

/** The options of all commands. A test checks that options with the same name are either all flags or all valued. */
export const allOptions: Readonly<Record<string, Option>> = Object.assign(
  {},
  ...Object.values(commands).map(({ options }) => options),
  globalOptions,
);

/** The options by the words that select them: `--threads`, `-t`. */
const namesByWord = new Map(Object.keys(allOptions).map((name) => [flagOf(name), name]));
for (const [name, { short }] of Object.entries(allOptions)) if (short) namesByWord.set(`-${short}`, name);

export interface Words {
  /** The value of each given option, as a string: `true` for a flag, empty if the value is missing. */
  readonly options: ReadonlyMap<string, string>;
  /** Words that look like options but are unknown, as the user typed them. */
  readonly unknown: readonly string[];
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * Classifies the words of a command line.
 *
 * @throws UsageError for a database URL, and for a name that is not UTF-8: Node.js replaces its bytes, so it would be
 *   the name of another file.
 */
export function classifyWords(args: readonly string[]): Words {
  assertNoUrl(args);
  const garbled = args.find((word) => word.includes('\ufffd'));
  if (garbled !== undefined) throw new UsageError(`${quoted(garbled)} is not UTF-8: rename the file`);
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const options = new Map<string, string>();
  const unknown: string[] = [];
  const before: string[] = [];
  let waiting: string | undefined; // the option whose value the next word may be
  for (const word of args.slice(0, end)) {
    const parsed = parseOptions(word);
    if (parsed)
      for (const [name, value] of parsed) options.set(name, value ?? ''); // the last value wins
    else if (waiting !== undefined && !word.startsWith('--')) options.set(waiting, word);
    else (looksLikeOption(word) ? unknown : before).push(word);
    waiting = parsed?.find(([, value]) => value === undefined)?.[0];
  }
  return { options, unknown, before, after: args.slice(end + 1) };
}

/** Refuses a URL, which other users of the machine can see, before any message can quote it. @throws UsageError */
function assertNoUrl(words: readonly string[]): void {
  if (!words.some((word) => /postgres(?:ql)?:\/\/|:\/\/.*@/i.test(word))) return;
  throw new UsageError(
    `a database URL does not belong on the command line. Set ${DATABASE_VARIABLE}, ` +
      'or put it in a file for --database-file',
  );
}

/**
 * Parses a word of known options: `--threads`, `--threads=2`, `-t2`, or combined letters like `-qt2`.
 *
 * @returns each option with its value, `true` for a flag, undefined if the value is missing; undefined for other words.
 */
function parseOptions(word: string): [name: string, value: string | undefined][] | undefined {
  const [, typed = '', rest = ''] = /^(--[\w-]+|-\w)(.*)$/s.exec(word) ?? [];
  const name = namesByWord.get(typed);
  if (name === undefined) return undefined;
  if (allOptions[name]?.kind !== 'flag') {
    if (rest === '') return [[name, undefined]];
    return /^[=\d]/.test(rest) ? [[name, rest.replace(/^=/, '')]] : undefined;
  }
  if (rest === '') return [[name, 'true']];
  const others = typed.startsWith('--') ? undefined : parseOptions(`-${rest}`);
  return others && [[name, 'true'], ...others];
}

/**
 * Returns whether a word looks like an option, perhaps with a word processor's dash. A negative number does not, so
 * messages call it a wrong value.
 */
function looksLikeOption(word: string): boolean {
  return /^[-–—−](?!\d|$)/.test(word);
}
