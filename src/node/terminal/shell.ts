import { formatCommand, type Shell } from '../../core/text/quoted.js';

/** The kind of shell that this machine's users type commands into. */
export const SHELL: Shell = process.platform === 'win32' ? 'windows' : 'posix';

/** Formats a command for this machine's shells and quotes words where necessary. */
export function shellCommand(...words: readonly string[]): string {
  return formatCommand(words, SHELL);
}
