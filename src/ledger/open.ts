import { fileError } from '../errors/system.js';
import { choosePlan, planOptionsOf } from '../plan/choose-plan.js';
import { threadsOfParts } from '../plan/part.js';
import type { Plan } from '../plan/plan.js';
import { plural } from '../text/numbers.js';
import { contentsOf, FileLedger } from './file.js';
import { headerLine, headerOf, type LedgerHeader, type LedgerRequest, refuseOther, refuseOtherPlan } from './header.js';
import { ConflictError, isNew, type Ledger } from './ledger.js';
import { closeUnused, openLocked } from './lock.js';
import { MemoryLedger } from './memory.js';
import { type LoadOptions, listed, loadLedger } from './read.js';
import { readDescriptor } from './regular-file.js';
import { replaceFile } from './replace-file.js';

/** Options for opening a ledger file: lines to drop, and callbacks for messages to the user. */
export interface OpenOptions extends Pick<LoadOptions, 'repair' | 'drop'> {
  /** Called with messages about dropped lines. */
  readonly log?: ((message: string) => void) | undefined;
  /** Called with warnings that the user must see, now or during the count. By default, Node.js prints them. */
  readonly warn?: ((message: string) => void) | undefined;
}

/**
 * Opens a ledger file for a count. An existing file is resumed with its own plan. No other process can write to the file
 * until the ledger is closed.
 *
 * A file of another count is refused and stays unchanged. The count starts from scratch only if the file is empty, or
 * if it contains only an incomplete first line of the same count.
 *
 * @throws UsageError if the file cannot be used, is in use, or belongs to another count.
 * @throws LedgerFileError if the file is damaged, or if the disk fails or is full.
 */
export function openLedger(file: string, request: LedgerRequest, options: OpenOptions = {}) {
  const { log = () => {}, warn = (message) => process.emitWarning(message) } = options;
  refuseOtherPlan(request);
  const locked = openLocked(file);
  try {
    const text = readDescriptor(locked.descriptor, file);
    const { plan, header, memory, messages } = startNew(text, request) ?? resume(text, file, request, options);
    // The text might exist only in memory. After a failed sync, Linux does not write these pages again.
    const contents = contentsOf(header, memory);
    const replacement = replaceFile(file, contents, locked);
    if (!replacement.isLocked) warn(`This system cannot lock ${file}. Do not let a second process write to it.`);
    for (const message of messages) log(message);
    return {
      plan,
      ledger: new FileLedger({ file, locked: replacement, length: contents.length, header, memory, warn }),
    };
  } catch (error) {
    closeUnused(file, locked);
    throw fileError(`${file} cannot be opened`, error);
  }
}

/** The contents of an opened file, and messages about them. */
interface Opened {
  readonly plan: Plan;
  readonly header: LedgerHeader;
  readonly memory: MemoryLedger;
  readonly messages: readonly string[];
}

/** Returns the contents of a new file. Returns undefined if this text must be resumed or refused. */
function startNew(text: string, request: LedgerRequest): Opened | undefined {
  if (text.includes('\n')) return undefined;
  const plan = request.like ?? request.made ?? newPlan(request);
  const header = headerOf(plan, request.part);
  if (!headerLine(header).startsWith(text)) return undefined;
  return { plan, header, memory: new MemoryLedger(), messages: [] };
}

/** Makes a plan. Machines that count parts must make the same plan, so this plan does not depend on them. */
function newPlan({ n, options, part }: LedgerRequest): Plan {
  if (!part) return choosePlan(n, options);
  return choosePlan(n, { ...planOptionsOf(options), threads: threadsOfParts(part.m) });
}

/** Reads the contents of an existing file, without the lines to drop. */
function resume(text: string, file: string, request: LedgerRequest, options: OpenOptions): Opened {
  const { repair, drop = [] } = options;
  const check = (header: LedgerHeader) => refuseOther(file, header, request);
  const loaded = loadLedger(text, file, { check, known: request.like ?? request.made, repair, drop });
  const { plan, header, ledger, isTorn, leftOut } = loaded;
  const messages: string[] = [];
  const damaged = leftOut.filter(({ id }) => id === undefined);
  if (damaged.length > 0) {
    messages.push(`Dropped from ${file}: ${plural(damaged.length, 'damaged line')} (${listed(damaged)}).`);
  }
  for (const id of drop) {
    const lines = leftOut.filter((line) => line.id === id);
    if (lines.length === 0) messages.push(`${file} has no line of subproblem ${id} to drop.`);
    else messages.push(`Dropped from ${file}: ${plural(lines.length, 'line')} of subproblem ${id} (${listed(lines)}).`);
  }
  if (isTorn) messages.push(`The last line of ${file} was incomplete and was dropped.`);
  return { plan, header, memory: ledger, messages };
}

/**
 * Writes a ledger to a file, which can then be resumed, merged, audited and exported. Entries of an existing file of the
 * same plan are kept. The file is replaced as a whole.
 *
 * @returns a ledger with all entries of the file.
 * @throws UsageError, LedgerFileError, ConflictError
 */
export function writeLedgerFile(file: string, plan: Plan, ledger: Ledger): Ledger {
  const locked = openLocked(file);
  try {
    const request: LedgerRequest = { n: plan.n, options: {}, like: plan };
    const text = readDescriptor(locked.descriptor, file);
    const { memory: union } = startNew(text, request) ?? resume(text, file, request, {});
    for (const subproblem of plan.subproblems) {
      const partial = ledger.get(subproblem.id);
      if (partial && isNew(union, subproblem, partial)) union.add(partial);
    }
    replaceFile(file, contentsOf(headerOf(plan), union), locked).close();
    return union;
  } catch (error) {
    if (error instanceof ConflictError) error.message += ` (the first count is in ${file})`;
    throw error;
  } finally {
    closeUnused(file, locked);
  }
}
