/** What the shell runs to learn how a line may go on: this, the program's name, and the words so far. */
const ASKED = '--get-yargs-completions';

/**
 * Names the command that a line to be completed leaves out: yargs would complete `queens-par 16 --th` with the options
 * that all commands have, and no others. What is not to be completed stays as it is.
 */
export function withCommandNamed(args: readonly string[]): string[] {
  const [asked, program, ...words] = args;
  const isBare = asked === ASKED && program !== undefined && /^(?:-|\d)/.test(words[0] ?? '');
  return isBare ? [asked, program, 'count', ...words] : [...args];
}
