import { readHeader } from '../ledger/header.js';
import { planOf } from '../ledger/read.js';
import { ObservedRun } from '../runs/observed-run.js';
import { type Follower, follow } from './follower.js';
import { type LedgerPlace, openFile, readBeginning, readPieces } from './ledger-pieces.js';

/** Milliseconds between two looks at the file. */
const LOOK_EVERY = 200;

/** Where a file has been read to, and what was found. */
interface Reading extends LedgerPlace {
  readonly observed: ObservedRun;
}

/**
 * Reads a ledger file as it grows, whoever writes it, from the beginning again if it is replaced.
 *
 * @param name how messages name it.
 * @throws LedgerFileError, or what the system has against reading it.
 */
export async function followLedger(file: string, name: string): Promise<Follower> {
  let reading = await begin(file, name);
  async function look(): Promise<void> {
    if (!(await readOn(file, reading))) reading = await begin(file, name);
  }
  return follow(() => reading.observed.run, look, LOOK_EVERY);
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
    entry: (partial, line) => observed.take(partial, `line ${line().number}`),
    damaged: (line) => observed.complain(`line ${line().number} is damaged`),
  };
}
