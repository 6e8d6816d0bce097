import { LedgerFileError, UsageError } from '../errors/errors.js';
import type { PartialCount } from '../plan/partial-count.js';
import type { Plan } from '../plan/plan.js';
import { OtherPlanError, remakePlan } from '../plan/remake-plan.js';
import { shellCommand } from '../text/quoted.js';
import { type LedgerHeader, readHeader } from './header.js';
import { ConflictError, isNews } from './ledger.js';
import { type FileLine, LINE_END, type LineReceiver, readLines } from './line.js';
import { MemoryLedger } from './memory.js';
import { readFile } from './regular-file.js';

/** Lines or subproblems that an error lists at most. */
const MOST_LISTED = 20;

/** What a ledger file holds, checked against its plan. */
export interface LoadedLedger {
  readonly header: LedgerHeader;
  readonly plan: Plan;
  readonly ledger: MemoryLedger;
  /** Bytes up to the end of the last whole line. */
  readonly length: number;
  /** Lines that `leaveOut` named, in order: they are not in the ledger. */
  readonly leftOut: readonly FileLine[];
}

/** How to load a file. */
interface LoadOptions {
  /** Called with the first line before anything else is done; may throw. */
  readonly check?: ((header: LedgerHeader) => void) | undefined;
  /** A plan that was made before: if this file is of it, it is not made again. */
  readonly known?: Plan | undefined;
  /** Lines to pass over: damaged ones, and those of some subproblems. */
  readonly leaveOut?: { readonly damaged: boolean; readonly subproblems: readonly string[] } | undefined;
}

/**
 * Reads a ledger file, makes its plan again, and checks every line against it.
 *
 * @param file how errors name the file.
 * @throws LedgerFileError that names every line that is wrong, and what the user can do about it.
 */
export function loadLedger(bytes: Buffer, file: string, { check, known, leaveOut }: LoadOptions = {}): LoadedLedger {
  const header = readHeader(bytes, file);
  check?.(header);
  const plan = planOf(header, file, known);
  const { length: subproblems } = plan.subproblems;
  if (header.subproblems !== subproblems) {
    throw new LedgerFileError(
      `${file}: line 1 says ${header.subproblems} subproblems, but the plan has ${subproblems}`,
    );
  }
  const ledger = new MemoryLedger(plan.subproblems);
  const passedOver = new Set(leaveOut?.subproblems);
  const leftOut: FileLine[] = [];
  const damaged: FileLine[] = [];
  const wrong: WrongLine[] = [];

  const length = readEntries(bytes, header, {
    entry(partial, line) {
      if (passedOver.has(partial.id)) {
        leftOut.push({ ...line(), id: partial.id });
        return;
      }
      try {
        if (isNewsIn(ledger, partial)) ledger.enter(partial);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        const isConflict = error instanceof ConflictError;
        wrong.push({ ...line(), id: partial.id, reason, isConflict });
      }
    },
    damaged(line) {
      (leaveOut?.damaged ? leftOut : damaged).push(line());
    },
  });
  if (damaged.length > 0) throw new LedgerFileError(`${file}: ${tellDamaged(damaged)}`);
  const [first] = wrong;
  if (first) {
    const earlier = first.isConflict ? ` (the first one in line ${lineOf(bytes, header, first.id)})` : '';
    throw new LedgerFileError(`${file}: line ${first.number}: ${first.reason}${earlier}${tellOthers(wrong)}`);
  }
  return { header, plan, ledger, length, leftOut };
}

/** A line with a right checksum that cannot be true. */
interface WrongLine extends FileLine {
  readonly id: string;
  readonly reason: string;
  /** Whether an earlier line has another count of the subproblem. */
  readonly isConflict: boolean;
}

function isNewsIn(ledger: MemoryLedger, partial: PartialCount): boolean {
  const largest = ledger.largestCount(partial.id);
  if (largest === undefined) throw new Error(`the plan has no subproblem ${partial.id}`);
  return isNews(ledger, partial, largest);
}

function tellDamaged(lines: readonly FileLine[]): string {
  const numbers = listed(lines.map(({ number }) => String(number)));
  if (lines.length === 1) return `line ${numbers} is damaged; --repair drops it, to be counted again`;
  return `lines ${numbers} are damaged; --repair drops them, to be counted again`;
}

/** How many lines are wrong beside the first, and how to drop them all. */
function tellOthers(lines: readonly WrongLine[]): string {
  const others = lines.length > 1 ? ` (and ${lines.length - 1} more such)` : '';
  const ids = [...new Set(lines.map(({ id }) => id))].slice(0, MOST_LISTED);
  return `${others}; ${shellCommand('--drop', ids.join(','))} drops every line of ${ids.length > 1 ? 'them' : 'it'}, to be counted again`;
}

/** The number of the first line of a subproblem. */
function lineOf(bytes: Buffer, header: LedgerHeader, id: string): number | undefined {
  let found: number | undefined;
  readEntries(bytes, header, {
    entry(partial, line) {
      if (partial.id === id) found ??= line().number;
    },
    damaged() {},
  });
  return found;
}

/** Names or numbers, as far as an error has room for them. */
export function listed(items: readonly string[]): string {
  const shown = items.slice(0, MOST_LISTED).join(', ');
  return items.length > MOST_LISTED ? `${shown} and ${items.length - MOST_LISTED} more` : shown;
}

/** Reads the lines after the first. Returns and throws as `readLines` does. */
function readEntries(bytes: Buffer, header: LedgerHeader, receiver: LineReceiver): number {
  return readLines(bytes, header, receiver, { start: bytes.indexOf(LINE_END) + 1, number: 2 });
}

/**
 * Reads a ledger file that is not to be written to; another process may be counting into it.
 *
 * @throws UsageError if the path cannot be used; LedgerFileError
 */
export function loadLedgerFile(file: string, options: LoadOptions = {}): LoadedLedger {
  return loadLedger(readFile(file), file, options);
}

/** The plan that a ledger file is of. Throws as `loadLedgerFile` does. */
export function planOfFile(file: string): Plan {
  return planOf(readHeader(readFile(file), file), file);
}

/**
 * Makes the plan of a file with this first line.
 *
 * @param known as for `remakePlan`.
 * @throws UsageError if this version of the program makes another plan of the same options; LedgerFileError if none.
 */
export function planOf(header: LedgerHeader, file: string, known?: Plan): Plan {
  try {
    return remakePlan(header, known);
  } catch (cause) {
    const reason = `${file}, written by ${header.program}: ${cause instanceof Error ? cause.message : String(cause)}`;
    if (!(cause instanceof OtherPlanError)) throw new LedgerFileError(reason, { cause });
    throw new UsageError(`${reason}. Finish it with the version that began it, or count into another file`, { cause });
  }
}
