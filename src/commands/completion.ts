/** `queens-par completion <shell>`: prints a script that has the table of commands, so that no shell asks the program. */
import { type Arguments, commands, groups } from '../cli/commands.js';
import { isCommand, optionsOf } from '../cli/line.js';
import { flagOf, type Positional } from '../cli/option.js';

/** Prints the script for a shell. */
export async function completion({ shell }: Arguments<'completion'>): Promise<void> {
  process.stdout.write(SCRIPTS[shell](`'${proposals().replaceAll("'", `'\\''`)}'`));
}

/**
 * Lists the possible words, one a line: `key|word|description`. The key is the command, which is empty for the first word,
 * and perhaps an option that needs a value, as in `solve --format`. If the word is empty, the shell proposes files.
 */
function proposals(): string {
  const lines = Object.entries(groups).map(([group, summary]) => `|${group}|${summary}`);
  for (const name of Object.keys(commands).filter(isCommand)) {
    const { summary, positionals } = commands[name];
    lines.push(`${name.replace(/ ?\S+$/, '')}|${name.replace(/.* /, '')}|${summary}`);
    for (const { choices = [], isFile } of Object.values<Positional>(positionals)) {
      for (const choice of isFile ? [''] : choices) lines.push(`${name}|${choice}|`);
    }
    for (const [option, { short, description, placeholder, choices = [''] }] of Object.entries(optionsOf(name))) {
      lines.push(`${name}|${flagOf(option)}|${description}`);
      const spellings = placeholder === undefined ? [] : [flagOf(option), ...(short ? [`-${short}`] : [])];
      for (const spelling of spellings) for (const choice of choices) lines.push(`${name} ${spelling}|${choice}|`);
    }
  }
  return `\n${lines.join('\n')}`;
}

/**
 * The search of bash and zsh in `table`. `typed` has the words before the cursor, without the program's name, and `current`
 * is the word at the cursor. `found` and `described` get the proposals. They stay empty if the shell should propose files.
 */
const SEARCH = `
  local key word about name= prefix= last=\${typed[@]: -1}
  local -a found described
  for word in "\${typed[@]}"; do
    if [[ $word == -* || $word == help ]]; then continue; fi
    if [[ $table == *$'\\n'"$name|$word|"* ]]; then name="\${name:+$name }$word"; else name=\${name:-count}; fi
  done
  if [[ $current == -* ]]; then name=\${name:-count}; fi
  if [[ $current == --*=* ]]; then last=\${current%%=*} prefix=\${current%%=*}= current=\${current#*=}; fi
  if [[ $table == *$'\\n'"$name $last|"* ]]; then name="$name $last"; fi
  if [[ $table == *$'\\n'"$name||"* && $current != -* ]]; then name=files; fi
  while IFS='|' read -r key word about; do
    if [[ $key != "$name" || -z $word || $word != "$current"* || " \${typed[*]} " == *" $word "* ]]; then continue; fi
    found+=("$prefix$word")
    described+=("\${prefix//:/\\\\:}\${word//:/\\\\:}\${about:+:$about}")
  done <<< "$table"`;

/** Makes the script of each shell, with the table of proposals in quotes. */
const SCRIPTS: Readonly<Record<Arguments<'completion'>['shell'], (table: string) => string>> = {
  bash: (table) => `# Completion of queens-par for bash. In ~/.bashrc: source <(queens-par completion bash)
_queens_par() {
  local table=${table}
  local current=\${COMP_WORDS[COMP_CWORD]} before=$((COMP_CWORD - 1))
  # bash splits --format=board into three words.
  if [[ $current == = ]]; then current=; elif [[ \${COMP_WORDS[before]} == = ]]; then before=$((before - 1)); fi
  local -a typed=("\${COMP_WORDS[@]:1:before}")${SEARCH}
  COMPREPLY=("\${found[@]}")
}
complete -o bashdefault -o default -F _queens_par queens-par
`,
  zsh: (table) => `#compdef queens-par
# Completion of queens-par for zsh. In ~/.zshrc: source <(queens-par completion zsh)
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
_queens_par() {
  local table=${table}
  local current=$words[CURRENT]
  local -a typed=("\${(@)words[2,CURRENT-1]}")${SEARCH}
  if (( $#described )); then _describe queens-par described; else _files; fi
}
compdef _queens_par queens-par
`,
  fish: (table) => `# Completion of queens-par for fish: write this to ~/.config/fish/completions/queens-par.fish
set -g __queens_par_table (string split \\n -- ${table})
function __queens_par_complete
  set -l typed (commandline --tokenize --cut-at-cursor --current-process)[2..-1]
  set -l current (commandline --current-token --cut-at-cursor)
  set -l name ''
  set -l prefix ''
  set -l last "$typed[-1]"
  for word in $typed
    if string match --quiet -- '-*' $word; or test "$word" = help
      continue
    else if string match --quiet -- "$name|$word|*" $__queens_par_table
      set name (string trim -- "$name $word")
    else if test -z "$name"
      set name count
    end
  end
  if string match --quiet -- '-*' "$current"; and test -z "$name"
    set name count
  end
  if string match --quiet -- '--*=*' "$current"
    set last (string replace --regex '=.*' '' -- $current)
    set current (string replace --regex '^[^=]*=' '' -- $current)
    set prefix "$last="
  end
  string match --quiet -- "$name $last|*" $__queens_par_table; and set name "$name $last"
  if string match --quiet -- "$name||*" $__queens_par_table; and not string match --quiet -- '-*' "$current"
    set name files
  end
  set -l found (string match -- "$name|$current*|*" $__queens_par_table)
  test (count $found) -gt 0; or __fish_complete_path "$current"
  for line in $found
    set -l parts (string split '|' -- $line)
    contains -- $parts[2] $typed; or printf '%s%s\\t%s\\n' $prefix $parts[2] $parts[3]
  end
end
complete --command queens-par --no-files --arguments '(__queens_par_complete)'
`,
};
