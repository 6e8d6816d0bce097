import { closeSync, fdatasync, fdatasyncSync, ftruncateSync, writeSync } from 'node:fs';
import { LedgerFileError } from '../errors/errors.js';
import { reasonOf } from '../errors/system.js';
import type { PartialCount } from '../plan/partial-count.js';
import type { Ledger } from './ledger.js';
import { entryText, sealLine, seedOf } from './line.js';
import type { MemoryLedger } from './memory.js';

/** Milliseconds after which what was written must be on the disk. */
const SYNC_WITHIN = 1000;

/** What a file ledger is made of: an open, locked file and what it holds. */
export interface FileLedgerParts {
  /** How errors name the file. */
  readonly file: string;
  readonly descriptor: number;
  /** Bytes in the file: whole lines only. */
  readonly length: number;
  readonly planHash: string;
  readonly memory: MemoryLedger;
}

/**
 * A ledger that is kept on disk, a line for each finished subproblem.
 *
 * A line is handed to the system at once, so a process that dies, however it dies, loses none; and it is on the disk
 * within a second, so a power cut loses no more than that. What is held is kept in memory too.
 */
export class FileLedger implements Ledger {
  readonly #file: string;
  readonly #descriptor: number;
  readonly #seed: number;
  readonly #memory: MemoryLedger;
  #length: number;
  #syncing: NodeJS.Timeout | undefined;
  #failure: LedgerFileError | undefined;

  constructor({ file, descriptor, length, planHash, memory }: FileLedgerParts) {
    this.#file = file;
    this.#descriptor = descriptor;
    this.#length = length;
    this.#seed = seedOf(planHash);
    this.#memory = memory;
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
   * Gives the file back, with all that was entered on the disk.
   *
   * @throws LedgerFileError if it is not.
   */
  close(): void {
    clearTimeout(this.#syncing);
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
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(this.#descriptor, bytes, written);
    } catch (error) {
      const failure = this.#fail(error); // first of all: nothing may be written behind a part of a line
      this.#dropPart();
      throw failure;
    }
    this.#length += bytes.length;
  }

  /** Takes off a part of a line that may have found room. If that fails too, it stays there as a torn last line. */
  #dropPart(): void {
    try {
      ftruncateSync(this.#descriptor, this.#length);
    } catch {}
  }

  #syncSoon(): void {
    if (this.#syncing) return;
    // Not in this thread's time: a slow disk must not keep subproblems from being handed out.
    this.#syncing = setTimeout(() => {
      fdatasync(this.#descriptor, (error) => {
        if (error && error.code !== 'EBADF') this.#fail(error); // EBADF: closed by now, and synced by that
      });
      this.#syncing = undefined;
    }, SYNC_WITHIN).unref();
  }

  #fail(cause: unknown): LedgerFileError {
    this.#failure ??= new LedgerFileError(
      `${this.#file} cannot be written: ${reasonOf(cause)}. What it holds is whole: make room, or go on with a copy elsewhere`,
      { cause },
    );
    return this.#failure;
  }
}
