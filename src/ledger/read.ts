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

/** Maximum of lines or subproblems in an error message. */
const MOST_LISTED = 20;

/** The contents of a ledger file, checked against its plan. */
export interface LoadedLedger {
  readonly header: LedgerHeader;
  readonly plan: Plan;
  readonly ledger: MemoryLedger;
  /** Whether the last line was torn. It is not in the ledger. */
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

/** Options of loading a file. */
export interface LoadOptions {
  /** Drop damaged lines, so that their subproblems are counted again. */
  readonly repair?: boolean | undefined;
  /** Drop every line of the subproblems with these ids. */
  readonly drop?: readonly string[] | undefined;
  /** Called with the first line before anything else; may throw. */
  readonly check?: ((header: LedgerHeader) => void) | undefined;
  /** An existing plan. It is used if it is the plan of the file. */
  readonly known?: Plan | undefined;
  /** A ledger to add to, instead of a new one, and a function that finds the file of one of its subproblems. */
  readonly into?: { readonly ledger: MemoryLedger; readonly fileOf: (id: string) => string | undefined } | undefined;
}

/**
 * Reads a ledger file, makes its plan again, and checks every line against it.
 *
 * @param text one character for each byte of the file (latin1).
 * @param file the file's name in errors.
 * @throws LedgerFileError with the wrong lines and a remedy; ConflictError with both files if `into` has another count of a
 *   subproblem.
 */
export function loadLedger(text: string, file: string, options: LoadOptions = {}): LoadedLedger {
  const { check, known, repair, drop = [], into } = options;
  const header = readHeader(text, file);
  check?.(header);
  const plan = planOf(header, file, known);
  const { length: subproblems } = plan.subproblems;
  if (header.subproblems !== subproblems) {
    throw new LedgerFileError(
      `${file}: line 1 says ${header.subproblems} subproblems, but the plan has ${subproblems}`,
    );
  }
  const ledger = into?.ledger ?? new MemoryLedger();
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
  if (damaged.length > 0) throw new LedgerFileError(`${file}: ${damageOf(damaged, countInto(file, header))}`);
  const [first] = wrong;
  if (first) {
    const { line, id, error } = first;
    const reason = error instanceof Error ? error.message : String(error);
    const isConflict = error instanceof ConflictError;
    const earlier = lines.get(id);
    if (isConflict && !earlier) throw new ConflictError(`${reason} (${into?.fileOf(id)} and ${file})`);
    const where = isConflict ? ` (the first one in line ${earlier})` : '';
    throw new LedgerFileError(`${file}: line ${line}: ${reason}${where}${remedyFor(wrong, countInto(file, header))}`);
  }
  return { header, plan, ledger, isTorn: length < entries.length, leftOut };
}

/** A line with a right checksum and impossible contents. */
interface WrongLine extends FileLine {
  readonly id: string;
  readonly error: unknown;
}

/** Returns the command that counts into a ledger file, in words. */
function countInto(file: string, { n, part }: LedgerHeader): string[] {
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
  const them = ids.length > 1 ? 'them' : 'it';
  return `${others}; ${shellCommand(...count, '--drop', ids.join(','))} drops every line of ${them} and counts again`;
}

/** Lists the numbers of lines, up to the limit of a message. */
export function listed(lines: readonly FileLine[]): string {
  const shown = lines.slice(0, MOST_LISTED).map(({ line }) => line);
  const others = lines.length - shown.length;
  return others > 0 ? `${shown.join(', ')} and ${others} more` : shown.join(', ');
}

/**
 * Reads a ledger file. Other processes may be counting into it.
 *
 * @throws UsageError if the path cannot be used; LedgerFileError
 */
export function loadLedgerFile(file: string, options: LoadOptions = {}): LoadedLedger {
  return loadLedger(readFile(file), file, options);
}

/** Returns the plan of a ledger file. Throws as `loadLedgerFile` does. */
export function planOfFile(file: string): Plan {
  return planOf(readHeader(readFile(file), file), file);
}

/** Makes the plan of a file with this first line. Throws as `remakePlan` does. */
export function planOf(header: LedgerHeader, file: string, known?: Plan): Plan {
  return remakePlan(header, `${file}, written by ${header.program}`, 'count into another file', known);
}
