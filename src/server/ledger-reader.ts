import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type LedgerHeader, readHeader } from '../ledger/header.js';
import { type LineReceiver, readLines } from '../ledger/line.js';
import { commandFor, planOf } from '../ledger/read.js';
import type { Plan } from '../plan/plan.js';
import { type Found, ObservedRun } from '../runs/observed-run.js';
import { shellCommand } from '../text/quoted.js';
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
  /** The file when it was opened. Its numbers are too large for a `number` on Windows. */
  readonly opened: BigIntStats;
  /** Offset and number of the next line to read. */
  offset: number;
  line: number;
}

/** Opens a regular file, calls a task, and closes the file. @throws Error if it is not a regular file. */
export async function withFile<T>(
  file: string,
  task: (handle: FileHandle, stats: BigIntStats) => Promise<T>,
): Promise<T> {
  const handle = await open(file, FLAGS);
  try {
    const stats = await handle.stat({ bigint: true });
    if (!stats.isFile()) throw new Error(`${file} is not a file`);
    return await task(handle, stats);
  } finally {
    await handle.close();
  }
}

/** Returns whether a file is still the one that was read, perhaps longer. */
export function isContinued({ opened, offset }: ReadProgress, { dev, ino, size }: BigIntStats): boolean {
  return dev === opened.dev && ino === opened.ino && size >= offset;
}

/** Reads the first line of a file. @param file path for messages. @throws UsageError or LedgerFileError */
export async function readBeginning(handle: FileHandle, opened: BigIntStats, file: string): Promise<ReadProgress> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0);
  const text = buffer.toString('latin1', 0, bytesRead);
  return { header: readHeader(text, file), opened, offset: text.indexOf('\n') + 1, line: 2 };
}

/** Reads all complete lines that start at the offset or later, and advances the offset. Reads large files in pieces. */
export async function readNewLines(handle: FileHandle, progress: ReadProgress, receiver: LineReceiver): Promise<void> {
  const piece = Buffer.allocUnsafe(PIECE);
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
 * Reads a whole ledger file, and returns a reader for the lines that another process adds later.
 *
 * @param known a plan that is not made again if the file has the same one.
 * @throws UsageError, LedgerFileError, or the system's error.
 */
export function followFile(file: string, known?: Plan): Promise<RunReader> {
  return withFile(file, async (handle, stats) => {
    const progress = await readBeginning(handle, stats, file);
    const { header } = progress;
    const plan = planOf(header, file, known);
    const command = shellCommand(...commandFor(file, header));
    const run = new ObservedRun(plan, { part: header.part, command });
    const remedy = `${command} --repair drops damaged lines and counts their subproblems again`;
    const receiverFor = (take: (found: Found) => void): LineReceiver => ({
      entry: (partial, line) => take({ partial, where: `line ${line}` }),
      damaged: (line) => run.addProblem(`line ${line} is damaged`, remedy),
    });
    const earlier = receiverFor((found) => run.takeEarlier(found));
    await readNewLines(handle, progress, earlier);
    run.setLatest(Number(stats.mtimeMs));
    run.updateState();

    const opened = performance.now();
    let polled = 0; // time of the last poll, in seconds since the file was opened
    async function poll(): Promise<boolean> {
      const now = (performance.now() - opened) / 1000;
      const found: Found[] = [];
      const later = receiverFor((one) => found.push(one));
      const isSame = await withFile(file, async (handle, stats) => {
        if (!isContinued(progress, stats)) return false;
        await readNewLines(handle, progress, later);
        return true;
      });
      // Lines have no timestamps. Assume that the new lines were written at equal intervals since the last poll.
      for (const [i, one] of found.entries()) run.take(one, polled + ((i + 1) * (now - polled)) / found.length);
      run.updateState();
      polled = now;
      return isSame;
    }
    return { plan, run, poll };
  });
}
