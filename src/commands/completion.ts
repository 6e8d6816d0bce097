/** `queens-par completion`: the scripts by which shells complete. Each asks the program how a line may go on. */
import type { Arguments } from '../cli/commands.js';

/** Where the program has nothing to propose, the shell proposes files. */
const SCRIPTS = {
  bash: `# Completion of queens-par for bash: append this to ~/.bashrc
_queens_par() {
  local IFS=$'\\n'
  COMPREPLY=($(queens-par __complete bash "\${COMP_WORDS[@]:1:COMP_CWORD}"))
}
complete -o bashdefault -o default -F _queens_par queens-par
`,
  zsh: `#compdef queens-par
# Completion of queens-par for zsh: append this to ~/.zshrc, below compinit
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

/** Prints the script of a shell: of the one that is named, else of the user's own, else of bash. */
export async function completion({ shell }: Arguments<'completion'>): Promise<void> {
  const own = process.env.SHELL ?? '';
  const ownShell = own.endsWith('zsh') ? 'zsh' : own.endsWith('fish') ? 'fish' : 'bash';
  process.stdout.write(SCRIPTS[shell ?? ownShell]);
}
