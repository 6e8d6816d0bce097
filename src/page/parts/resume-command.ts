import type { LedgerFileError } from '../../core/errors/errors.js';
import { partName } from '../../core/plan/part.js';
import { formatCommand } from '../../core/text/quoted.js';

/** Formats the command that resumes the count in a ledger file. */
export function formatResumeCommand(file: string, n: number, part?: string, ...options: string[]): string {
  const target = part === undefined ? ['--checkpoint', file] : ['--part', part, '--out', file];
  return formatCommand(['queens-par', String(n), ...target, ...options], 'posix');
}

/** Describes the bad lines of a ledger file, and the command that drops them. */
export function describeBadLines({ message, bad }: LedgerFileError): string {
  if (!bad) return message;
  const drop = bad.damaged.length > 0 ? ['--repair'] : ['--drop', bad.subproblems.join(',')];
  const command = formatResumeCommand(bad.file, bad.n, bad.part && partName(bad.part), ...drop);
  return `${message}; ${command} drops what is wrong and resumes the count`;
}
