// src/cli/completion creates the completion scripts (bash.ts, zsh.ts, fish.ts) from a list of the places in a command
// line and the words that can follow each of them. A script only lists these words; the shell matches and quotes them
// and completes file names.

import {
  type CommandName,
  commandNames,
  commands,
  groups,
  isCommand,
  optionsOf,
  subcommandsOf,
  topLevelNames,
} from '../options/commands.js';
import { flagOf, type Option, type Positional, type ValueKind } from '../options/option.js';

/** A word that can follow a place, and its description, which may be empty. */
type Proposal = readonly [word: string, description: string];

/** A place in a command line and the words that can follow it. */
export interface Place {
  /** The words before the place, such as `cluster start`; empty at the start of the line. */
  readonly before: string;
  /** The words that can follow: commands or the values of an argument. */
  readonly next: readonly Proposal[];
  /** `file` or `folder` if one can follow. */
  readonly files: Files;
  readonly options: readonly (readonly [flag: string, option: Option])[];
}

export type Files = Extract<ValueKind, 'file' | 'folder'> | undefined;

/** Returns all places: at the start of the line, and after each group, each command, and `help` with a group. */
export function listPlaces(): Place[] {
  return [...listGroups(''), ...commandNames.map(describePlace), ...listGroups('help').slice(1)];
}

/** Returns the place after a command. */
function describePlace(name: CommandName): Place {
  const [argument] = Object.values<Positional>(commands[name].positionals);
  const choices = argument?.choices?.map((choice) => [choice, ''] as const) ?? [];
  return {
    before: name,
    next: argument?.kind === 'command' ? listCommands('') : choices,
    files: chooseFiles(argument),
    options: Object.entries(optionsOf(name)).map(([option, about]) => [flagOf(option), about]),
  };
}

/** Returns the places where a command can follow: after `before` itself, and after `before` and each group. */
function listGroups(before: '' | 'help'): Place[] {
  return ['', ...Object.keys(groups)].map((group) => {
    return { before: `${before} ${group}`.trim(), next: listCommands(group), files: undefined, options: [] };
  });
}

/** Returns the commands of a group or, without a group, the first words of all commands, with their summaries. */
function listCommands(group: string): Proposal[] {
  if (group === '') return topLevelNames().map((name) => [name, groups[name] ?? findSummary(name)]);
  return subcommandsOf(group).map((name) => [name, findSummary(`${group} ${name}`)]);
}

function findSummary(name: string): string {
  return isCommand(name) ? commands[name].summary : '';
}

export function chooseFiles({ kind }: { readonly kind?: string } = {}): Files {
  return kind === 'file' || kind === 'folder' ? kind : undefined;
}

/** Returns a shell pattern for each place except the start of the line, such as `/plan` or `cluster/start`. */
export function listPatterns(places: readonly Place[]): string[] {
  const names = places.flatMap(({ before }) => before || []);
  return [...new Set(names)].map((name) => (name.includes(' ') ? name.replace(' ', '/') : `/${name}`));
}

/**
 * Writes the code for bash and zsh that sets `place` to the words of `typed` that lead to a place. Without a command,
 * the place is `count`.
 */
export function formatSearch(places: readonly Place[]): string {
  return `
  local place= word
  for word in "\${typed[@]}"; do
    case $place/$word in
      ${listPatterns(places).join(' | ')}) place="\${place:+$place }$word" ;;
      /*) place=count ;;
    esac
  done
  if [[ -z $place && $current == -* ]]; then place=count; fi`;
}

/** Quotes a string for bash and zsh, and for fish if the string contains no backslash. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
