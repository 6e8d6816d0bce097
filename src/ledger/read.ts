import { LedgerFileError } from '../errors/errors.js';
import { partName } from '../plan/part.js';
import { type Plan, placesById } from '../plan/plan.js';
import { remakePlan } from '../plan/remake-plan.js';
import { shellCommand } from '../text/quoted.js';
import { type LedgerHeader, readHeader } from './header.js';
import { ConflictError, isNew } from './ledger.js';
import { readLines } from './line.js';
import { MemoryLedger } from './memory.js';
import { readFile } from './regular-file.js';

/** Maximum number of lines or subproblems in a message. */
const MOST_LISTED = 20;

/** The contents of a ledger file, checked against its plan. */
export interface LoadedLedger {
  readonly header: LedgerHeader;
  readonly plan: Plan;
  readonly ledger: MemoryLedger;
  /** True if the last line was torn. The ledger does not contain this line. */
  readonly isTorn: boolean;
  /** Lines that were skipped because of `repair` or `drop`, in order. */
  readonly leftOut: readonly FileLine[];
}

/** A line of a file. */
export interface FileLine {
  /** From 1. */
  readonly line: number;
  /** Id of the subproblem; undefined for a damaged line. */
  readonly id?: string;
}

/** Options for opening a ledger file: lines to drop, and functions for messages to the user. */
export interface LedgerOptions {
  /** Whether to drop damaged lines, so that their subproblems are counted again. By default false. */
  readonly repair?: boolean | undefined;
  /** Ids of subproblems. All lines of these subproblems are dropped. */
  readonly drop?: readonly string[] | undefined;
  /** Called with messages about dropped lines. */
  readonly log?: ((message: string) => void) | undefined;
  /** Called with warnings that the user must see, now or during the count. By default, Node.js prints them. */
  readonly warn?: ((message: string) => void) | undefined;
}

/**
 * Reads the text of a ledger file, makes its plan again, and checks every line against the plan.
 *
 * @param text the whole file, with one character for each byte (latin1).
 * @param file name of the file, for error messages.
 * @param known an existing plan, which is used if the file has the same plan.
 * @throws LedgerFileError, which names the wrong lines and a remedy.
 */
export function loadLedger(
  text: string,
  file: string,
  known?: Plan,
  { repair, drop = [] }: LedgerOptions = {},
): LoadedLedger {
  const header = readHeader(text, file);
  const plan = planOf(header, file, known);
  const { length: subproblems } = plan.subproblems;
  if (header.subproblems !== subproblems) {
    throw new LedgerFileError(
      `${file}: line 1 says ${header.subproblems} subproblems, but the plan has ${subproblems}`,
    );
  }
  const ledger = new MemoryLedger();
  const places = placesById(plan.subproblems);
  const lines = new Map<string, number>();
  const leftOut: FileLine[] = [];
  const damaged: FileLine[] = [];
  const wrong: WrongLine[] = [];

  const entries = text.slice(text.indexOf('\n') + 1);
  const { length } = readLines(entries, header, {
    entry(partial, line) {
      const { id } = partial;
      if (drop.includes(id)) {
        leftOut.push({ line, id });
        return;
      }
      try {
        const subproblem = plan.subproblems[places.get(id) ?? -1];
        if (!subproblem) throw new Error(`the plan has no subproblem ${id}`);
        if (!isNew(ledger, subproblem, partial)) return;
        ledger.add(partial);
        lines.set(id, line);
      } catch (error) {
        wrong.push({ line, id, error });
      }
    },
    damaged(line) {
      (repair ? leftOut : damaged).push({ line });
    },
  });
  if (damaged.length > 0) throw new LedgerFileError(`${file}: ${damageOf(damaged, commandFor(file, header))}`);
  const [first] = wrong;
  if (first) {
    const { line, id, error } = first;
    const reason = error instanceof Error ? error.message : String(error);
    const where = error instanceof ConflictError ? ` (the first count is in line ${lines.get(id)})` : '';
    throw new LedgerFileError(`${file}: line ${line}: ${reason}${where}${remedyFor(wrong, commandFor(file, header))}`);
  }
  return { header, plan, ledger, isTorn: length < entries.length, leftOut };
}

/** A line with a correct checksum and wrong contents. */
interface WrongLine extends FileLine {
  readonly id: string;
  readonly error: unknown;
}

/** Returns the words of the command that resumes the count of a ledger file. */
export function commandFor(file: string, { n, part }: LedgerHeader): string[] {
  return ['queens-par', String(n), ...(part ? ['--part', partName(part), '--out', file] : ['--checkpoint', file])];
}

function damageOf(lines: readonly FileLine[], count: readonly string[]): string {
  const [are, them] = lines.length === 1 ? [`line ${listed(lines)} is`, 'it'] : [`lines ${listed(lines)} are`, 'them'];
  return `${are} damaged; ${shellCommand(...count, '--repair')} drops ${them} and counts again`;
}

/** Describes the other wrong lines, and the command that drops all of them. */
function remedyFor(lines: readonly WrongLine[], count: readonly string[]): string {
  const others = lines.length > 1 ? ` (and ${lines.length - 1} more like it)` : '';
  const ids = [...new Set(lines.map(({ id }) => id))].slice(0, MOST_LISTED);
  const them = ids.length > 1 ? 'these subproblems' : 'this subproblem';
  return `${others}; ${shellCommand(...count, '--drop', ids.join(','))} drops every line of ${them} and counts again`;
}

/** Lists line numbers, up to the maximum of a message. */
export function listed(lines: readonly FileLine[]): string {
  const shown = lines.slice(0, MOST_LISTED).map(({ line }) => line);
  const others = lines.length - shown.length;
  return others > 0 ? `${shown.join(', ')} and ${others} more` : shown.join(', ');
}

/**
 * Reads a ledger file. Another process may be writing to the file at the same time.
 *
 * @throws UsageError if the path cannot be used; the errors of `loadLedger`.
 */
export function loadLedgerFile(file: string): LoadedLedger {
  return loadLedger(readFile(file), file);
}

/** Makes the plan of a file again from its header. Throws the errors of `remakePlan`. */
export function planOf(header: LedgerHeader, file: string, known?: Plan): Plan {
  return remakePlan(header, `${file}, written by ${header.program}`, 'count into another file', known);
}
