import { chooseFiles, type Files, formatSearch, type Place, quote } from './places.js';

export function createZshScript(places: readonly Place[]): string {
  return `#compdef queens-par
# Completion of queens-par for zsh. In ~/.zshrc: source <(queens-par completion zsh)
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
_queens_par() {
  local current=$words[CURRENT]
  local -a typed=("\${(@)words[2,CURRENT-1]}") next specs${formatSearch(places)}
  case $place in
${places.map(formatPlace).join('\n')}
  esac
  if (( $#next )) && [[ $current != -* ]]; then _describe word next; else _arguments -S : $specs; fi
}
compdef _queens_par queens-par
`;
}

function formatPlace({ before, next, files, options }: Place): string {
  const proposals = next.map(([word, description]) => quote(description ? `${word}:${description}` : word));
  const specs = [...options.flatMap(formatOption), `*:argument:${formatFiles(files)}`];
  return `    ${quote(before)}) next=(${proposals.join(' ')}) specs=(${specs.map(quote).join(' ')}) ;;`;
}

/** Writes an option's specifications for _arguments: one for each spelling, which excludes the other spelling. */
function formatOption([flag, option]: Place['options'][number]): string[] {
  const { kind, short, description, placeholder, choices } = option;
  const text = `[${description.replaceAll(/[\\[\]:]/g, '\\$&')}]`;
  const values = choices ? `(${choices.join(' ')})` : formatFiles(chooseFiles(option));
  const value = kind === 'flag' ? '' : `:${placeholder}:${values}`;
  const [long, letter] = kind === 'flag' ? [flag, `-${short}`] : [`${flag}=`, `-${short}+`];
  return short === undefined
    ? [long + text + value]
    : [`(-${short})${long}${text}${value}`, `(${flag})${letter}${text}${value}`];
}

function formatFiles(files: Files): string {
  if (files === undefined) return '( )'; // no proposals; without an action, zsh would not complete options
  return files === 'file' ? '_files' : '_files -/';
}
