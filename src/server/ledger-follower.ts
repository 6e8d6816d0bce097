import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { LedgerHeader } from '../ledger/header.js';
import { planOf } from '../ledger/load.js';
import { readHeader, readLines } from '../ledger/read.js';
import { reasonOf } from '../ledger/system-reason.js';
import { ObservedRun } from '../runs/observed-run.js';
import type { RunUpdate } from '../runs/run-update.js';

/** Not through a link, which may lead out of the folder, and without waiting for the other end of a pipe. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Bytes read at a time: some ten thousand lines. */
const PIECE = 2 ** 20;

/** Milliseconds between two looks at the file. */
const LOOK_EVERY = 200;

/** Where a file has been read to, and what was found. */
interface Reading {
  readonly header: LedgerHeader;
  readonly observed: ObservedRun;
  readonly inode: number;
  /** The byte and the number of the next line. */
  offset: number;
  line: number;
}

/** Opens a file of the data folder to read, and nothing but a file. @throws Error */
export async function openFile(file: string): Promise<FileHandle> {
  const handle = await open(file, FLAGS);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new Error(`${file} is not a file`);
}

/** The first bytes of a file, among which its first line must end. */
export async function readBeginning(handle: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0);
  return buffer.subarray(0, bytesRead);
}

/** Reads a ledger file as it grows, whoever writes it, from the beginning again if it is replaced. */
export class LedgerFollower {
  readonly #file: string;
  readonly #name: string;
  #reading: Reading;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

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
    follower.#lookAgain();
    return follower;
  }

  update(since?: string): RunUpdate {
    return this.#reading.observed.run.update(since);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #lookAgain(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(async () => {
      await this.#look();
      this.#lookAgain();
    }, LOOK_EVERY);
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
    await readPieces(handle, reading);
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
    if (size > reading.offset) await readPieces(handle, reading);
    reading.observed.judge();
    return true;
  } finally {
    await handle.close();
  }
}

async function readPieces(handle: FileHandle, reading: Reading): Promise<void> {
  const { observed, header } = reading;
  const piece = Buffer.alloc(PIECE);
  for (;;) {
    const { bytesRead } = await handle.read(piece, 0, PIECE, reading.offset);
    const bytes = piece.subarray(0, bytesRead);
    const receiver = {
      entry: (partial, number) => observed.take(partial, `line ${number}`),
      damaged: (number) => observed.complain(`line ${number} is damaged`),
    } satisfies Parameters<typeof readLines>[2];
    const read = readLines(bytes, header, receiver, { start: 0, number: reading.line });
    reading.offset += read;
    reading.line += linesIn(bytes.subarray(0, read));
    if (read === 0 || bytesRead < PIECE) return;
  }
}

function linesIn(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf('\n'); at >= 0; at = bytes.indexOf('\n', at + 1)) lines++;
  return lines;
}
