/** Proposals for the next word of a command line. The scripts in commands/completion.ts ask for them. */
import { type CommandName, commands, groups } from './commands.js';
import { findCommand, isCommand, optionsOf, subcommandsOf, topLevelNames } from './line.js';
import { flagOf } from './names.js';
import type { Option, Positional } from './option.js';
import { everywhere } from './options.js';
import { allOptions, sortWords } from './words.js';

/** Something that may stand next. */
interface Proposal {
  readonly word: string;
  readonly description: string;
}

/**
 * The answer for the shell, one proposal a line. There are none for a file or a number: then the shell proposes files.
 * Errors in the line so far are not reported, because they would appear in the prompt.
 *
 * @param words those so far, without the program's name; the last one, which may be empty, is to be completed.
 */
export function complete([shell = '', ...words]: readonly string[]): string {
  const proposals = proposalsFor(words.filter((word) => word !== '=')); // bash cuts `--algorithm=meet` into three
  return proposals.map((proposal) => `${lineFor(shell, proposal)}\n`).join('');
}

function lineFor(shell: string, { word, description }: Proposal): string {
  if (shell === 'zsh') {
    const escaped = word.replaceAll(':', '\\:');
    return description === '' ? escaped : `${escaped}:${description}`;
  }
  return shell === 'fish' && description !== '' ? `${word}\t${description}` : word;
}

function proposalsFor(words: readonly string[]): Proposal[] {
  const before = words.slice(0, -1);
  const current = words.at(-1) ?? '';
  const [, prefix = '', typed = current] = /^(--[\w-]+=)(.*)$/s.exec(current) ?? [];
  const asked =
    prefix === '' ? optionNamed(before.at(-1) ?? '', before.slice(0, -1)) : optionNamed(prefix.slice(0, -1), before);
  const proposals = asked?.placeholder === undefined ? nextWords(before, current) : plain(asked.choices ?? []);
  return proposals
    .filter(({ word }) => word.startsWith(typed))
    .map(({ word, description }) => ({ word: prefix + word, description }));
}

function nextWords(before: readonly string[], current: string): Proposal[] {
  const { options: given, before: typed } = sortWords(before);
  const [first, ...others] = typed;
  if (first === undefined && !current.startsWith('-')) return commandNames();
  const { name, rest } = findCommand(typed);
  if (first !== undefined && Object.hasOwn(groups, first) && others.length === 0 && !current.startsWith('-')) {
    return subcommandsOf(first).flatMap((word) => described(word, `${first} ${word}`));
  }
  if (!current.startsWith('-') && name !== undefined) {
    const positionals: readonly Positional[] = Object.values(commands[name].positionals);
    const next = positionals[rest.length] ?? positionals.find(({ arity }) => arity === 'many');
    if (next?.isFile) return [];
    if (next?.choices) return plain(next.choices);
    if (name === 'help') return commandNames();
  }
  return Object.entries(name === undefined ? everywhere : optionsOf(name))
    .filter(([option]) => !given.has(option))
    .map(([option, { description }]) => ({ word: flagOf(option), description }));
}

/** The option that a word names, as the command before it knows it. */
function optionNamed(word: string, before: readonly string[]): Option | undefined {
  const { name } = findCommand(sortWords(before).before);
  const known = name === undefined ? allOptions : optionsOf(name);
  const found = Object.entries(known).find(
    ([option, { short }]) => word === flagOf(option) || (short !== undefined && word === `-${short}`),
  );
  return found?.[1];
}

function commandNames(): Proposal[] {
  return topLevelNames().flatMap((word) => described(word, word));
}

function described(word: string, name: string): Proposal[] {
  const description = isCommand(name) ? commands[name satisfies CommandName].summary : groups[name];
  return description === undefined ? [] : [{ word, description }];
}

function plain(words: readonly string[]): Proposal[] {
  return words.map((word) => ({ word, description: '' }));
}
