import { fileError } from '../errors/system.js';
import { choosePlan, type PlanOptions } from '../plan/choose-plan.js';
import { type AskedPlan, askedOf } from '../plan/differences.js';
import type { Part } from '../plan/part.js';
import type { Plan, ThreadChoice } from '../plan/plan.js';
import { plural } from '../text/numbers.js';
import { contentsOf, FileLedger } from './file.js';
import { headerLine, headerOf, type LedgerHeader, readHeader, refuseOther } from './header.js';
import { ConflictError, isNew, type Ledger } from './ledger.js';
import { closeUnused, openLocked } from './lock.js';
import { MemoryLedger } from './memory.js';
import { type LedgerOptions, listed, loadLedger } from './read.js';
import { readDescriptor } from './regular-file.js';
import { replaceFile } from './replace-file.js';

/**
 * Opens a ledger file for a count. An existing file is resumed with its own plan. No other process can write to the file
 * until the ledger is closed.
 *
 * A file of another count is refused and stays unchanged. The count starts from scratch only if the file is empty, or
 * if it contains only an incomplete first line of the same count.
 *
 * @param opening lines to drop, and functions for messages.
 * @param made the plan of these options, if the caller has made it. An existing file may have another.
 * @throws UsageError if the file cannot be used, is in use, or belongs to another count.
 * @throws LedgerFileError if the file is damaged, or if the disk fails or is full.
 */
export function openLedger(
  file: string,
  n: number,
  options: PlanOptions & ThreadChoice = {},
  opening: LedgerOptions = {},
  made = choosePlan(n, options),
) {
  const { log = () => {}, warn = (message) => process.emitWarning(message) } = opening;
  const locked = openLocked(file);
  try {
    const text = readDescriptor(locked.descriptor, file);
    const { plan, header, memory, messages } =
      startNew(text, made, options.part) ?? resume(text, file, made, askedOf(n, options), opening);
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
function startNew(text: string, plan: Plan, part?: Part): Opened | undefined {
  if (text.includes('\n')) return undefined;
  const header = headerOf(plan, part);
  if (!headerLine(header).startsWith(text)) return undefined;
  return { plan, header, memory: new MemoryLedger(), messages: [] };
}

/** Reads the contents of an existing file, without the lines to drop. */
function resume(text: string, file: string, made: Plan, asked: AskedPlan, opening: LedgerOptions): Opened {
  const { drop = [] } = opening;
  refuseOther(file, readHeader(text, file), asked);
  const { plan, header, ledger, isTorn, leftOut } = loadLedger(text, file, made, opening);
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
    const text = readDescriptor(locked.descriptor, file);
    const { memory: union } = startNew(text, plan) ?? resume(text, file, plan, { ...plan, planHash: plan.hash }, {});
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
