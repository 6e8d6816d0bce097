import { closeSync, fdatasyncSync, ftruncateSync } from 'node:fs';
import { fileError } from '../errors/system.js';
import { choosePlan } from '../plan/choose-plan.js';
import { threadsOfParts } from '../plan/part.js';
import { largestPossibleCount } from '../plan/partial-count.js';
import type { Plan } from '../plan/plan.js';
import { plural } from '../text/numbers.js';
import { FileLedger, wholeFile } from './file.js';
import { headerLine, headerOf, type LedgerHeader, type LedgerRequest, refuseOther, refuseOtherPlan } from './header.js';
import { ConflictError, isNews, type Ledger } from './ledger.js';
import type { FileLine } from './line.js';
import { closeUnused, openLocked } from './lock.js';
import { MemoryLedger } from './memory.js';
import { listed, loadLedger } from './read.js';
import { readDescriptor } from './regular-file.js';
import { type Replacement, removeLeftover, replaceFile, syncFolder, writeAll } from './replace-file.js';

/** An open ledger file and its plan. */
export interface OpenLedger {
  readonly plan: Plan;
  readonly ledger: FileLedger;
}

/** What to drop from a file before its count goes on, and who is told. */
export interface OpenOptions {
  /** Drop damaged lines, so that what they held is counted again. */
  readonly repair?: boolean | undefined;
  /** Drop every line of the subproblems with these ids. */
  readonly drop?: readonly string[] | undefined;
  /** Called with what the user should know of the file, now or during the count: whole sentences. */
  readonly tell?: ((note: string) => void) | undefined;
}

/**
 * Opens a ledger file to count into: continues with the plan of an existing one, whatever the threads of this machine,
 * or begins a new one. No other process can write to it until the ledger is closed.
 *
 * A file is changed only after it was found to be the one that is asked for. It is begun only if it is empty, or holds
 * the torn beginning of the very line that would be written.
 *
 * @throws UsageError if the file cannot be used, is in use, or is of something other than what is asked for.
 * @throws LedgerFileError if it is damaged, or the disk fails or is full.
 */
export function openLedger(file: string, request: LedgerRequest, options: OpenOptions = {}): OpenLedger {
  const { tell = () => {} } = options;
  refuseOtherPlan(request);
  const locked = openLocked(file);
  try {
    removeLeftover(file);
    const bytes = readDescriptor(locked.descriptor, file);
    const contents = newContents(bytes, request);
    const { plan, notes, ...parts } = contents
      ? begin(file, locked.descriptor, contents)
      : resume(file, locked.descriptor, bytes, request, options);
    if (!locked.isLocked) tell(`This system has no lock for ${file}: do not let a second process write to it.`);
    for (const note of notes) tell(note);
    return { plan, ledger: new FileLedger({ file, ...parts, tell }) };
  } catch (error) {
    closeUnused(file, locked);
    throw fileError(`${file} cannot be opened`, error);
  }
}

/** What a new file begins with. */
interface NewContents {
  readonly plan: Plan;
  readonly header: LedgerHeader;
  readonly line: Buffer;
}

/** What to begin a file with that holds these bytes; undefined if it holds something already. */
function newContents(bytes: Buffer, request: LedgerRequest): NewContents | undefined {
  if (bytes.includes('\n')) return undefined;
  const plan = request.like ?? newPlan(request);
  const header = headerOf(plan, request.part);
  const line = headerLine(header);
  return line.subarray(0, bytes.length).equals(bytes) ? { plan, header, line } : undefined;
}

/** Parts are counted on several machines, which must all make the same plan, whatever threads they have or ask for. */
function newPlan({ n, options, part }: LedgerRequest): Plan {
  return choosePlan(n, part ? { ...options, threads: threadsOfParts(part.m), threadsAreDefault: false } : options);
}

/** A file that was begun or resumed. */
interface Opened extends Replacement {
  readonly plan: Plan;
  readonly header: LedgerHeader;
  readonly memory: MemoryLedger;
  readonly notes: readonly string[];
}

