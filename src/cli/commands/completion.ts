/**
 * `queens-par completion <shell>`: prints a script that is generated from the table of commands, so the shell never has
 * to run the program. The script only says what can follow; the shell matches, quotes, and completes files itself.
 */
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
import { flagOf, type Option, type Positional, type ValueKind } from '../options/option.js';

/** A word that can follow, and its description, which may be empty. */
type Proposal = readonly [word: string, description: string];

/** A place in a command line, and the words that can follow there. */
interface Place {
  /** The words before the place, such as `cluster start`; empty at the start of the line. */
  readonly before: string;
  /** Words that can follow: commands, or values of an argument. */
  readonly next: readonly Proposal[];
  /** `file` or `folder` if one can follow. */
  readonly files: Files;
  readonly options: readonly (readonly [flag: string, option: Option])[];
}

type Files = Extract<ValueKind, 'file' | 'folder'> | undefined;

/** Prints the script for a shell. */
export async function completion({ shell }: Arguments<'completion'>): Promise<void> {
  const places = [
    ...listPlaces(''),
    ...(Object.keys(commands) as CommandName[]).map(describePlace),
    ...listPlaces('help').slice(1),
  ];
  process.stdout.write(SCRIPTS[shell](places));
}

/** Returns the place after a command. No command takes two arguments. */
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

/**
 * Returns the places where a command can follow: at the start of the line or after `help`, and after each group.
 */
function listPlaces(before: '' | 'help'): Place[] {
  return ['', ...Object.keys(groups)].map((group) => {
    return { before: `${before} ${group}`.trim(), next: listCommands(group), files: undefined, options: [] };
  });
}

/** Returns the commands of a group, or the first words of all commands, with their summaries. */
function listCommands(group: string): Proposal[] {
  if (group === '') return topLevelNames().map((name) => [name, groups[name] ?? findSummary(name)]);
  return subcommandsOf(group).map((name) => [name, findSummary(`${group} ${name}`)]);
}

function findSummary(name: string): string {
  return isCommand(name) ? commands[name].summary : '';
}

function chooseFiles({ kind }: { readonly kind?: string } = {}): Files {
  return kind === 'file' || kind === 'folder' ? kind : undefined;
}

/** Functions that make the script for each shell. */
const SCRIPTS: Readonly<Record<Arguments<'completion'>['shell'], (places: readonly Place[]) => string>> = {
  bash: (places) => `# Completion of queens-par for bash. In ~/.bashrc: source <(queens-par completion bash)
_queens_par() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} words= files=
  local -a typed=("\${COMP_WORDS[@]:1:COMP_CWORD - 1}")
  # bash splits --format=board into three words.
  if [[ $current == = ]]; then current=
  elif [[ $previous == = ]]; then previous=\${COMP_WORDS[COMP_CWORD - 2]}
  fi${findPlace(places)}
  case "$place $previous" in
${places.flatMap(formatBashValues).join('\n')}
    *)
      case $place in
${places.map(formatBashPlace).join('\n')}
      esac
      if [[ -n $files && $current != -* ]]; then words=; fi ;;
  esac
  if [[ -n $words ]]; then COMPREPLY=($(compgen -W "$words" -- "$current")); fi
  if [[ $files != file ]]; then compopt +o default +o bashdefault; fi
  if [[ $files == folder ]]; then compopt -o dirnames; fi
}
complete -o bashdefault -o default -F _queens_par queens-par
`,
  zsh: (places) => `#compdef queens-par
# Completion of queens-par for zsh. In ~/.zshrc: source <(queens-par completion zsh)
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
_queens_par() {
  local current=$words[CURRENT]
  local -a typed=("\${(@)words[2,CURRENT-1]}") next specs${findPlace(places)}
  case $place in
${places.map(formatZshPlace).join('\n')}
  esac
  if (( $#next )) && [[ $current != -* ]]; then _describe word next; else _arguments -S : $specs; fi
}
compdef _queens_par queens-par
`,
  fish: (places) => `# Completion of queens-par for fish: write this to ~/.config/fish/completions/queens-par.fish
function __queens_par_at --description 'Whether the words before the cursor lead to a place'
  set -l place ''
  for word in (commandline --tokenize --cut-at-cursor --current-process)[2..-1]
    switch "$place/$word"
      case ${listPatterns(places).join(' ')}
        set place (string trim -- "$place $word")
      case '/*'
        set place count
    end
  end
  test "$place" = "$argv"
end
complete --command queens-par --no-files
${places.flatMap(formatFishPlace).join('\n')}
`,
};

