import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { LedgerHeader } from '../ledger/header.js';
import { ConflictError, isNews } from '../ledger/ledger.js';
import { planOf } from '../ledger/load.js';
import { type LineReceiver, readHeader, readLines } from '../ledger/read.js';
import { partName, partOf } from '../plan/part.js';
import { ProgressAccount } from '../progress.js';
import type { RunUpdate } from '../runs/run-update.js';
import { WatchedRun } from '../runs/watched-run.js';

/** Not through a link, which may lead out of the folder, and without waiting for the other end of a pipe. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Who counts into the file, and with how many threads, it does not say. */
const NOBODY = { threads: 0 };

/** Bytes read at a time: some ten thousand lines. */
const PIECE = 2 ** 20;

/** Milliseconds between two looks at the file. */
const LOOK_EVERY = 200;

/** Without a line for so many milliseconds, or twice as long as the longest subproblem took, nobody seems to count. */
const IDLE_AFTER = 10_000;

/** Where a file has been read to, and what was found. */
interface Reading {
  readonly header: LedgerHeader;
  readonly run: WatchedRun;
  readonly account: ProgressAccount;
  readonly inode: number;
  /** The byte and the number of the next line. */
  offset: number;
  line: number;
  /** When something was finished last, by performance.now(). */
  latest: number;
  /** Milliseconds that the longest subproblem took. */
  longest: number;
  /** The first thing in the file that is not as it should be. */
  problem: string | undefined;
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
    return this.#reading.run.update(since);
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
    const { run } = this.#reading;
    try {
      if (!(await readOn(this.#file, this.#reading))) this.#reading = await begin(this.#file, this.#name);
    } catch (error) {
      run.turn('failed', error instanceof Error ? error.message : String(error));
    }
  }
}

async function begin(file: string, name: string): Promise<Reading> {
  const handle = await openFile(file);
  try {
    const beginning = await readBeginning(handle);
    const header = readHeader(beginning, name);
    const plan = planOf(header, name);
    const share = header.part && partOf(plan, header.part);
    const run = new WatchedRun(plan, share && header.part ? { share, part: partName(header.part) } : {});
    const { ino, mtimeMs } = await handle.stat();
    const position = { offset: beginning.indexOf('\n') + 1, line: 2, latest: 0, longest: 0, problem: undefined };
    const old: Reading = { header, run, account: new ProgressAccount(run.share, NOBODY), inode: ino, ...position };
    run.begin();
    await readPieces(handle, old);

    // What was in the file before it was followed says nothing about how fast it grows.
    const account = new ProgressAccount(run.share, NOBODY);
    const before = [...run.ledger.finished()];
    account.foundFinished(
      before.length,
      before.reduce((cost, { id }) => cost + (run.subproblem(id)?.cost ?? 0), 0),
    );
    run.begin();
    const latest = performance.now() - (Date.now() - mtimeMs);
    const reading = { ...old, account, latest };
    judge(reading);
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
    judge(reading);
    return true;
  } finally {
    await handle.close();
  }
}

async function readPieces(handle: FileHandle, reading: Reading): Promise<void> {
  const piece = Buffer.alloc(PIECE);
  for (;;) {
    const { bytesRead } = await handle.read(piece, 0, PIECE, reading.offset);
    const read = readLines(piece.subarray(0, bytesRead), reading.header, receiverFor(reading), {
      start: 0,
      number: reading.line,
    });
    reading.offset += read;
    reading.line += linesIn(piece.subarray(0, read));
    if (read === 0 || bytesRead < PIECE) return;
  }
}

function linesIn(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf('\n'); at >= 0; at = bytes.indexOf('\n', at + 1)) lines++;
  return lines;
}

function receiverFor(reading: Reading): LineReceiver {
  const { run, account } = reading;
  return {
    entry(partial, number) {
      const subproblem = run.subproblem(partial.id);
      if (!subproblem) {
        reading.problem ??= `line ${number}: the plan has no subproblem ${partial.id}`;
        return;
      }
      try {
        if (!isNews(run.ledger, subproblem, partial)) return;
      } catch (error) {
        if (error instanceof ConflictError) run.conflict();
        reading.problem ??= `line ${number}: ${error instanceof Error ? error.message : error}`;
        return;
      }
      run.ledger.enter(partial);
      account.finished(subproblem, partial);
      reading.latest = performance.now();
      reading.longest = Math.max(reading.longest, partial.milliseconds);
    },
    damaged(number) {
      reading.problem ??= `line ${number} is damaged`;
    },
  };
}

/** Says of a run how it seems to stand. */
function judge({ run, account, latest, longest, problem }: Reading): void {
  const progress = account.now();
  const isIdle = performance.now() - latest > Math.max(IDLE_AFTER, 2 * longest);
  run.progress(progress);
  run.turn(progress.finished === progress.subproblems ? 'finished' : isIdle ? 'idle' : 'counting', problem);
}
