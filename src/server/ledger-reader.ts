import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type LedgerHeader, readHeader } from '../ledger/header.js';
import { type LineReceiver, readLines } from '../ledger/line.js';
import { planOf } from '../ledger/read.js';
import { type Found, ObservedRun } from '../runs/observed-run.js';
import type { RunReader } from './run-source.js';

/** Flags that refuse symbolic links, which can point outside the folder, and do not wait for the writer of a pipe. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Bytes to read at a time, about ten thousand lines. */
const PIECE = 2 ** 20;

/** Largest length of the first line of a ledger file, in bytes. */
const BEGINNING = 4096;

/** The progress of reading a ledger file. */
export interface ReadProgress {
  readonly header: LedgerHeader;
  /** If the inode changes, the file was replaced. */
  readonly inode: bigint;
  /** Offset and number of the next line to read. */
  offset: number;
  line: number;
}

/** An open file. Its number on Windows has 64 bits, so it is a bigint. */
export interface OpenFile {
  readonly handle: FileHandle;
  readonly inode: bigint;
  readonly size: number;
  /** Time of its latest change, in milliseconds. */
  readonly changed: number;
}

/** Opens a regular file, calls a task, and closes the file. @throws Error if it is not a regular file. */
export async function withFile<T>(file: string, task: (opened: OpenFile) => Promise<T>): Promise<T> {
  const handle = await open(file, FLAGS);
  try {
    const stats = await handle.stat({ bigint: true });
    if (!stats.isFile()) throw new Error(`${file} is not a file`);
    const changed = Math.round(Number(stats.mtimeNs) / 1e6);
    return await task({ handle, inode: stats.ino, size: Number(stats.size), changed });
  } finally {
    await handle.close();
  }
}

/**
 * Reads the first line of a file.
 *
 * @param name the file's name in messages.
 * @throws LedgerFileError
 */
export async function readBeginning({ handle, inode }: OpenFile, name: string): Promise<ReadProgress> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0);
  const text = buffer.toString('latin1', 0, bytesRead);
  const header = readHeader(text, name);
  return { header, inode, offset: text.indexOf('\n') + 1, line: 2 };
}

/** Reads all complete lines that start at the offset or later, and advances the offset. Reads large files in pieces. */
export async function readNewLines(handle: FileHandle, progress: ReadProgress, receiver: LineReceiver): Promise<void> {
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

/**
 * Reads a whole ledger file, and returns a reader for the lines that another process adds later. If the file is replaced,
 * the reader starts from the beginning.
 *
 * @param name the file's name in messages.
 * @throws LedgerFileError, or the system's error.
 */
export async function readLedger(file: string, name: string): Promise<RunReader> {
  let { observed, progress } = await withFile(file, (opened) => readWhole(opened, name));
  const openedAt = performance.now();
  let polled = 0; // time of the last poll, in seconds since the file was opened
  return {
    get run() {
      return observed;
    },
    async poll() {
      const now = (performance.now() - openedAt) / 1000;
      await withFile(file, async (opened) => {
        if (opened.inode !== progress.inode || opened.size < progress.offset) {
          ({ observed, progress } = await readWhole(opened, name));
        } else if (opened.size > progress.offset) {
          const found: Found[] = [];
          const receiver = receiverOf(observed, name, (one) => found.push(one));
          await readNewLines(opened.handle, progress, receiver);
          // Lines have no timestamps. Assume that the new lines were written at equal intervals since the last poll.
          for (const [i, one] of found.entries())
            observed.take(one, polled + ((i + 1) * (now - polled)) / found.length);
        }
      });
      observed.updateState();
      polled = now;
    },
  };
}

/** Reads all lines of a file. Returns its run and the progress of reading. */
async function readWhole(opened: OpenFile, name: string) {
  const progress = await readBeginning(opened, name);
  const { header } = progress;
  const observed = new ObservedRun(planOf(header, name), { part: header.part, clock: 'threads' });
  const receiver = receiverOf(observed, name, (found) => observed.takeEarlier(found));
  await readNewLines(opened.handle, progress, receiver);
  observed.setLatest(performance.now() - (Date.now() - opened.changed));
  observed.updateState();
  return { observed, progress };
}

/** Returns a receiver that passes results to `take`, and damaged lines to the run. @param name the file's name in advice. */
function receiverOf(observed: ObservedRun, name: string, take: (found: Found) => void): LineReceiver {
  const { n } = observed.share;
  const remedy = `queens-par ${n} --checkpoint ${name} --repair drops damaged lines and counts their subproblems again`;
  return {
    entry: (partial, line) => take({ partial, where: `line ${line}` }),
    damaged: (line) => observed.addProblem(`line ${line} is damaged`, remedy),
  };
}
