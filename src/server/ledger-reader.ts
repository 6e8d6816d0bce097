import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type LedgerHeader, readHeader } from '../ledger/header.js';
import { type LineReceiver, readLines } from '../ledger/line.js';
import { planOf } from '../ledger/read.js';
import { ObservedRun } from '../runs/observed-run.js';
import type { WatchedRun } from '../runs/watched-run.js';
import type { RunReader } from './run-source.js';

/** Not through a link, which may lead out of the folder, and without waiting for the other end of a pipe. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Bytes read at a time: some ten thousand lines. */
const PIECE = 2 ** 20;

/** Bytes within which the first line of a ledger file must end. */
const BEGINNING = 4096;

/** How far a ledger file has been read. */
export interface LedgerPlace {
  readonly header: LedgerHeader;
  /** Another inode under the same name is another file. */
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

/**
 * Reads the first line of a file.
 *
 * @param name how messages name the file.
 * @throws LedgerFileError
 */
export async function readBeginning(handle: FileHandle, name: string): Promise<LedgerPlace> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0);
  const bytes = buffer.subarray(0, bytesRead);
  const header = readHeader(bytes, name);
  const { ino } = await handle.stat();
  return { header, inode: ino, offset: bytes.indexOf('\n') + 1, line: 2 };
}

/**
 * Reads the whole lines from a place on, a piece at a time because files may be large. The place moves behind them.
 *
 * @param most pieces to read at most, from 1.
 * @returns the number of pieces read.
 */
export async function readPieces(
  handle: FileHandle,
  place: LedgerPlace,
  receiver: LineReceiver,
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  const piece = Buffer.alloc(PIECE);
  for (let pieces = 1; ; pieces++) {
    const { bytesRead } = await handle.read(piece, 0, PIECE, place.offset);
    const bytes = piece.subarray(0, bytesRead);
    const read = readLines(bytes, place.header, receiver, { start: 0, number: place.line });
    place.offset += read;
    place.line += linesIn(bytes.subarray(0, read));
    if (read === 0 || bytesRead < PIECE || pieces >= most) return pieces;
  }
}

function linesIn(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf('\n'); at >= 0; at = bytes.indexOf('\n', at + 1)) lines++;
  return lines;
}

/** Reads a ledger file as it grows, while any process writes it; from the beginning again if it is replaced. */
export class LedgerReader implements RunReader {
  readonly #file: string;
  readonly #name: string;
  #observed: ObservedRun;
  #place: LedgerPlace;

  private constructor(file: string, name: string, { observed, place }: Beginning) {
    this.#file = file;
    this.#name = name;
    this.#observed = observed;
    this.#place = place;
  }

  /**
   * Reads all that a file holds.
   *
   * @param name how messages name the file.
   * @throws LedgerFileError, or the system's error.
   */
  static async open(file: string, name: string): Promise<LedgerReader> {
    return new LedgerReader(file, name, await begin(file, name));
  }

  get run(): WatchedRun {
    return this.#observed.run;
  }

  async look(): Promise<void> {
    if (await this.#readOn()) return;
    const { observed, place } = await begin(this.#file, this.#name);
    this.#observed = observed;
    this.#place = place;
  }

  /** Reads what was added. @returns false if it is another file by now. */
  async #readOn(): Promise<boolean> {
    const handle = await openFile(this.#file);
    try {
      const { ino, size } = await handle.stat();
      if (ino !== this.#place.inode || size < this.#place.offset) return false;
      if (size > this.#place.offset) await readPieces(handle, this.#place, receiverOf(this.#observed));
      this.#observed.judge();
      return true;
    } finally {
      await handle.close();
    }
  }
}

interface Beginning {
  readonly observed: ObservedRun;
  readonly place: LedgerPlace;
}

async function begin(file: string, name: string): Promise<Beginning> {
  const handle = await openFile(file);
  try {
    const place = await readBeginning(handle, name);
    const observed = new ObservedRun(planOf(place.header, name), 'threads', place.header.part);
    const { mtimeMs } = await handle.stat();
    await readPieces(handle, place, receiverOf(observed));
    observed.beginHere(performance.now() - (Date.now() - mtimeMs));
    return { observed, place };
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
