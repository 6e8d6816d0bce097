/** `queens-par completion`: a script for each shell, and the proposals that the scripts request from the program. */

import { type Arguments, type CommandName, commands, groups } from '../cli/commands.js';
import { findCommand, isCommand, optionsOf, subcommandsOf, topLevelNames } from '../cli/line.js';
import { flagOf, type Option, type Positional } from '../cli/option.js';
import { everywhere } from '../cli/options.js';
import { allOptions, classifyWords } from '../cli/words.js';
import { UsageError } from '../errors/errors.js';

/** Scripts by shell. If the program has no proposals, the shell proposes files. */
const SCRIPTS = {
  bash: `# Completion of queens-par for bash. In ~/.bashrc: source <(queens-par completion bash)
_queens_par() {
  local IFS=$'\\n'
  COMPREPLY=($(queens-par __complete bash "\${COMP_WORDS[@]:1:COMP_CWORD}"))
}
complete -o bashdefault -o default -F _queens_par queens-par
`,
  zsh: `#compdef queens-par
# Completion of queens-par for zsh. In ~/.zshrc: source <(queens-par completion zsh)
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
_queens_par() {
  local -a proposals
  proposals=("\${(@f)$(queens-par __complete zsh "\${(@)words[2,CURRENT]}")}")
  if [[ -n "$proposals" ]]; then
    _describe queens-par proposals
  else
    _files
  fi
}
compdef _queens_par queens-par
`,
  fish: `# Completion of queens-par for fish: write this to ~/.config/fish/completions/queens-par.fish
function __queens_par_complete
  set -l words (commandline --tokenize --cut-at-cursor --current-process) (commandline --current-token --cut-at-cursor)
  set -l proposals (queens-par __complete fish $words[2..-1])
  if test (count $proposals) -gt 0
    printf '%s\\n' $proposals
  else
    __fish_complete_path (commandline --current-token --cut-at-cursor)
  end
end
complete --command queens-par --no-files --arguments '(__queens_par_complete)'
`,
} as const;

/** Prints the script for a shell, by default the user's shell. @throws UsageError if the shell has no script. */
export async function completion({ shell }: Arguments<'completion'>): Promise<void> {
  const ownShell = process.env.SHELL?.replace(/.*[\\/]|\.exe$/g, '') || 'bash';
  const name = shell ?? (ownShell === 'sh' ? 'bash' : ownShell);
  if (name !== 'bash' && name !== 'zsh' && name !== 'fish') {
    throw new UsageError(`no script for ${name}, only for bash, zsh and fish; try: queens-par completion bash`);
  }
  process.stdout.write(SCRIPTS[name]);
}

/** A possible next word, with its description. */
interface Proposal {
  readonly word: string;
  readonly description: string;
}

/**
 * Returns the proposals for a shell, one per line. There are none for files and numbers, so the shell proposes files.
 * Invalid words cause no error message, because the message would appear in the prompt.
 *
 * @param words the words after the program's name. The last one, which may be empty, is the word to complete.
 */
export function complete([shell = '', ...words]: readonly string[]): string {
  const proposals = proposalsFor(words.filter((word) => word !== '=')); // bash splits `--algorithm=meet` into 3 words
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
  const option =
    prefix === '' ? optionNamed(before.at(-1) ?? '', before.slice(0, -1)) : optionNamed(prefix.slice(0, -1), before);
  const proposals = option?.placeholder === undefined ? nextWords(before, current) : plain(option.choices ?? []);
  return proposals
    .filter(({ word }) => word.startsWith(typed))
    .map(({ word, description }) => ({ word: prefix + word, description }));
}

function nextWords(before: readonly string[], current: string): Proposal[] {
  const { options: given, before: typed } = classifyWords(before);
  const [first, ...others] = typed;
  if (first === undefined && !current.startsWith('-')) return commandNames();
  const { name, rest } = findCommand(typed);
  const group = first === 'help' ? (others[0] ?? '') : (first ?? '');
  if (Object.hasOwn(groups, group) && typed.at(-1) === group && !current.startsWith('-')) {
    return subcommandsOf(group).flatMap((word) => described(word, `${group} ${word}`));
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

/** Finds the option that a word names. @param before the words before it, which name the command. */
function optionNamed(word: string, before: readonly string[]): Option | undefined {
  const { name } = findCommand(classifyWords(before).before);
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
