import type { Option } from '../options/option.js';
import { chooseFiles, listPatterns, type Place, quote } from './places.js';

export function createFishScript(places: readonly Place[]): string {
  return `# Completion of queens-par for fish: write this to ~/.config/fish/completions/queens-par.fish
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
${places.flatMap(formatPlace).join('\n')}
`;
}

function formatPlace({ before, next, files, options }: Place): string[] {
  const at = `__queens_par_at ${before}`.trim();
  const line = (condition: string, rest: string) => `complete --command queens-par --condition '${condition}' ${rest}`;
  const words = next.map(([word, about]) => line(at, `--arguments ${word} --description ${quoteForFish(about)}`));
  const atOptions = before === 'count' ? `${at}; or __queens_par_at` : at;
  const flags = options.map(([flag, option]) => line(atOptions, formatOption(flag, option)));
  return [...words, ...(files ? [line(at, formatFiles(files))] : []), ...flags];
}

function formatOption(flag: string, option: Option): string {
  const { kind, short, description, choices } = option;
  const name = `--long-option ${flag.slice(2)}${short ? ` --short-option ${short}` : ''}`;
  const files = chooseFiles(option);
  const values = choices ? ` --arguments ${quote(choices.join(' '))}` : '';
  const value = files ? ` --require-parameter ${formatFiles(files)}` : ` --exclusive${values}`;
  return `${name}${kind === 'flag' ? '' : value} --description ${quoteForFish(description)}`;
}

function formatFiles(files: 'file' | 'folder'): string {
  return files === 'file' ? '--force-files' : `--no-files --arguments '(__fish_complete_directories)'`;
}

function quoteForFish(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
}
