/** `queens-par help` and `--help`: print help that is generated from the table of commands. */

import { documentsFolder } from '../../node/package/package.js';
import { createUnknownCommandError } from '../options/command-line.js';
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
Exit codes: 0 for success, 1 if a count fails or is wrong, 2 for a wrong command line or file, and
128 plus a signal's number if the signal stops the program.
queens-par help <command> explains a command. The documents are in ${documentsFolder()}.
https://oeis.org/A000170 lists the known counts.`;

/** Width of the help in columns, at most 100 because longer lines are hard to read. */
const WIDTH = Math.min(process.stdout.columns || 100, 100);

/**
 * Prints help on a command, a group of commands or, without a topic, the program.
 *
 * @throws UsageError if there is no such command.
 */
export async function help({ command }: Arguments<'help'>): Promise<void> {
  const name = command.join(' ');
  if (name === '') process.stdout.write(formatProgramHelp());
  else if (isCommand(name)) process.stdout.write(formatCommandHelp(name));
  else if (Object.hasOwn(groups, name)) process.stdout.write(formatGroupHelp(name));
  else throw createUnknownCommandError(command);
}

/** Formats a command's usage, such as `queens-par plan <n>`. */
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

/** Spells out an option with its placeholder, such as `-t, --threads <N>`. */
export function spellOption(name: string, { short, placeholder }: Option): string {
  const long = placeholder === undefined ? flagOf(name) : `${flagOf(name)} <${placeholder}>`;
  return short === undefined ? long : `-${short}, ${long}`;
}

/** Describes an option: what it sets, its choices and its default. Each choice with a meaning has its own line. */
export function describeOption({ description, choices, meanings, defaultText, default: value }: Option): string[] {
  const byDefault = defaultText ?? (value === undefined || value === false ? undefined : String(value));
  const facts = [meanings ? undefined : choices?.join(', '), byDefault && `default: ${byDefault}`];
  const known = facts.filter((fact) => fact).join('; ');
  const lines = Object.entries(meanings ?? {}).map(([choice, meaning]) => `${choice}: ${meaning}`);
  return [known === '' ? description : `${description} [${known}]`, ...lines];
}

function formatProgramHelp(): string {
  const usage = 'queens-par <n> [options]\nqueens-par <command> [arguments] [options]';
  const { threads, verify, checkpoint, json } = commands.count.options;
  const shown = { threads, verify, checkpoint, json, ...globalOptions };
  const options = formatSection('Options for a count (queens-par help count lists all)', formatOptions(shown));
  return joinParagraphs(usage, DESCRIPTION, formatCommands(topLevelNames()), options, formatExamples('count'), ENDING);
}

function formatGroupHelp(group: string): string {
  const names = subcommandsOf(group).map((name) => `${group} ${name}`);
  return joinParagraphs(`queens-par ${group} <command>`, `${groups[group]}.`, formatCommands(names), ENDING);
}

function formatCommands(names: readonly string[]): string {
  const rows = names.map((name) => {
    if (!isCommand(name)) return [`${name} <command>`, groups[name] ?? ''];
    return [formatUsage(name).slice('queens-par '.length), commands[name].summary];
  });
  return formatSection('Commands', rows);
}

function formatCommandHelp(name: CommandName): string {
  const { summary, note = '', positionals }: Command = commands[name];
  const rows = Object.entries<Positional>(positionals).map(([word, { arity, description }]) => {
    return [PATTERNS[arity](word), description];
  });
  const args = formatSection('Arguments', rows);
  return joinParagraphs(
    `${formatUsage(name)} [options]`,
    `${summary}.`,
    wrap(note, WIDTH).join('\n'),
    args,
    formatSection('Options', formatOptions(optionsOf(name))),
    formatExamples(name),
  );
}

function joinParagraphs(...parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function formatOptions(options: Readonly<Record<string, Option>>): string[][] {
  return Object.entries(options).flatMap(([option, about]) => {
    const spelling = `${about.short === undefined ? '    ' : ''}${spellOption(option, about)}`;
    return describeOption(about).map((line, i) => [i === 0 ? spelling : '', line]);
  });
}

/** Formats a command's examples. Only their explanations are wrapped, because users copy the commands. */
function formatExamples(name: CommandName): string {
  const list = commands[name].examples.map(([line, meaning]) => [`queens-par ${line}`, meaning]);
  return formatSection('Examples', list);
}

/** Formats a title and two columns below it, and wraps the second. Returns an empty string if there are no rows. */
function formatSection(title: string, rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const left = Math.max(...rows.map(([first = '']) => first.length)) + 4; // two spaces on each side
  const lines = rows.flatMap(([first = '', second = '']) =>
    wrap(second, Math.max(WIDTH - left, 20)).map((line, i) => `${(i === 0 ? `  ${first}` : '').padEnd(left)}${line}`),
  );
  return [`${title}:`, ...lines].join('\n');
}

/** Wraps a paragraph into lines. A word longer than a line gets a line of its own. */
function wrap(paragraph: string, width: number): string[] {
  return paragraph.match(new RegExp(`\\S{${width},}|\\S.{0,${width - 1}}(?=\\s|$)`, 'g')) ?? [''];
}
