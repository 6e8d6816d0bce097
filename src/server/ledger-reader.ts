import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type LedgerHeader, readHeader } from '../ledger/header.js';
import { type LineReceiver, readLines } from '../ledger/line.js';
import { planOf } from '../ledger/read.js';
import { type Found, ObservedRun } from '../runs/observed-run.js';
import type { WatchedRun } from '../runs/watched-run.js';
import type { RunReader } from './run-source.js';

/** Does not follow links, which may lead out of the folder, and does not wait for the writer of a pipe. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Bytes to read at a time: some ten thousand lines. */
const PIECE = 2 ** 20;

/** Bytes within which the first line of a ledger file must end. */
const BEGINNING = 4096;

/** The position in a ledger file. */
export interface ReadSoFar {
  readonly header: LedgerHeader;
  /** If the inode changes, the file was replaced. */
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
 * @param name the file's name in messages.
 * @throws LedgerFileError
 */
export async function readBeginning(handle: FileHandle, name: string): Promise<ReadSoFar> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0);
  const text = buffer.toString('latin1', 0, bytesRead);
  const header = readHeader(text, name);
  const { ino } = await handle.stat();
  return { header, inode: ino, offset: text.indexOf('\n') + 1, line: 2 };
}

/** Reads the whole lines from the current offset on, and advances the offset. Files may be large, so it reads in steps. */
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

/** A run and the position in its file. */
interface FileReading {
  readonly observed: ObservedRun;
  readonly progress: ReadSoFar;
  /** Time of the last poll, in seconds since the file was opened. */
  polled: number;
}

/** A reader of a ledger file that another process may be writing. If the file is replaced, it starts from the beginning. */
export class LedgerReader implements RunReader {
  readonly #file: string;
  readonly #name: string;
  readonly #opened = performance.now();
  #reading: FileReading;

  private constructor(file: string, name: string, reading: FileReading) {
    this.#file = file;
    this.#name = name;
    this.#reading = reading;
  }

  /**
   * Reads the whole file.
   *
   * @param name the file's name in messages.
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
      // Lines have no dates. Assume that these were written at equal intervals since the last poll.
      for (const [i, one] of found.entries()) observed.take(one, polled + ((i + 1) * (now - polled)) / found.length);
      return true;
    } finally {
      await handle.close();
    }
  }
}

async function readWhole(file: string, name: string, now: number): Promise<FileReading> {
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

/** Passes results to `take`, and damaged lines to the run. @param name the file's name in advice. */
function receiverOf(observed: ObservedRun, name: string, take: (found: Found) => void): LineReceiver {
  const { n } = observed.share;
  const remedy = `queens-par ${n} --checkpoint ${name} --repair drops damaged lines and counts their subproblems again`;
  return {
    entry: (partial, line) => take({ partial, where: `line ${line}` }),
    damaged: (line) => observed.complain(`line ${line} is damaged`, remedy),
  };
}
