// src/node/ledger reads and writes ledger files, whose format is in src/core/results. This file opens one for a count,
// ledger-writer.ts adds results to it, and ledger-reader.ts reads one that another process may be writing.

import { statSync } from 'node:fs';
import { LedgerFileError } from '../../core/errors/errors.js';
import type { PlanOptions } from '../../core/plan/choose-plan.js';
import { type Part, partOf } from '../../core/plan/part.js';
import type { Plan } from '../../core/plan/plan.js';
import { deriveExpectedPlan, type ExpectedPlan } from '../../core/plan/plan-mismatch.js';
import type { Steps } from '../../core/plan/steps.js';
import { CheckedLedger, listNumbers } from '../../core/results/checked-ledger.js';
import { findPlanOfLines, repairFirstLine } from '../../core/results/first-line.js';
import { assertSize, formatHeader, type LedgerHeader, LF, parseHeader, SCHEMA } from '../../core/results/header.js';
import { decodeLatin1 } from '../../core/results/line.js';
import { ConflictError, Results, selectRemaining } from '../../core/results/results.js';
import { plural } from '../../core/text/numbers.js';
import { FileError } from '../files/file-error.js';
import { type LockedFile, openLocked } from '../files/lock.js';
import { readDescriptor, readFile } from '../files/regular-file.js';
import { replaceFile } from '../files/replace-file.js';
import { programVersion } from '../package/package.js';
import { readLedger } from './ledger-reader.js';
import { FileResults, formatLedger } from './ledger-writer.js';

/** Options for opening a ledger file: lines to drop, and a function for messages about them. */
export interface LedgerOptions {
  /** Whether to rebuild a damaged first line, and to drop other damaged lines; false by default. */
  readonly repair?: boolean | undefined;
  readonly drop?: readonly string[] | undefined;
  /** Called with messages about dropped lines. */
  readonly log?: ((message: string) => void) | undefined;
}

/**
 * Reads the header of a file that a count may resume. Returns undefined if there is no valid one. Then `openLedger`
 * starts the file or reports why it cannot be used.
 */
export function readHeader(file: string): LedgerHeader | undefined {
  try {
    const bytes = isRegularFile(file) ? readFile(file, assertSize) : new Uint8Array();
    return bytes.includes(LF) ? parseHeader(bytes, file) : undefined;
  } catch {
    return undefined;
  }
}

function isRegularFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * Finds the plan of a file whose first line is damaged.
 *
 * @param known the plan of the command line, which is returned if the file's lines belong to no other plan for its n.
 */
export function* findPlanOfFile(file: string, known: Plan): Steps<Plan> {
  return isRegularFile(file) ? yield* findPlanOfLines(readLedger(file), known) : known;
}

/**
 * Opens a ledger file for a count. An existing file is resumed with its own plan. No other process can write to the
 * file until the results are closed. A finished file that cannot be written is only read.
 *
 * A file of another count is refused and left unchanged. The count starts from scratch only if the file is empty or
 * contains only an incomplete first line of the same count.
 *
 * @param plan the plan for a new file.
 * @param options options for the plan and the file. The plan of an existing file may differ, but must match them.
 * @throws UsageError if the file belongs to another count, or is not a ledger file.
 * @throws LedgerFileError if the file cannot be used, is in use or damaged, or if the disk fails or is full.
 */
export function openLedger(file: string, plan: Plan, options: PlanOptions & LedgerOptions = {}): Results {
  const { log = () => {} } = options;
  let locked: LockedFile | undefined;
  try {
    locked = openLocked(file);
    const bytes = readDescriptor(locked.descriptor, file, assertSize);
    const expected = deriveExpectedPlan(plan.n, options);
    const { header, results, messages } = readContents(bytes, file, plan, expected, options);
    // Rewrite the file, because what we read might exist only in memory: after a failed sync, Linux does not write
    // the same pages again.
    const contents = formatLedger(header, results);
    const replacement = replaceFile(file, contents, locked);
    if (!replacement.isLocked)
      process.emitWarning(`This system cannot lock ${file}. Do not let a second process write to it.`);
    for (const message of messages) log(message);
    return new FileResults({ file, locked: replacement, length: contents.length, header, results });
  } catch (error) {
    locked?.close();
    const isReadable = error instanceof FileError && error.code !== 'in-use' && isRegularFile(file);
    if (isReadable) return readUnwritable(file, plan, options, error);
    throw error;
  }
}

