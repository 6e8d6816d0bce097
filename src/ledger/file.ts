import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { LedgerFileError } from '../errors/errors.js';
import { reasonOf } from '../errors/system.js';
import type { PartialCount } from '../plan/partial-count.js';
import { headerLine, type LedgerHeader } from './header.js';
import type { Ledger } from './ledger.js';
import { entryText, sealLine, seedOf } from './line.js';
import type { MemoryLedger } from './memory.js';
import { isSameFile } from './regular-file.js';
import { replaceFile } from './replace-file.js';

/** Milliseconds after which what was written must be on the disk. */
const SYNC_WITHIN = 1000;

/** Characters of lines that are written at a time. */
const PIECE = 65_536;

/** An open, locked ledger file and what it holds. */
export interface FileLedgerParts {
  /** How errors name the file. */
  readonly file: string;
  readonly descriptor: number;
  /** Bytes in the file: whole lines only. */
  readonly length: number;
  readonly header: LedgerHeader;
  readonly memory: MemoryLedger;
  /** Called with what the user should know of the file: whole sentences. */
  readonly tell: (note: string) => void;
}

/**
 * A ledger that is kept on disk, one line for each finished subproblem.
 *
 * A line is given to the system at once, so a process that dies loses none, however it dies; and it is on the disk
 * within a second, so a power cut loses no more than that. What the file holds is kept in memory too. What another
 * program cuts off the file or removes is therefore written again.
 */
export class FileLedger implements Ledger {
  readonly #file: string;
  readonly #header: LedgerHeader;
  readonly #seed: number;
  readonly #memory: MemoryLedger;
  readonly #tell: (note: string) => void;
  #descriptor: number;
  #length: number;
  #syncing: NodeJS.Timeout | undefined;
  #failure: LedgerFileError | undefined;
  readonly #told = new Set<string>();

  constructor({ file, descriptor, length, header, memory, tell }: FileLedgerParts) {
    this.#file = file;
    this.#descriptor = descriptor;
    this.#length = length;
    this.#header = header;
    this.#seed = seedOf(header.planHash);
    this.#memory = memory;
    this.#tell = tell;
  }

  finished(): Iterable<PartialCount> {
    return this.#memory.finished();
  }

  get(id: string): PartialCount | undefined {
    return this.#memory.get(id);
  }

  has(id: string): boolean {
    return this.#memory.has(id);
  }

  /** @throws LedgerFileError if it cannot be written; the file then ends with the last whole line. */
  enter(partial: PartialCount): void {
    if (this.#failure) throw this.#failure;
    this.#append(sealLine(entryText(partial), this.#seed));
    this.#memory.enter(partial);
    this.#syncSoon();
  }

  /**
   * Closes the file, with all that was entered on the disk.
   *
   * @throws LedgerFileError if it is not.
   */
  close(): void {
    clearTimeout(this.#syncing);
    this.#lookAfterFile();
    try {
      fdatasyncSync(this.#descriptor);
    } catch (error) {
      this.#fail(error);
    }
    closeSync(this.#descriptor);
    if (this.#failure) throw this.#failure;
  }

  #append(line: string): void {
    const bytes = Buffer.from(line);
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(this.#descriptor, bytes, written);
    } catch (error) {
      const failure = this.#fail(error); // first of all: nothing may be written after a part of a line
      if (written > 0) this.#dropPart(written);
      throw failure;
    }
    this.#length += bytes.length;
  }

  /** Takes off the part of a line that was written. If that fails too, it stays as a torn last line. */
  #dropPart(written: number): void {
    try {
      if (fstatSync(this.#descriptor).size === this.#length + written) ftruncateSync(this.#descriptor, this.#length);
    } catch {}
  }

  #syncSoon(): void {
    if (this.#syncing) return;
    // Not in this thread's time: a slow disk must not keep subproblems from being handed out.
    this.#syncing = setTimeout(() => {
      this.#syncing = undefined;
      this.#lookAfterFile();
      fdatasync(this.#descriptor, (error) => {
        if (error && error.code !== 'EBADF') this.#fail(error); // closed or replaced by now, and synced by that
      });
    }, SYNC_WITHIN).unref();
  }

  /** Notices what other programs did to the file. What they cut off or removed is written again, from memory. */
  #lookAfterFile(): void {
    if (this.#failure) return;
    const there = statOf(this.#file);
    if (there === 'unknown') return;
    const ours = fstatSync(this.#descriptor);
    const isHere = there !== undefined && isSameFile(there, ours);
    if (isHere && ours.size < this.#length) this.#writeAgain('cut off the end of');
    else if (!there && ours.nlink === 0) this.#writeAgain('removed');
    else if (isHere && ours.size > this.#length) {
      this.#tellOnce(`wrote to ${this.#file} during the count. If lines of it are damaged, --repair drops them`);
    } else if (!isHere) {
      const where = ours.nlink > 0 ? 'is saved in the moved file' : 'is no longer saved';
      this.#tellOnce(`moved or replaced ${this.#file} during the count: what is finished ${where}`);
    }
  }

  /** Tells what another program did. */
  #tellOnce(what: string): void {
    if (this.#told.has(what)) return;
    this.#told.add(what);
    this.#tell(`Another program ${what}.`);
  }

  #writeAgain(what: string): void {
    try {
      const { descriptor, length } = replaceFile(this.#file, wholeFile(this.#header, this.#memory));
      closeSync(this.#descriptor);
      this.#descriptor = descriptor;
      this.#length = length;
    } catch (cause) {
      const lost = `another program ${what} ${this.#file} during the count, and it cannot be written again`;
      this.#failure = new LedgerFileError(`${lost}: ${reasonOf(cause)}`, { cause });
      return;
    }
    this.#tell(`Another program ${what} ${this.#file} during the count: all that is finished was written again.`);
  }

  #fail(cause: unknown): LedgerFileError {
    this.#failure ??= new LedgerFileError(
      `${this.#file} cannot be written: ${reasonOf(cause)}. What it holds is whole: make room, or go on with a copy elsewhere`,
      { cause },
    );
    return this.#failure;
  }
}

/** What is there under a name; unknown where the system does not let us look. */
function statOf(file: string): Stats | undefined | 'unknown' {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return 'unknown';
  }
}

/** All of a ledger file that holds what a ledger holds, in pieces. */
export function* wholeFile(header: LedgerHeader, ledger: Ledger): Generator<Buffer> {
  const seed = seedOf(header.planHash);
  yield headerLine(header);
  let lines = '';
  for (const partial of ledger.finished()) {
    lines += sealLine(entryText(partial), seed);
    if (lines.length < PIECE) continue;
    yield Buffer.from(lines);
    lines = '';
  }
  yield Buffer.from(lines);
}
