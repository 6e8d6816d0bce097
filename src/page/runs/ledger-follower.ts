import { LedgerFileError, messageOf } from '../../core/errors/errors.js';
import { assertSize } from '../../core/results/header.js';
import type { Results } from '../../core/results/results.js';
import { WatchedLedger } from '../../core/runs/watched-ledger.js';
import { formatMoment } from '../../core/text/dates.js';
import type { RunStatus } from '../parts/follow-run.js';
import { describeBadLines } from '../parts/resume-command.js';

export interface LedgerSource {
  /** Path of the file, for messages and commands. */
  readonly path: string;
  /** A URL, from which only new bytes are fetched, or a file that the user has chosen. */
  readonly from: string | File;
}

/** A follower of a ledger. It runs in a web worker, because creating the plan for a large n takes seconds. */
export class LedgerFollower {
  readonly #source: LedgerSource;
  readonly #ledger: WatchedLedger;
  #note: string | undefined;
  #last: RunStatus = {};

  constructor(source: LedgerSource) {
    this.#source = source;
    this.#ledger = new WatchedLedger(source.path, describeBadLines);
  }

  /** The results so far and their plan. The ledger must have been read. */
  get results(): Results {
    return this.#ledger.results;
  }

  /** Reads new results. Never rejects. */
  async refresh(): Promise<RunStatus> {
    const ledger = this.#ledger;
    try {
      const contents = await readFrom(this.#source, ledger.offset);
      if (!contents) {
        this.#last = { problem: `${this.#source.path} does not exist. The page will show it once it is created.` };
      } else {
        this.#last = this.#read(contents) ?? (await this.refresh());
      }
      return this.#last;
    } catch (error) {
      return { ...this.#last, problem: messageOf(error) };
    }
  }

  /**
   * Returns the state of the run, or why it cannot be shown; undefined if the file must be read again from its start.
   */
  #read({ bytes, changed }: Contents): RunStatus | undefined {
    const ledger = this.#ledger;
    try {
      if (!ledger.read(bytes, changed)) {
        const moment = formatMoment(Date.now());
        this.#note = `The file was shortened or replaced (${moment}), so it was read again from its start.`;
        return undefined;
      }
      const { stats, ...update } = ledger.update();
      return { update: { ...update, stats: { ...stats, problem: stats.problem ?? this.#note } } };
    } catch (error) {
      return { problem: messageOf(error) };
    }
  }
}

/** The contents of a ledger from an offset to its end, and the time of its last change in milliseconds since 1970. */
interface Contents {
  readonly bytes: Uint8Array;
  readonly changed: number;
}

/**
 * Reads the contents from an offset to the end. They are empty if the ledger ends at the offset or before.
 *
 * @returns undefined if there is no such ledger.
 * @throws Error with a message for the user if the ledger could not be read.
 */
async function readFrom({ path, from }: LedgerSource, offset: number): Promise<Contents | undefined> {
  if (typeof from !== 'string') {
    assertSize(path, from.size);
    const bytes = await from.arrayBuffer().catch(() => undefined); // browsers refuse to read a file that has changed
    if (!bytes) throw new Error(`${path} has changed since it was chosen. Choose it again.`);
    return { bytes: new Uint8Array(bytes.slice(offset)), changed: from.lastModified };
  }
  const stop = new AbortController();
  try {
    const response = await fetch(from, {
      cache: 'no-store',
      headers: { Range: `bytes=${offset}-` },
      signal: stop.signal,
    });
    const { status, headers } = response;
    if (status === 404) return undefined;
    if (!response.ok && status !== 416) throw new Error();
    assertSize(path, offset + Number(headers.get('Content-Length')));
    const bytes = status === 416 ? new Uint8Array() : new Uint8Array(await response.arrayBuffer());
    const changed = Date.parse(headers.get('Last-Modified') ?? '') || 0; // not every web server sends it
    return { bytes: status === 200 ? bytes.slice(offset) : bytes, changed }; // static sites may send the whole file
  } catch (error) {
    stop.abort(); // does not download the rest of a large file
    if (error instanceof LedgerFileError) throw error;
    throw new Error('The server is not responding. The page keeps trying.');
  }
}