/**
 * Reads a file that could not be opened for writing or be replaced, for example on a read-only or full disk.
 *
 * @param error the reason.
 * @returns the results, if no subproblem of the count is missing and no line must be dropped.
 * @throws UsageError or LedgerFileError, as `openLedger` does.
 */
function readUnwritable(file: string, plan: Plan, options: PlanOptions & LedgerOptions, error: FileError): Results {
  const expected = deriveExpectedPlan(plan.n, options);
  const { results, messages } = readContents(readLedger(file), file, plan, expected, options);
  const share = options.part ? partOf(results.plan, options.part) : results.plan;
  if (messages.length === 0 && selectRemaining(share, results).subproblems.length === 0) return results;
  if (results.size === 0) throw error;
  const { code, cause, message } = error;
  throw new LedgerFileError(`${message}. Copy it to where it can be written, and resume the copy`, { code, cause });
}

function createHeader(plan: Plan, part?: Part): LedgerHeader {
  const { n, algorithm, options, hash: planHash, subproblems } = plan;
  return {
    schema: SCHEMA,
    n,
    algorithm,
    options,
    planHash,
    subproblems: subproblems.length,
    ...(part && { part }),
    program: `queens-par ${programVersion()}`,
    node: process.versions.node,
  };
}

/**
 * Reads the contents of a ledger file without the lines to drop, and returns messages about these lines. A file that is
 * empty or contains only the beginning of the plan's first line is a new one.
 */
function readContents(bytes: Uint8Array, file: string, plan: Plan, expected: ExpectedPlan, options: LedgerOptions) {
  const { repair, drop = [] } = options;
  const messages: string[] = [];
  const newHeader = createHeader(plan, expected.part);
  const line = formatHeader(newHeader);
  if (bytes.length < line.length && line.startsWith(decodeLatin1(bytes)))
    return { header: newHeader, results: new Results(plan), messages };
  const ledger = new CheckedLedger(file, { known: plan, expected, repair, drop });
  const readable = repair ? repairFirstLine(bytes, file, newHeader) : bytes;
  ledger.read(readable);
  const { problem, damaged, dropped, header, results } = ledger;
  if (problem) throw problem;
  if (readable !== bytes) messages.push(`Rebuilt line 1 of ${file}, which was damaged.`);
  if (damaged.length > 0) {
    messages.push(`Dropped from ${file}: ${plural(damaged.length, 'damaged line')} (${listNumbers(damaged)}).`);
  }
  for (const id of drop) {
    const lines = dropped.flatMap((one) => (one.id === id ? one.line : []));
    const found = `Dropped from ${file}: ${plural(lines.length, 'line')} for subproblem ${id} (${listNumbers(lines)}).`;
    messages.push(lines.length > 0 ? found : `${file} has no line for subproblem ${id} to drop.`);
  }
  if (ledger.isTorn) messages.push(`The last line of ${file} was incomplete and was dropped.`);
  return { header, results, messages };
}

/**
 * Writes results to a ledger file, which can then be resumed, merged, audited, and exported. An existing file with the
 * same plan keeps its entries. The file is replaced as a whole.
 *
 * @returns all results in the file.
 * @throws UsageError, LedgerFileError, ConflictError
 */
export function writeLedgerFile(file: string, results: Results): Results {
  const { plan } = results;
  let locked: LockedFile | undefined;
  try {
    locked = openLocked(file);
    const bytes = readDescriptor(locked.descriptor, file, assertSize);
    const { results: union } = readContents(bytes, file, plan, { ...plan, planHash: plan.hash }, {});
    for (const subproblem of plan.subproblems) {
      const partial = results.get(subproblem.id);
      if (partial) union.add(partial);
    }
    replaceFile(file, formatLedger(createHeader(plan), union), locked).close();
    return union;
  } catch (error) {
    if (error instanceof ConflictError) error.message += ` (the first count is in ${file})`;
    throw error;
  } finally {
    locked?.close();
  }
}
