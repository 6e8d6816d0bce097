/** Tells the user what to type: how to resolve an error, and how to resume the count in a file. */
import {
  type BadLines,
  LedgerFileError,
  MemoryLimitError,
  OutOfMemoryError,
  TimeLimitError,
} from '../../core/errors/errors.js';
import { type Part, partName } from '../../core/plan/part.js';
import { messageForUser } from '../../node/errors/system.js';
import { shellCommand } from '../../node/terminal/terminal.js';
import { describeLoad } from '../counting/announcement.js';

/** Returns the message of an error and, if a command or an option would help, a clause that says so. */
export function messageWithRemedy(error: unknown): string {
  if (error instanceof TimeLimitError) {
    const load = describeLoad(error.expected.busy);
    return `${error.message}${load && `, because ${load}`}; add --force to start anyway`;
  }
  const remedy = describeRemedy(error);
  return remedy === undefined ? messageForUser(error) : `${messageForUser(error)}; ${remedy}`;
}

function describeRemedy(error: unknown): string | undefined {
  if (error instanceof LedgerFileError) {
    if (error.isFirstLineBad) return 'add --repair to the command that started the count to rebuild the line';
    return error.bad && describeRepair(error.bad);
  }
  const needsMemory = error instanceof MemoryLimitError || error instanceof OutOfMemoryError;
  if (!needsMemory || error.needed === undefined) return undefined;
  return `use --memory ${Math.ceil(error.needed / 2 ** 20)}`;
}

/** Describes the command that drops the bad lines of a file. */
function describeRepair({ file, n, part, damaged, joinedAt, subproblems }: BadLines): string {
  const resume = (...options: string[]) => formatResumeCommand(file, { n, part }, ...options);
  if (joinedAt !== undefined) {
    const merge = file === '-' ? 'merge <(ssh HOST cat 1.ledger) <(ssh HOST cat 2.ledger)' : 'merge';
    return `queens-par ${merge} takes several files, and ${resume('--repair')} drops the line`;
  }
  if (damaged.length > 0) {
    return `${resume('--repair')} drops ${damaged.length === 1 ? 'it' : 'them'} and resumes the count`;
  }
  const [those, them] = subproblems.length > 1 ? ['these subproblems', 'them'] : ['this subproblem', 'it'];
  return `${resume('--drop', subproblems.join(','))} drops every line of ${those} and recounts ${them}`;
}

/** Formats the command that resumes the count in a file. For standard input (`-`), the file is `FILE`. */
export function formatResumeCommand(
  source: string,
  { n, part }: { readonly n: number; readonly part?: Part | undefined },
  ...options: string[]
): string {
  const file = source === '-' ? 'FILE' : source;
  const target = part ? ['--part', partName(part), '--out', file] : ['--checkpoint', file];
  return shellCommand('queens-par', String(n), ...target, ...options);
}
