/** `queens-par help` and `--help`: text for a terminal, made from the table of commands. */

import type { Command } from '../cli/command.js';
import {
  type Arguments,
  type CommandName,
  commands,
  groups,
  isCommand,
  optionsOf,
  subcommandsOf,
  topLevelNames,
} from '../cli/commands.js';
import { unknownCommand } from '../cli/line.js';
import { flagOf, type Option, type Positional } from '../cli/option.js';
import { everywhere } from '../cli/options.js';

const QUESTION = 'In how many ways can n queens stand on an n x n board so that none attacks another?';

/** The last lines of the program's help. */
const ENDING = `The environment variable QUEENS_PAR_THREADS sets the default of --threads, and QUEENS_PAR_DATABASE_URL names the
database of a cluster. NO_COLOR and FORCE_COLOR turn colours off and on.
queens-par help <command> explains a command. https://oeis.org/A000170 lists the known counts.`;

/** Largest width of the help text. Longer lines are hard to read. */
const MOST_COLUMNS = 100;

/** Width for examples. They are not wrapped, because users copy them. */
const UNWRAPPED = 1000;

/** Prints help on a command, or on the program. */
export async function help({ command }: Arguments<'help'>): Promise<void> {
  const columns = process.stdout.isTTY ? process.stdout.columns : MOST_COLUMNS;
  process.stdout.write(helpOn(command, Math.min(columns || MOST_COLUMNS, MOST_COLUMNS)));
}

/**
 * Returns the help of a command, of a group of commands, or of the program.
 *
 * @param topic the words of the command; none for the program.
 * @param width columns of a line.
 * @throws UsageError if there is no such command.
 */
export function helpOn(topic: readonly string[], width: number): string {
  const name = topic.join(' ');
  if (name === '') return programHelp(width);
  if (isCommand(name)) return commandHelp(name, width);
  if (Object.hasOwn(groups, name)) return groupHelp(name, width);
  throw unknownCommand(topic);
}

/** Returns the usage of a command: `queens-par plan <n>`. */
export function usageOf(name: CommandName): string {
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

/** Returns the spelling of an option: `-t, --threads <N>`. */
export function spellingOf(name: string, { short, placeholder }: Option): string {
  const long = placeholder === undefined ? flagOf(name) : `${flagOf(name)} <${placeholder}>`;
  return short === undefined ? long : `-${short}, ${long}`;
}

/** Returns the choices and the default of an option: `auto, bitmask, meet; default: auto`. */
export function factsOf({ choices, meanings, defaultText, default: value }: Option): string {
  const values = choices?.map((choice) => (meanings ? `${choice} (${meanings[choice]})` : choice));
  const byDefault = defaultText ?? (value === undefined || value === false ? undefined : String(value));
  const facts = [values?.join(', '), byDefault && `default: ${byDefault}`];
  return facts.filter((fact) => fact).join('; ');
}

function programHelp(width: number): string {
  const usage = 'queens-par <n> [options]\nqueens-par <command> [arguments] [options]';
  const list = topLevelNames().map((name) => {
    if (!isCommand(name)) return [`${name} <command>`, groups[name] ?? ''];
    return [usageOf(name).slice('queens-par '.length), commands[name].summary];
  });
  const { threads, verify, checkpoint, json } = commands.count.options;
  const shown = { threads, verify, checkpoint, json, ...everywhere };
  const options = section('Options of a count (queens-par help count has all)', optionRows(shown), width);
  return text(usage, QUESTION, section('Commands', list, width), options, examples('count'), ENDING);
}

function groupHelp(group: string, width: number): string {
  const names = subcommandsOf(group)
    .map((name) => `${group} ${name}`)
    .filter(isCommand);
  const list = names.map((name) => [usageOf(name).slice('queens-par '.length), commands[name].summary]);
  return text(`queens-par ${group} <command>`, `${groups[group]}.`, section('Commands', list, width), ENDING);
}

function commandHelp(name: CommandName, width: number): string {
  const { summary, note = '', positionals }: Command = commands[name];
  const rows = Object.entries<Positional>(positionals).map(([word, { arity, description }]) => {
    return [PATTERNS[arity](word), description];
  });
  const args = section('Arguments', rows, width);
  return text(
    `${usageOf(name)} [options]`,
    `${summary}.`,
    wrapped(note, width).join('\n'),
    args,
    section('Options', optionRows(optionsOf(name)), width),
    examples(name),
  );
}

function text(...parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function optionRows(options: Readonly<Record<string, Option>>): string[][] {
  return Object.entries(options).map(([option, about]) => {
    const spelling = spellingOf(option, about);
    const facts = factsOf(about);
    const description = facts === '' ? about.description : `${about.description} [${facts}]`;
    return [about.short === undefined ? `    ${spelling}` : spelling, description];
  });
}

function examples(name: CommandName): string {
  const list = commands[name].examples.map(([line, meaning]) => [`queens-par ${line}`, meaning]);
  return section('Examples', list, UNWRAPPED);
}

/** Formats a title and two columns below it. Wraps the second column. Returns an empty string if there are no rows. */
function section(title: string, rows: readonly (readonly string[])[], width: number): string {
  if (rows.length === 0) return '';
  const left = Math.max(...rows.map(([first = '']) => first.length)) + 4; // two spaces on each side
  const lines = rows.flatMap(([first = '', second = '']) =>
    wrapped(second, Math.max(width - left, 20)).map(
      (line, i) => `${(i === 0 ? `  ${first}` : '').padEnd(left)}${line}`,
    ),
  );
  return [`${title}:`, ...lines].join('\n');
}

/** Wraps a paragraph into lines. A word that is longer than a line gets its own line. */
function wrapped(paragraph: string, width: number): string[] {
  return paragraph.match(new RegExp(`\\S{${width},}|\\S.{0,${width - 1}}(?=\\s|$)`, 'g')) ?? [''];
}
