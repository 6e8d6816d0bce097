import { fdatasync, fstatSync, ftruncateSync, type Stats, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { LedgerFileError } from '../errors/errors.js';
import { messageOf, reasonOf } from '../errors/system.js';
import type { PartialCount } from '../plan/partial-count.js';
import { headerLine, type LedgerHeader } from './header.js';
import type { Ledger } from './ledger.js';
import { entryText, sealLine, seedOf } from './line.js';
import { closeQuietly, closeUnused, openLocked } from './lock.js';
import { MemoryLedger } from './memory.js';
import { isSameFile } from './regular-file.js';
import { replaceFile, writeAll } from './replace-file.js';

/** Milliseconds until a finished subproblem is synced to the disk. */
const SYNC_WITHIN = 1000;

const sync = promisify(fdatasync);

/** An open, locked ledger file and its contents. */
export interface FileLedgerParts {
  /** The file's name in errors. */
  readonly file: string;
  readonly descriptor: number;
  /** Bytes in the file: whole lines only. */
  readonly length: number;
  readonly header: LedgerHeader;
  readonly memory: MemoryLedger;
  /** Called with a warning for the user: a whole sentence. */
  readonly warn: (message: string) => void;
}

/**
 * A ledger that is kept on disk, one line for each finished subproblem.
 *
 * A line is written at once, so a process that dies loses none. It is synced within a second, so a power cut loses at most
 * the last second. If another program has replaced the file or changed its length, the file is rewritten from memory.
 */
export class FileLedger extends MemoryLedger {
  readonly #parts: FileLedgerParts;
  #descriptor: number;
  #length: number;
  #timer: NodeJS.Timeout | undefined;
  /** Settles when no sync is under way; never rejects. */
  #syncing: Promise<void> = Promise.resolve();
  /** Start of the latest sync that succeeded. */
  #syncedAt = new Date();
  #failure: LedgerFileError | undefined;

  constructor(parts: FileLedgerParts) {
    super(parts.memory);
    this.#parts = parts;
    this.#descriptor = parts.descriptor;
    this.#length = parts.length;
  }

  /** @throws LedgerFileError if the write fails; the file then ends with the last whole line. */
  override add(partial: PartialCount): void {
    if (this.#failure) throw this.#failure;
    this.#append(Buffer.from(sealLine(entryText(partial), seedOf(this.#parts.header.planHash))));
    super.add(partial);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#syncing = this.#syncing.then(() => this.#sync());
    }, SYNC_WITHIN).unref();
  }

  /**
   * Syncs and closes the file.
   *
   * @throws LedgerFileError if some of the ledger may not be on the disk.
   */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#syncing; // the next sync may not repeat its error
    await this.#sync();
    closeQuietly(this.#descriptor);
    if (this.#failure) throw this.#failure;
  }

  #append(line: Uint8Array): void {
    try {
      writeAll(this.#descriptor, line);
    } catch (cause) {
      const hint = 'Its contents are intact: free disk space, or continue with a copy elsewhere';
      this.#failure = new LedgerFileError(`${this.#parts.file} cannot be written: ${reasonOf(cause)}. ${hint}`, {
        cause,
      });
      this.#dropTornLine();
      throw this.#failure;
    }
    this.#length += line.length;
  }

  /** Cuts off an incomplete line. If that fails, too, the file ends with a torn line. */
  #dropTornLine(): void {
    try {
      if (fstatSync(this.#descriptor).size > this.#length) ftruncateSync(this.#descriptor, this.#length);
    } catch {}
  }

  /** Syncs asynchronously, so that a slow disk does not block this thread. */
  async #sync(): Promise<void> {
    const now = new Date();
    try {
      if (!this.#failure) this.#restore();
      await sync(this.#descriptor);
      this.#syncedAt = now;
    } catch (cause) {
      const since = this.#syncedAt.toTimeString().slice(0, 8);
      const hint = `Work finished after ${since} is not saved: once the disk works, the same command saves it`;
      this.#failure = new LedgerFileError(`${this.#parts.file} cannot be synced: ${reasonOf(cause)}. ${hint}`, {
        cause,
      });
    }
  }

  /** Rewrites the file if another program has replaced it or changed its length. */
  #restore(): void {
    let there: Stats | undefined;
    let ours: Stats;
    try {
      there = statSync(this.#parts.file, { throwIfNoEntry: false });
      ours = fstatSync(this.#descriptor);
    } catch {
      return; // the sync that follows reports disk errors
    }
    const isHere = there !== undefined && isSameFile(there, ours);
    if (isHere && ours.size === this.#length) return;
    try {
      this.#writeAnew(isHere);
      this.#parts.warn(
        `Another program changed ${this.#parts.file} during the count: all finished work was written to it again.`,
      );
    } catch (cause) {
      const lost = `another program changed ${this.#parts.file} during the count, and finished work is not saved`;
      this.#failure = new LedgerFileError(`${lost}: ${messageOf(cause)}`, { cause });
    }
  }

  /** @param isHere whether the name still refers to our file, which is locked already. */
  #writeAnew(isHere: boolean): void {
    const other = isHere ? undefined : openLocked(this.#parts.file); // another process may be counting into it
    try {
      const contents = contentsOf(this.#parts.header, this);
      const descriptor = replaceFile(this.#parts.file, contents);
      closeQuietly(this.#descriptor);
      this.#descriptor = descriptor;
      this.#length = contents.length;
    } finally {
      if (other) closeUnused(this.#parts.file, other);
    }
  }
}

/** Returns a whole ledger file. */
export function contentsOf(header: LedgerHeader, ledger: Ledger): Uint8Array {
  const seed = seedOf(header.planHash);
  const lines = Array.from(ledger.finished(), (partial) => sealLine(entryText(partial), seed));
  return Buffer.from([headerLine(header), ...lines].join(''));
}