function begin(file: string, descriptor: number, { plan, header, line }: NewContents): Opened {
  try {
    ftruncateSync(descriptor, 0); // the line may have been torn
    writeAll(descriptor, line);
    fdatasyncSync(descriptor);
    syncFolder(file);
  } catch (error) {
    ftruncateSync(descriptor, 0);
    throw fileError(`${file} cannot be begun`, error);
  }
  return { plan, header, memory: new MemoryLedger(plan.subproblems), descriptor, length: line.length, notes: [] };
}

function resume(
  file: string,
  descriptor: number,
  bytes: Buffer,
  request: LedgerRequest,
  { repair = false, drop = [] }: OpenOptions,
): Opened {
  const { plan, header, ledger, length, leftOut } = loadLedger(bytes, file, {
    check: (header) => refuseOther(file, header, request),
    known: request.like,
    leaveOut: { damaged: repair, subproblems: drop },
  });
  const notes = notesOn(file, leftOut, drop);
  if (length < bytes.length) notes.push(`The last line of ${file} was torn: what it held is counted again.`);
  const opened = { plan, header, memory: ledger, notes };
  if (leftOut.length > 0) {
    const replacement = replaceWithout(file, bytes.subarray(0, length), leftOut);
    closeSync(descriptor);
    return { ...opened, ...replacement };
  }
  if (length < bytes.length) ftruncateSync(descriptor, length);
  return { ...opened, descriptor, length };
}

/** Replaces a file by its bytes without some of its lines. */
function replaceWithout(file: string, bytes: Buffer, lines: readonly FileLine[]): Replacement {
  function* kept(): Generator<Buffer> {
    let from = 0;
    for (const { start, next } of lines) {
      yield bytes.subarray(from, start);
      from = next;
    }
    yield bytes.subarray(from);
  }
  try {
    return replaceFile(file, kept());
  } catch (error) {
    throw fileError(`${file} cannot be repaired and is as it was`, error);
  }
}

function notesOn(file: string, leftOut: readonly FileLine[], drop: readonly string[]): string[] {
  const notes: string[] = [];
  const damaged = leftOut.filter(({ id }) => id === undefined);
  if (damaged.length > 0) {
    notes.push(`Dropped from ${file}: ${plural(damaged.length, 'damaged line')} (${listed(numbersOf(damaged))}).`);
  }
  for (const id of drop) {
    const lines = leftOut.filter((line) => line.id === id);
    if (lines.length === 0) notes.push(`${file} has no line of subproblem ${id} to drop.`);
    else notes.push(`Dropped from ${file}: what it had of subproblem ${id} (line ${listed(numbersOf(lines))}).`);
  }
  return notes;
}

function numbersOf(lines: readonly FileLine[]): string[] {
  return lines.map(({ number }) => String(number));
}

/**
 * Writes what a ledger holds into a file, which can be resumed, merged, audited and exported. What a file of the same plan
 * holds already stays in it. The file is replaced as a whole: on any error it is as it was.
 *
 * @throws UsageError, LedgerFileError, ConflictError
 */
export function writeLedgerFile(file: string, plan: Plan, ledger: Ledger): void {
  const locked = openLocked(file);
  try {
    const request: LedgerRequest = { n: plan.n, options: {}, like: plan };
    const bytes = readDescriptor(locked.descriptor, file);
    const isNew = newContents(bytes, request) !== undefined;
    const check = (header: LedgerHeader) => refuseOther(file, header, request);
    const union = isNew ? new MemoryLedger(plan.subproblems) : loadLedger(bytes, file, { check, known: plan }).ledger;
    for (const subproblem of plan.subproblems) {
      const partial = ledger.get(subproblem.id);
      if (partial && isNews(union, partial, largestPossibleCount(subproblem))) union.enter(partial);
    }
    closeSync(replaceFile(file, wholeFile(headerOf(plan), union)).descriptor);
  } catch (error) {
    if (error instanceof ConflictError) error.message += ` (the first one in ${file})`;
    throw fileError(`${file} cannot be written and is as it was`, error);
  } finally {
    closeUnused(file, locked);
  }
}
