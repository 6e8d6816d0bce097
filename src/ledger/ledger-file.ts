import type { PartialCount } from '../plan/partial-count.js';
import type { Plan } from '../plan/plan.js';
import { shellCommand } from '../text/quoted.js';
import { CheckedLedger, commandFor, planOf } from './checked-ledger.js';
import { type LedgerHeader, readHeader } from './header.js';
import { readFile } from './regular-file.js';
import { ResultsGoneError, type StoredResults } from './results.js';

/** The results in a ledger file. Another process may be writing to the file at the same time. */
export class LedgerFile implements StoredResults {
  readonly source: string;
  readonly header: LedgerHeader;
  /** The contents of the file, until they are checked. */
  #bytes: Uint8Array | undefined;
  #plan: Plan | undefined;
  #ledger: CheckedLedger | undefined;

  /** Reads a file. @throws UsageError or LedgerFileError if it cannot be read, or is not a ledger file. */
  constructor(file: string) {
    this.source = file;
    this.#bytes = readFile(file);
    this.header = readHeader(this.#bytes, file);
  }

  get command(): string {
    return shellCommand(...commandFor(this.source, this.header));
  }

  plan(known?: Plan): Plan {
    this.#plan ??= planOf(this.header, this.source, known);
    return this.#plan;
  }

  /** Whether a subproblem has two different counts, so that there is no total. */
  get hasConflict(): boolean {
    return this.#ledger?.hasConflict ?? false;
  }

  *read(): Generator<readonly PartialCount[], void> {
    this.#ledger ??= new CheckedLedger(this.source, { known: this.plan() });
    const results = this.#ledger.read(this.#bytes ?? readFile(this.source, this.#ledger.offset));
    this.#bytes = undefined;
    if (!results) throw new ResultsGoneError(`${this.source} was replaced`);
    if (results.length > 0) yield results;
    const { problem } = this.#ledger;
    if (problem) throw problem;
  }
}
