/** `queens-par help` and `--help`: help for a terminal, generated from the table of commands. */

import { makeUnknownCommandError } from '../options/command-line.js';
import {
  type Arguments,
  type CommandName,
  commands,
  groups,
  isCommand,
  optionsOf,
  subcommandsOf,
  topLevelNames,
} from '../options/commands.js';
import { type Command, flagOf, type Option, type Positional } from '../options/option.js';
import { globalOptions } from '../options/options.js';

const DESCRIPTION = 'Counts the ways to place n queens on an n x n board so that no two attack each other.';

const ENDING = `Environment variables: QUEENS_PAR_THREADS sets the default for --threads, QUEENS_PAR_DATABASE_URL
is the URL of a cluster's database, and NO_COLOR and FORCE_COLOR turn colors off and on.
queens-par help <command> explains a command. https://oeis.org/A000170 lists the known counts.`;

/** Maximum width of the help. Longer lines are hard to read. */
const MAX_COLUMNS = 100;

export async function help({ command }: Arguments<'help'>): Promise<void> {
  const columns = process.stdout.isTTY ? process.stdout.columns : MAX_COLUMNS;
  process.stdout.write(formatHelp(command, Math.min(columns || MAX_COLUMNS, MAX_COLUMNS)));
}

/** Formats help on a command, a group of commands or, without a topic, the program. @throws UsageError */
function formatHelp(topic: readonly string[], width: number): string {
  const name = topic.join(' ');
  if (name === '') return formatProgramHelp(width);
  if (isCommand(name)) return formatCommandHelp(name, width);
  if (Object.hasOwn(groups, name)) return formatGroupHelp(name, width);
  throw makeUnknownCommandError(topic);
}

/** Formats a command's usage: `queens-par plan <n>`. */
export function formatUsage(name: CommandName): string {
  const positionals = Object.entries<Positional>(commands[name].positionals).map(([word, { arity }]) =>
    PATTERNS[arity](word),
  );
  return ['queens-par', name, ...positionals].join(' ');
}

const PATTERNS: Readonly<Record<Positional['arity'], (name: string) => string>> = {
  one: (name) => `<${name}>`,
  optional: (name) => `[${name}]`,
  many: (name) => `<${name}...>`,
  any: (name) => `[${name}...]`,
};

/** Spells an option: `-t, --threads <N>`. */
export function spellOption(name: string, { short, placeholder }: Option): string {
  const long = placeholder === undefined ? flagOf(name) : `${flagOf(name)} <${placeholder}>`;
  return short === undefined ? long : `-${short}, ${long}`;
}

/** Describes an option's choices and its default: `auto, bitmask, meet; default: auto`. */
export function describeValues({ choices, meanings, defaultText, default: value }: Option): string {
  const values = choices?.map((choice) => (meanings ? `${choice} (${meanings[choice]})` : choice));
  const byDefault = defaultText ?? (value === undefined || value === false ? undefined : String(value));
  const facts = [values?.join(', '), byDefault && `default: ${byDefault}`];
  return facts.filter((fact) => fact).join('; ');
}

function formatProgramHelp(width: number): string {
  const usage = 'queens-par <n> [options]\nqueens-par <command> [arguments] [options]';
  const { threads, verify, checkpoint, json } = commands.count.options;
  const shown = { threads, verify, checkpoint, json, ...globalOptions };
  const options = formatSection('Options for a count (queens-par help count lists all)', formatOptions(shown), width);
  return joinParagraphs(
    usage,
    DESCRIPTION,
    formatCommands(topLevelNames(), width),
    options,
    formatExamples('count', width),
    ENDING,
  );
}

function formatGroupHelp(group: string, width: number): string {
  const names = subcommandsOf(group).map((name) => `${group} ${name}`);
  return joinParagraphs(`queens-par ${group} <command>`, `${groups[group]}.`, formatCommands(names, width), ENDING);
}

function formatCommands(names: readonly string[], width: number): string {
  const rows = names.map((name) => {
    if (!isCommand(name)) return [`${name} <command>`, groups[name] ?? ''];
    return [formatUsage(name).slice('queens-par '.length), commands[name].summary];
  });
  return formatSection('Commands', rows, width);
}

function formatCommandHelp(name: CommandName, width: number): string {
  const { summary, note = '', positionals }: Command = commands[name];
  const rows = Object.entries<Positional>(positionals).map(([word, { arity, description }]) => {
    return [PATTERNS[arity](word), description];
  });
  const args = formatSection('Arguments', rows, width);
  return joinParagraphs(
    `${formatUsage(name)} [options]`,
    `${summary}.`,
    wrap(note, width).join('\n'),
    args,
    formatSection('Options', formatOptions(optionsOf(name)), width),
    formatExamples(name, width),
  );
}

function joinParagraphs(...parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function formatOptions(options: Readonly<Record<string, Option>>): string[][] {
  return Object.entries(options).map(([option, about]) => {
    const spelling = spellOption(option, about);
    const facts = describeValues(about);
    const description = facts === '' ? about.description : `${about.description} [${facts}]`;
    return [about.short === undefined ? `    ${spelling}` : spelling, description];
  });
}

/** Formats a command's examples. Only their explanations are wrapped, because users copy the commands. */
function formatExamples(name: CommandName, width: number): string {
  const list = commands[name].examples.map(([line, meaning]) => [`queens-par ${line}`, meaning]);
  return formatSection('Examples', list, width);
}

/** Formats a title and two columns below it, the second one wrapped. Returns an empty string if there are no rows. */
function formatSection(title: string, rows: readonly (readonly string[])[], width: number): string {
  if (rows.length === 0) return '';
  const left = Math.max(...rows.map(([first = '']) => first.length)) + 4; // two spaces on each side
  const lines = rows.flatMap(([first = '', second = '']) =>
    wrap(second, Math.max(width - left, 20)).map((line, i) => `${(i === 0 ? `  ${first}` : '').padEnd(left)}${line}`),
  );
  return [`${title}:`, ...lines].join('\n');
}

/** Wraps a paragraph into lines. A word longer than a line gets a line of its own. */
function wrap(paragraph: string, width: number): string[] {
  return paragraph.match(new RegExp(`\\S{${width},}|\\S.{0,${width - 1}}(?=\\s|$)`, 'g')) ?? [''];
}
