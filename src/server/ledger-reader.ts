import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type LedgerHeader, readHeader } from '../ledger/header.js';
import { type LineReceiver, readLines } from '../ledger/line.js';
import { planOf } from '../ledger/read.js';
import { type Found, ObservedRun } from '../runs/observed-run.js';
import type { WatchedRun } from '../runs/watched-run.js';
import type { RunReader } from './run-source.js';

/** Follows no link, which may lead out of the folder, and waits for no writer of a pipe. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Bytes read at a time: some ten thousand lines. */
const PIECE = 2 ** 20;

/** Bytes within which the first line of a ledger file must end. */
const BEGINNING = 4096;

/** How far a ledger file has been read. */
export interface ReadSoFar {
  readonly header: LedgerHeader;
  /** Another inode under the same name is another file. */
  readonly inode: number;
  /** Byte and number of the next line to read. */
  offset: number;
  line: number;
}

/** Opens a regular file of the data folder for reading. @throws Error if it is anything else. */
export async function openFile(file: string): Promise<FileHandle> {
  const handle = await open(file, FLAGS);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new Error(`${file} is not a file`);
}

/**
 * Reads the first line of a file.
 *
 * @param name how messages name the file.
 * @throws LedgerFileError
 */
export async function readBeginning(handle: FileHandle, name: string): Promise<ReadSoFar> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0);
  const text = buffer.toString('latin1', 0, bytesRead);
  const header = readHeader(text, name);
  const { ino } = await handle.stat();
  return { header, inode: ino, offset: text.indexOf('\n') + 1, line: 2 };
}

/** Reads the whole lines from an offset on, a piece at a time because files may be large. The offset moves behind them. */
export async function readLinesOn(handle: FileHandle, progress: ReadSoFar, receiver: LineReceiver): Promise<void> {
  const piece = Buffer.alloc(PIECE);
  for (;;) {
    const { bytesRead } = await handle.read(piece, 0, PIECE, progress.offset);
    const text = piece.toString('latin1', 0, bytesRead);
    const { length, next } = readLines(text, progress.header, receiver, progress.line);
    progress.offset += length;
    progress.line = next;
    if (length === 0 || bytesRead < PIECE) return;
  }
}

/** A run and how far its file was read. */
interface Reading {
  readonly observed: ObservedRun;
  readonly progress: ReadSoFar;
  /** When the file was polled last, in seconds since it was opened. */
  polled: number;
}

/** Reads a ledger file as it grows, while any process writes it; from the beginning again if it is replaced. */
export class LedgerReader implements RunReader {
  readonly #file: string;
  readonly #name: string;
  readonly #opened = performance.now();
  #reading: Reading;

  private constructor(file: string, name: string, reading: Reading) {
    this.#file = file;
    this.#name = name;
    this.#reading = reading;
  }

  /**
   * Reads the whole file.
   *
   * @param name how messages name the file.
   * @throws LedgerFileError, or the system's error.
   */
  static async open(file: string, name: string): Promise<LedgerReader> {
    return new LedgerReader(file, name, await readWhole(file, name, 0));
  }

  get run(): WatchedRun {
    return this.#reading.observed;
  }

  async poll(): Promise<void> {
    const now = (performance.now() - this.#opened) / 1000;
    if (!(await this.#readOn(now))) this.#reading = await readWhole(this.#file, this.#name, now);
    this.#reading.observed.judge();
    this.#reading.polled = now;
  }

  /** Reads new lines. @param now in seconds since the file was opened. @returns false if the file was replaced. */
  async #readOn(now: number): Promise<boolean> {
    const { observed, progress, polled } = this.#reading;
    const handle = await openFile(this.#file);
    try {
      const { ino, size } = await handle.stat();
      if (ino !== progress.inode || size < progress.offset) return false;
      if (size === progress.offset) return true;
      const found: Found[] = [];
      await readLinesOn(
        handle,
        progress,
        receiverOf(observed, this.#name, (one) => found.push(one)),
      );
      // A line has no date: these were written one after the other since the last poll.
      for (const [i, one] of found.entries()) observed.take(one, polled + ((i + 1) * (now - polled)) / found.length);
      return true;
    } finally {
      await handle.close();
    }
  }
}

async function readWhole(file: string, name: string, now: number): Promise<Reading> {
  const handle = await openFile(file);
  try {
    const progress = await readBeginning(handle, name);
    const observed = new ObservedRun(planOf(progress.header, name), { part: progress.header.part, clock: 'threads' });
    const { mtimeMs } = await handle.stat();
    await readLinesOn(
      handle,
      progress,
      receiverOf(observed, name, (found) => observed.takeEarlier(found)),
    );
    observed.setLatest(performance.now() - (Date.now() - mtimeMs));
    observed.judge();
    return { observed, progress, polled: now };
  } finally {
    await handle.close();
  }
}

/** Hands results to `take` and damaged lines to the run. @param name how advice names the file. */
function receiverOf(observed: ObservedRun, name: string, take: (found: Found) => void): LineReceiver {
  const { n } = observed.share;
  const remedy = `queens-par ${n} --checkpoint ${name} --repair drops damaged lines and counts their subproblems again`;
  return {
    entry: (partial, line) => take({ partial, where: `line ${line}` }),
    damaged: (line) => observed.complain(`line ${line} is damaged`, remedy),
  };
}
