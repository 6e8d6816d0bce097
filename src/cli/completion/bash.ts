import { chooseFiles, type Files, formatSearch, type Place, quote } from './places.js';

export function createBashScript(places: readonly Place[]): string {
  return `# Completion of queens-par for bash. In ~/.bashrc: source <(queens-par completion bash)
_queens_par() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} words= files=
  local -a typed=("\${COMP_WORDS[@]:1:COMP_CWORD - 1}")
  # bash splits --format=board into three words.
  if [[ $current == = ]]; then current=
  elif [[ $previous == = ]]; then previous=\${COMP_WORDS[COMP_CWORD - 2]}
  fi${formatSearch(places)}
  case "$place $previous" in
${places.flatMap(formatValues).join('\n')}
    *)
      case $place in
${places.map(formatPlace).join('\n')}
      esac
      if [[ -n $files && $current != -* ]]; then words=; fi ;;
  esac
  if [[ -n $words ]]; then COMPREPLY=($(compgen -W "$words" -- "$current")); fi
  if [[ $files != file ]]; then compopt +o default +o bashdefault; fi
  if [[ $files == folder ]]; then compopt -o dirnames; fi
}
complete -o bashdefault -o default -F _queens_par queens-par
`;
}

/** Writes the branches that complete the values of a place's options. */
function formatValues({ before, options }: Place): string[] {
  return options.flatMap(([flag, option]) => {
    const { kind, short, choices } = option;
    if (kind === 'flag') return [];
    const spellings = [flag, ...(short ? [`-${short}`] : [])].map((spelling) => quote(`${before} ${spelling}`));
    return `    ${spellings.join(' | ')})${formatSettings(choices ?? [], chooseFiles(option))} ;;`;
  });
}

function formatPlace({ before, next, files, options }: Place): string {
  const words = [...next.map(([word]) => word), ...options.map(([flag]) => flag)];
  return `        ${quote(before)})${formatSettings(words, files)} ;;`;
}

function formatSettings(words: readonly string[], files: Files): string {
  return `${words.length > 0 ? ` words=${quote(words.join(' '))}` : ''}${files ? ` files=${files}` : ''}`;
}
