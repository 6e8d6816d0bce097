import type { PartialCount } from '../../core/plan/partial-count.js';
import type { Plan } from '../../core/plan/plan.js';
import { runSteps } from '../../core/plan/steps.js';
import { CheckedLedger, rebuildLedgerPlan } from '../../core/results/checked-ledger.js';
import { assertSize, type LedgerHeader, parseHeader } from '../../core/results/header.js';
import type { StoredResults } from '../../core/results/results.js';
import { readFile } from '../files/regular-file.js';
import { runBlocking } from '../terminal/interruption.js';

/**
 * Reads the bytes of a ledger file or a pipe.
 *
 * @param file path, or `-` for standard input.
 * @param from offset of the first byte to read; ignored for a pipe.
 * @throws LedgerFileError if the file could not be read or is too large.
 */
export function readLedger(file: string, from = 0): Uint8Array {
  return runBlocking(() => readFile(file, assertSize, from)); // this waits until a pipe has a writer
}

/** The results in a ledger file, as of the time when it was opened. Another process may be writing to it. */
export class LedgerFile implements StoredResults {
  readonly source: string;
  readonly header: LedgerHeader;
  /** The file's contents; undefined once they have been checked. */
  #bytes: Uint8Array | undefined;
  #plan: Plan | undefined;

  /** Reads a file. @throws UsageError or LedgerFileError if it could not be read, or is not a ledger file. */
  constructor(file: string) {
    this.source = file;
    this.#bytes = readLedger(file);
    this.header = parseHeader(this.#bytes, file);
  }

  plan(known?: Plan): Plan {
    this.#plan ??= runSteps(rebuildLedgerPlan(this.header, this.source, known));
    return this.#plan;
  }

  *read(): Generator<readonly PartialCount[], void> {
    if (!this.#bytes) return; // a second call
    const ledger = new CheckedLedger(this.source, { known: this.plan() });
    yield ledger.read(this.#bytes) ?? [];
    this.#bytes = undefined;
    if (ledger.problem) throw ledger.problem;
  }
}