/**
 * Writes the search for bash and zsh, which sets `place` to the words of `typed` that lead to a place. Without a
 * command, the place is `count`.
 */
function findPlace(places: readonly Place[]): string {
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

/** Returns a pattern for each place that follows some words. */
function listPatterns(places: readonly Place[]): string[] {
  const names = places.flatMap(({ before }) => before || []);
  return [...new Set(names)].map((name) => (name.includes(' ') ? name.replace(' ', '/') : `/${name}`));
}

/** Writes a branch for each option of a place, to complete its value. */
function formatBashValues({ before, options }: Place): string[] {
  return options.flatMap(([flag, option]) => {
    const { kind, short, choices } = option;
    if (kind === 'flag') return [];
    const spellings = [flag, ...(short ? [`-${short}`] : [])].map((spelling) => quote(`${before} ${spelling}`));
    return `    ${spellings.join(' | ')})${formatBashSettings(choices ?? [], chooseFiles(option))} ;;`;
  });
}

function formatBashPlace({ before, next, files, options }: Place): string {
  const words = [...next.map(([word]) => word), ...options.map(([flag]) => flag)];
  return `        ${quote(before)})${formatBashSettings(words, files)} ;;`;
}

function formatBashSettings(words: readonly string[], files: Files): string {
  return `${words.length > 0 ? ` words=${quote(words.join(' '))}` : ''}${files ? ` files=${files}` : ''}`;
}

function formatZshPlace({ before, next, files, options }: Place): string {
  const proposals = next.map(([word, description]) => quote(description ? `${word}:${description}` : word));
  const specs = [...options.flatMap(formatZshOption), `*:argument:${formatZshFiles(files)}`];
  return `    ${quote(before)}) next=(${proposals.join(' ')}) specs=(${specs.map(quote).join(' ')}) ;;`;
}

/** Writes an option's specifications for _arguments: one for each spelling, excluding the other. */
function formatZshOption([flag, option]: Place['options'][number]): string[] {
  const { kind, short, description, placeholder, choices } = option;
  const text = `[${description.replaceAll(/[\\[\]:]/g, '\\$&')}]`;
  const values = choices ? `(${choices.join(' ')})` : formatZshFiles(chooseFiles(option));
  const value = kind === 'flag' ? '' : `:${placeholder}:${values}`;
  const [long, letter] = kind === 'flag' ? [flag, `-${short}`] : [`${flag}=`, `-${short}+`];
  return short === undefined
    ? [long + text + value]
    : [`(-${short})${long}${text}${value}`, `(${flag})${letter}${text}${value}`];
}

function formatZshFiles(files: Files): string {
  if (files === undefined) return '( )'; // proposes nothing; without an action, zsh would not complete options
  return files === 'file' ? '_files' : '_files -/';
}

function formatFishPlace({ before, next, files, options }: Place): string[] {
  const at = `__queens_par_at ${before}`.trim();
  const line = (condition: string, rest: string) => `complete --command queens-par --condition '${condition}' ${rest}`;
  const words = next.map(([word, about]) => line(at, `--arguments ${word} --description ${quoteForFish(about)}`));
  const atOptions = before === 'count' ? `${at}; or __queens_par_at` : at;
  const flags = options.map(([flag, option]) => line(atOptions, formatFishOption(flag, option)));
  return [...words, ...(files ? [line(at, formatFishFiles(files))] : []), ...flags];
}

function formatFishOption(flag: string, option: Option): string {
  const { kind, short, description, choices } = option;
  const name = `--long-option ${flag.slice(2)}${short ? ` --short-option ${short}` : ''}`;
  const files = chooseFiles(option);
  const values = choices ? ` --arguments ${quote(choices.join(' '))}` : '';
  const value = files ? ` --require-parameter ${formatFishFiles(files)}` : ` --exclusive${values}`;
  return `${name}${kind === 'flag' ? '' : value} --description ${quoteForFish(description)}`;
}

function formatFishFiles(files: 'file' | 'folder'): string {
  return files === 'file' ? '--force-files' : `--no-files --arguments '(__fish_complete_directories)'`;
}

/** Quotes a string for bash and zsh, and for fish if it contains no backslash. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function quoteForFish(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
}
