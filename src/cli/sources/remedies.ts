/** Tells the user what to type: how to resolve an error, and how to resume the count in a file. */
import { ClusterUsageError, type RunFault, RunFaultError } from '../../cluster/connection/cluster-error.js';
import {
  type BadLines,
  LedgerFileError,
  MemoryLimitError,
  OutOfMemoryError,
  TimeLimitError,
  UsageError,
} from '../../core/errors/errors.js';
import { type Part, partName } from '../../core/plan/part.js';
import { isSystemError, messageForUser } from '../../node/errors/system.js';
import { shellCommand } from '../../node/terminal/terminal.js';
import { describeLoad } from '../counting/announcement.js';

/**
 * Returns the message of an error and, if a command or an option would help, a clause that says so.
 *
 * @param databaseFile the --database-file that commands for the cluster need.
 */
export function messageWithRemedy(error: unknown, databaseFile?: string): string {
  if (error instanceof TimeLimitError) {
    const load = describeLoad(error.expected.busy);
    return `${error.message}${load && `, because ${load}`}; add --force to start anyway`;
  }
  const remedy = describeRemedy(error, databaseFile);
  return remedy === undefined ? messageForUser(error) : `${messageForUser(error)}; ${remedy}`;
}

function describeRemedy(error: unknown, databaseFile: string | undefined): string | undefined {
  if (error instanceof LedgerFileError) {
    if (error.isFirstLineBad) return 'add --repair to the command that started the count to rebuild the line';
    return error.bad && describeRepair(error.bad);
  }
  if (error instanceof ClusterUsageError) return describeNeed(error, databaseFile);
  if (error instanceof UsageError && isSystemError(error.cause) && error.cause.syscall === 'listen')
    return '--port 0 picks a free one';
  if (error instanceof RunFaultError) return describeRepairOfRun(error.fault, databaseFile);
  const needsMemory = error instanceof MemoryLimitError || error instanceof OutOfMemoryError;
  if (!needsMemory || error.needed === undefined) return undefined;
  return `use --memory ${Math.ceil(error.needed / 2 ** 20)}`;
}

function describeNeed({ need, run }: ClusterUsageError, databaseFile: string | undefined): string {
  const command = (...words: string[]) => formatClusterCommand(databaseFile, ...words);
  switch (need) {
    case 'url':
      return (
        'or put this URL in a file and use --database-file FILE, ' +
        'or run a database on this machine with queens-par cluster database'
      );
    case 'first-run':
      return `start one with: ${command('cluster', 'start', '18')}`;
    case 'upgrade':
      return `upgrade them with: ${command('cluster', 'start', '18')}`;
    case 'other-name':
      return 'choose another name with --run NAME';
    case 'stopped-run':
      return `stop it first with: ${command('cluster', 'stop', run)}`;
    case 'known-worker':
      return `${command('status', `run:${run}`)} lists its workers`;
  }
}

function describeRepairOfRun({ run, isCounting, wrongWorker }: RunFault, databaseFile: string | undefined): string {
  const command = (...words: string[]) => formatClusterCommand(databaseFile, ...words);
  const remove = command('cluster', 'remove', run, '--worker', wrongWorker ?? 'NAME');
  if (wrongWorker === undefined)
    return `${command('audit', `run:${run}`)} shows which worker is wrong, and ${remove} removes its counts`;
  const stop = isCounting ? `${command('cluster', 'stop', run)}, then ` : '';
  return `remove the results of its worker with: ${stop}${remove}`;
}

/** Describes the command that drops the bad lines of a file. */
function describeRepair({ file, n, part, damaged, joinedAt, subproblems }: BadLines): string {
  const resume = (...options: string[]) => formatResumeCommand(file, { n, part }, ...options);
  if (joinedAt !== undefined) {
    const merge = file === '-' ? 'merge <(ssh HOST cat 1.ledger) <(ssh HOST cat 2.ledger)' : 'merge';
    return `add the files up with queens-par ${merge}, or drop the line with: ${resume('--repair')}`;
  }
  if (damaged.length > 0) {
    return `${resume('--repair')} drops ${damaged.length === 1 ? 'it' : 'them'} and resumes the count`;
  }
  const [those, them] = subproblems.length > 1 ? ['these subproblems', 'them'] : ['this subproblem', 'it'];
  return `${resume('--drop', subproblems.join(','))} drops every line of ${those} and recounts ${them}`;
}

/** Formats a command that uses the cluster's database. */
export function formatClusterCommand(databaseFile: string | undefined, ...words: string[]): string {
  const file = databaseFile === undefined ? [] : ['--database-file', databaseFile];
  return shellCommand('queens-par', ...words, ...file);
}

/** Formats the command that starts or resumes a run. */
export function formatStartCommand(
  { n, name }: { readonly n: number; readonly name: string },
  databaseFile: string | undefined,
): string {
  return formatClusterCommand(databaseFile, 'cluster', 'start', String(n), '--run', name);
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
