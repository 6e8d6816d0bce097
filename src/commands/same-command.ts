import { shellCommand } from '../text/shell-command.js';

/** The command that started this process, to be given once more. */
export function sameCommand(): string {
  return shellCommand('queens-par', ...process.argv.slice(2));
}
