import { formatCommand, type Shell } from '../../core/text/quoted.js';

/** The kind of shell that this machine's users type commands into. */
export const SHELL: Shell = process.platform === 'win32' ? 'windows' : 'posix';

export function shellCommand(...words: readonly string[]): string {
  return formatCommand(words, SHELL);
}
