import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { LedgerHeader } from '../ledger/header.js';
import { type LineReceiver, readLines } from '../ledger/read.js';

/** Not through a link, which may lead out of the folder, and without waiting for the other end of a pipe. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Bytes read at a time: some ten thousand lines. */
const PIECE = 2 ** 20;

/** How far a ledger file has been read. */
export interface LedgerPlace {
  readonly header: LedgerHeader;
  /** Another one under the same name is another file. */
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

/**
 * Reads the whole lines from a place on, which moves to behind them, a piece at a time: files may be large.
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
