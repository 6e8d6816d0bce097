import { CheckedLedger, commandFor } from '../../ledger/checked-ledger.js';
import type { Plan } from '../../plan/plan.js';
import { ObservedRun } from '../../runs/observed-run.js';
import { formatMoment } from '../../text/dates.js';
import { shellCommand } from '../../text/quoted.js';
import type { Followed } from './follow-run.js';

/** Where the bytes of a ledger come from. */
export interface LedgerSource {
  /** The file, for messages and commands. */
  readonly path: string;
  /** An address, from which only new bytes are fetched, or a file as it is now. */
  readonly from: string | File;
}

/** A ledger that has been read so far. */
interface Reading {
  readonly ledger: CheckedLedger;
  readonly run: ObservedRun;
  /** When the reading began, in milliseconds since 1970. */
  readonly since: number;
}

/** Follows a ledger. It works in a web worker, because making the plan of a large n takes seconds. */
export class LedgerFollower {
  readonly #source: LedgerSource;
  #reading: Reading | undefined;
  /** The last plan. It is used again if a ledger with the same plan replaces the file. */
  #plan: Plan | undefined;
  #note: string | undefined;
  /** The last answer, and the number of bytes behind it if they are no ledger. They are not tried again. */
  #last: Followed = {};
  #refused: number | undefined;

  constructor(source: LedgerSource) {
    this.#source = source;
  }

  /** Reads new results. Never rejects. */
  async look(): Promise<Followed> {
    try {
      const bytes = await bytesOf(this.#source, this.#reading?.ledger.offset ?? 0);
      if (bytes === undefined) {
        this.#reading = undefined;
        this.#last = { problem: `${this.#source.path} is not there. The page shows it as soon as it is.` };
      } else if (bytes.length !== this.#refused) {
        this.#last = this.#read(bytes) ?? (await this.look());
      }
      return this.#last;
    } catch (error) {
      return { ...this.#last, problem: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Returns the state of the run, or why it cannot be shown; undefined if the file must be read again from its start. */
  #read(bytes: Uint8Array): Followed | undefined {
    const { path } = this.#source;
    const ledger = this.#reading?.ledger ?? new CheckedLedger(path, { known: this.#plan });
    try {
      const fresh = ledger.read(bytes);
      if (!fresh) {
        this.#note = `The file was shortened or replaced (${formatMoment(Date.now())}), and was read again from its start.`;
        this.#reading = undefined;
        return undefined;
      }
      const { results, header, hasConflict, problem } = ledger;
      this.#plan = results.plan;
      this.#reading ??= { ledger, run: new ObservedRun(results.plan, header.part), since: Date.now() };
      const { run, since } = this.#reading;
      run.add(fresh);
      this.#refused = undefined;
      const note = problem ? `${problem.message}; ${problem.remedy}` : this.#note;
      const state = hasConflict ? 'conflict' : run.estimatedState(since);
      return { update: run.update(state, shellCommand(...commandFor(path, header)), note) };
    } catch (error) {
      this.#reading = undefined;
      this.#refused = bytes.length;
      return { problem: error instanceof Error ? error.message : String(error) };
    }
  }
}

/**
 * Returns the contents from an offset to the end; undefined if there is no such ledger, and nothing if it is shorter.
 *
 * @throws Error with a message for the user if the ledger cannot be read now.
 */
async function bytesOf({ path, from }: LedgerSource, offset: number): Promise<Uint8Array | undefined> {
  if (typeof from !== 'string') {
    const bytes = await from.arrayBuffer().catch(() => undefined); // browsers refuse to read a file that has changed
    if (!bytes) throw new Error(`${path} has changed since it was chosen. Choose it again.`);
    return new Uint8Array(bytes.slice(offset));
  }
  try {
    const response = await fetch(from, { cache: 'no-store', headers: { Range: `bytes=${offset}-` } });
    if (response.status === 404) return undefined;
    if (response.status === 416) return new Uint8Array();
    if (!response.ok) throw new Error();
    const bytes = new Uint8Array(await response.arrayBuffer());
    return response.status === 206 ? bytes : bytes.slice(offset); // static sites may send the whole file
  } catch {
    throw new Error('The server does not answer. The page tries again.');
  }
}
