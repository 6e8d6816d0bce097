import { planOf } from '../ledger/load.js';
import { readHeader } from '../ledger/read.js';
import { reasonOf } from '../ledger/system-reason.js';
import { ObservedRun } from '../runs/observed-run.js';
import type { RunUpdate } from '../runs/run-update.js';
import { type LedgerPlace, openFile, readBeginning, readPieces } from './ledger-pieces.js';
import { type Repetition, repeated } from './repeated.js';

/** Milliseconds between two looks at the file. */
const LOOK_EVERY = 200;

/** Where a file has been read to, and what was found. */
interface Reading extends LedgerPlace {
  readonly observed: ObservedRun;
}

/** Reads a ledger file as it grows, whoever writes it, from the beginning again if it is replaced. */
export class LedgerFollower {
  readonly #file: string;
  readonly #name: string;
  #reading: Reading;
  #looking: Repetition | undefined;

  private constructor(file: string, name: string, reading: Reading) {
    this.#file = file;
    this.#name = name;
    this.#reading = reading;
  }

  /**
   * Begins to follow a file, with all that it holds.
   *
   * @param name how messages name it.
   * @throws LedgerFileError, or what the system has against reading it.
   */
  static async follow(file: string, name: string): Promise<LedgerFollower> {
    const follower = new LedgerFollower(file, name, await begin(file, name));
    follower.#looking = repeated(() => follower.#look(), LOOK_EVERY);
    return follower;
  }

  update(since?: string): RunUpdate {
    return this.#reading.observed.run.update(since);
  }

  close(): void {
    this.#looking?.stop();
  }

  async #look(): Promise<void> {
    const { run } = this.#reading.observed;
    try {
      if (!(await readOn(this.#file, this.#reading))) this.#reading = await begin(this.#file, this.#name);
    } catch (error) {
      run.turn('failed', reasonOf(error));
    }
  }
}

async function begin(file: string, name: string): Promise<Reading> {
  const handle = await openFile(file);
  try {
    const beginning = await readBeginning(handle);
    const header = readHeader(beginning, name);
    const observed = new ObservedRun(planOf(header, name), header.part);
    const { ino, mtimeMs } = await handle.stat();
    const reading = { header, observed, inode: ino, offset: beginning.indexOf('\n') + 1, line: 2 };
    await readPieces(handle, reading, receiverOf(observed));
    observed.beginHere(performance.now() - (Date.now() - mtimeMs));
    return reading;
  } finally {
    await handle.close();
  }
}

/** Reads what was added. @returns false if it is another file by now. */
async function readOn(file: string, reading: Reading): Promise<boolean> {
  const handle = await openFile(file);
  try {
    const { ino, size } = await handle.stat();
    if (ino !== reading.inode || size < reading.offset) return false;
    if (size > reading.offset) await readPieces(handle, reading, receiverOf(reading.observed));
    reading.observed.judge();
    return true;
  } finally {
    await handle.close();
  }
}

function receiverOf(observed: ObservedRun): Parameters<typeof readPieces>[2] {
  return {
    entry: (partial, number) => observed.take(partial, `line ${number}`),
    damaged: (number) => observed.complain(`line ${number} is damaged`),
  };
}
