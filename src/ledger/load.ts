import { readFileSync } from 'node:fs';
import { LedgerFileError, UsageError } from '../errors/errors.js';
import { reasonOf } from '../errors/system.js';
import type { PartialCount } from '../plan/partial-count.js';
import type { Plan } from '../plan/plan.js';
import { remakePlan } from '../plan/remake-plan.js';
import type { LedgerHeader } from './header.js';
import { isNews } from './ledger.js';
import { MemoryLedger } from './memory.js';
import { readEntries, readHeader } from './read.js';

/** What a ledger file holds, checked against the plan that it is of. */
export interface LoadedLedger {
  readonly header: LedgerHeader;
  readonly plan: Plan;
  readonly ledger: MemoryLedger;
  /** Bytes up to the end of the last whole line. */
  readonly length: number;
}

interface LoadOptions {
  readonly check?: ((header: LedgerHeader) => void) | undefined;
  readonly known?: Plan | undefined;
}

/**
 * Reads a ledger file, makes its plan again, and checks every line against it.
 *
 * @param file how errors name the file.
 * @param check looks at the first line before anything else is done, and may throw.
 * @param known a plan that was made before: if this file is of it, it is not made again.
 * @throws LedgerFileError
 */
export function loadLedger(bytes: Buffer, file: string, { check, known }: LoadOptions = {}): LoadedLedger {
  const header = readHeader(bytes, file);
  check?.(header);
  const plan = planOf(header, file, known);
  const ledger = new MemoryLedger(plan.subproblems);
  const length = readEntries(bytes, header, {
    entry(partial, number) {
      if (isNewsIn(partial, number)) ledger.enter(partial);
    },
    damaged(number) {
      throw new LedgerFileError(`${file}: line ${number} is damaged; --repair drops it, to be counted again`);
    },
  });

  function isNewsIn(partial: PartialCount, number: number): boolean {
    const largest = ledger.largestCount(partial.id);
    if (largest === undefined)
      throw new LedgerFileError(`${file}: line ${number}: the plan has no subproblem ${partial.id}`);
    try {
      return isNews(ledger, partial, largest);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new LedgerFileError(`${file}: line ${number}: ${reason}`, { cause });
    }
  }
  return { header, plan, ledger, length };
}

/**
 * Reads a ledger file that is not to be written to; somebody may be counting into it.
 *
 * @throws UsageError if there is no such file; LedgerFileError
 */
export function loadLedgerFile(file: string, options: LoadOptions = {}): LoadedLedger {
  return loadLedger(readBytes(file), file, options);
}

/** The plan that a ledger file is of. Throws as `loadLedgerFile` does. */
export function planOfFile(file: string): Plan {
  return planOf(readHeader(readBytes(file), file), file);
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new UsageError(`${file} cannot be read: ${reasonOf(cause)}`, { cause });
  }
}

/**
 * Makes the plan that a file with this first line is of.
 *
 * @param known as for `remakePlan`.
 * @throws LedgerFileError if this version of the program makes another plan of the same recipe, or none.
 */
export function planOf(header: LedgerHeader, file: string, known?: Plan): Plan {
  try {
    return remakePlan(header, known);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new LedgerFileError(`${file}, written by ${header.program}: ${reason}`, { cause });
  }
}
