import { type LedgerFileError, messageOf } from '../errors/errors.js';
import { partName, partOf } from '../plan/part.js';
import type { Plan } from '../plan/plan.js';
import { CheckedLedger } from '../results/checked-ledger.js';
import type { LedgerHeader } from '../results/header.js';
import type { Results } from '../results/results.js';
import type { RunState, RunStats } from './progress.js';
import { Run } from './run.js';
import { buildTileMap, type RunUpdate } from './run-map.js';

/** Time without a result, in milliseconds, after which a count is shown as idle. Long subproblems extend this time. */
const MIN_IDLE_TIME = 10_000;

/**
 * A ledger that another process may be writing. It computes the run's statistics from the ledger's bytes, which the
 * caller reads from a file or over HTTP.
 */
export class WatchedLedger {
  readonly #file: string;
  readonly #describe: (problem: LedgerFileError) => string;
  #ledger: CheckedLedger;
  #run: Run | undefined;
  /** The last plan, reused if a ledger with the same plan replaces the file, because building one can take seconds. */
  #plan: Plan | undefined;
  /** Time of the file's last change, in milliseconds since 1970; 0 if it is unknown. */
  #changed = 0;

  /**
   * @param file name of the file in messages.
   * @param describe describes bad lines for the user.
   */
  constructor(file: string, describe: (problem: LedgerFileError) => string = messageOf) {
    this.#file = file;
    this.#describe = describe;
    this.#ledger = new CheckedLedger(file);
  }

  get offset(): number {
    return this.#ledger.offset;
  }

  /**
   * Reads the results added to the ledger.
   *
   * @param bytes the contents from `offset` to the end.
   * @param changed time of the file's last change, in milliseconds since 1970; 0 if it is unknown.
   * @returns false if the file was shortened or replaced. If so, it must be read again in full, from the new `offset`.
   * @throws the errors of `CheckedLedger.read`. After an error, the next call also needs all bytes.
   */
  read(bytes: Uint8Array, changed: number): boolean {
    let isContinued = false;
    try {
      isContinued = this.#ledger.read(bytes) !== undefined;
    } finally {
      if (!isContinued) {
        this.#ledger = new CheckedLedger(this.#file, { known: this.#plan });
        this.#run = undefined;
      }
    }
    if (!isContinued) return false;
    const { results, header } = this.#ledger;
    const { plan } = results;
    this.#plan = plan;
    this.#run ??= new Run(header.part ? partOf(plan, header.part) : plan, results);
    this.#changed = changed;
    return true;
  }

  get header(): LedgerHeader {
    return this.#ledger.header;
  }

  /** The results in the ledger, with their plan. The ledger must have been read. */
  get results(): Results {
    return this.#ledger.results;
  }

  /**
   * Returns the current statistics of the run. The ledger must have been read.
   *
   * @param isCounted whether a process is counting into the file. If undefined, the state is a guess.
   */
  stats(isCounted?: boolean): RunStats {
    return this.#update(isCounted).stats();
  }

  update(): RunUpdate {
    const { part } = this.header;
    const run = this.#update();
    return { stats: run.stats(), map: buildTileMap(run), part: part && partName(part), file: this.#file };
  }

  #update(isCounted?: boolean): Run {
    const run = this.#run;
    if (!run) throw new Error(`${this.#file} has not been read yet`);
    const { problem } = this.#ledger;
    run.setState(this.#stateOf(run, isCounted), problem && this.#describe(problem));
    return run;
  }

  #stateOf(run: Run, isCounted: boolean | undefined): RunState {
    if (this.#ledger.hasConflict) return 'conflict';
    if (run.isFinished) return 'finished';
    if (isCounted !== undefined) return isCounted ? 'counting' : 'stopped';
    const silence = Date.now() - (run.latest ?? this.#changed);
    return silence > Math.max(MIN_IDLE_TIME, 2 * run.longest) ? 'idle' : 'counting';
  }
}
