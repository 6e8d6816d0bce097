/** Classifies the words of a command line as options, their values and other words, with the parser of Node.js. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { commands } from './commands.js';
import { kebab, type Option } from './option.js';
import { everywhere } from './options.js';

/** The options of all commands. A test checks that options with the same name are all flags or all have values. */
export const allOptions: Readonly<Record<string, Option>> = Object.assign(
  {},
  ...Object.values(commands).map(({ options }) => options),
  everywhere,
);

/** Maps the names of options on the command line to their names in the code. */
const names = new Map(Object.keys(allOptions).map((name) => [kebab(name), name]));

/** The options in the form that Node.js expects. */
const parserOptions: NonNullable<ParseArgsConfig['options']> = {};
for (const [typed, name] of names) {
  const { short, placeholder } = allOptions[name] ?? {};
  parserOptions[typed] = { type: placeholder === undefined ? 'boolean' : 'string', ...(short && { short }) };
}

/** The words of a command line, by kind. */
export interface Words {
  /** The value of each given option as text: `true` for a flag, empty if the value is missing. The last one counts. */
  readonly options: ReadonlyMap<string, string>;
  /** Words that look like options but are unknown, as the user typed them. */
  readonly unknown: readonly string[];
  /** Other words, before and after `--`. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Classifies the words of a command line. A negative number is no option, so that messages call it a wrong value. */
export function classifyWords(args: readonly string[]): Words {
  const { tokens } = parseArgs({ args: [...args], options: parserOptions, strict: false, tokens: true });
  const end = tokens.find(({ kind }) => kind === 'option-terminator')?.index ?? args.length;
  const given = tokens.flatMap((token) => (token.kind === 'option' ? { ...token, text: textOf(token) } : []));
  const unknown = new Set(given.flatMap(({ index, text }) => (text === undefined ? index : [])));
  const options = new Map<string, string>();
  for (const { index, name, text = '' } of given) if (!unknown.has(index)) options.set(names.get(name) ?? name, text);
  const wordsAt = (isWanted: (index: number) => boolean) => args.filter((_, index) => isWanted(index));
  const isNumber = (index: number) => /^-\d/.test(args[index] ?? '');
  const others = new Set(tokens.flatMap(({ kind, index }) => (kind === 'positional' ? index : [])));
  return {
    options,
    unknown: wordsAt((index) => unknown.has(index) && !isNumber(index)),
    before: wordsAt((index) => index < end && (others.has(index) || (unknown.has(index) && isNumber(index)))),
    after: args.slice(end + 1),
  };
}

/** An option as Node.js reads it. It takes any next word as the value, and any letters after `-t`. */
interface Given {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  /** Whether the value stands in the same word. */
  readonly inlineValue?: boolean | undefined;
}

/**
 * Returns the value of an option as text. The next word may begin with a dash, unless it is like `--json` or `-q`.
 *
 * @returns undefined if there is no such option, or the word cannot be one: `--json=1`, `-threads`.
 */
function textOf({ name, rawName, value, inlineValue }: Given): string | undefined {
  if (!names.has(name)) return undefined;
  if (parserOptions[name]?.type === 'boolean') return value === undefined ? 'true' : undefined;
  if (!inlineValue) return value === undefined || /^-(-|[a-z]$)/i.test(value) ? '' : value;
  if (rawName.startsWith('--')) return value;
  return value && /^[=\d]/.test(value) ? value.replace('=', '') : undefined;
}
