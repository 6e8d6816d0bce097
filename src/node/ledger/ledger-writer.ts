import { fdatasync, fstatSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { LedgerFileError } from '../../core/errors/errors.js';
import type { PartialCount } from '../../core/plan/partial-count.js';
import { assertSize, formatHeader, type LedgerHeader } from '../../core/results/header.js';
import { addChecksum, deriveSeed, formatEntry } from '../../core/results/line.js';
import { Results } from '../../core/results/results.js';
import { explainError } from '../errors/system.js';
import { type LockedFile, openLocked } from '../files/lock.js';
import { isFileAt, readFile } from '../files/regular-file.js';
import { replaceFile, writeAll } from '../files/replace-file.js';

/** Maximum milliseconds between the end of a subproblem and the sync of its line. */
const MAX_SYNC_DELAY = 1000;

const sync = promisify(fdatasync);

interface OpenLedger {
  /** Path of the file. */
  readonly file: string;
  locked: LockedFile;
  /** Length of the file in bytes. The file must end with a complete line. */
  length: number;
  readonly header: LedgerHeader;
  readonly results: Results;
}

/**
 * Results that are kept in memory and in a ledger file, which has one line for each result.
 *
 * Lines are written immediately, so none is lost if the process dies, and synced within a second, so a power cut loses
 * at most a second of work. If another program replaces the file or changes its length, the file is rewritten.
 */
export class FileResults extends Results {
  readonly #ledger: OpenLedger;
  #timer: NodeJS.Timeout | undefined;
  /** Resolves when the current sync ends. It never rejects. */
  #syncing: Promise<void> = Promise.resolve();
  #failure: LedgerFileError | undefined;
  #hasWarned = false;

  constructor(ledger: OpenLedger) {
    super(ledger.results.plan, ledger.results);
    this.#ledger = ledger;
  }

  /** Adds a result and writes its line. @throws LedgerFileError if this fails. */
  override add(partial: PartialCount): boolean {
    if (this.#failure) throw this.#failure;
    this.check(partial);
    if (this.get(partial.id)) return false;
    this.#append(Buffer.from(addChecksum(formatEntry(partial), deriveSeed(this.#ledger.header.planHash))));
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#syncing = this.#syncing.then(() => this.#sync());
    }, MAX_SYNC_DELAY).unref();
    return super.add(partial);
  }

  /**
   * Syncs and closes the file.
   *
   * @throws LedgerFileError if results may be missing from the disk.
   */
  override async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#syncing; // a second sync might not report the same error again
    await this.#sync();
    this.#ledger.locked.close();
    if (this.#failure) throw this.#failure;
  }

  /** Appends a line. If this fails, the file may end with a torn line, which readers drop. */
  #append(line: Uint8Array): void {
    try {
      writeAll(this.#ledger.locked.descriptor, line);
    } catch (cause) {
      const remedy = "The file's contents are intact. Run the same command again, on this file or on a copy elsewhere";
      throw this.#fail('write', cause, remedy);
    }
    this.#ledger.length += line.length;
  }

  /** Syncs asynchronously, because a slow disk would block this thread. */
  async #sync(): Promise<void> {
    try {
      if (!this.#failure) this.#restore();
      if (this.#ledger.locked.isOpen) await sync(this.#ledger.locked.descriptor); // a failed rewrite may have closed it
    } catch (cause) {
      const remedy =
        'The latest results may not be on the disk. Repair the disk or free some space, then resume the count';
      this.#fail('sync', cause, remedy);
    }
  }

  #fail(verb: 'write' | 'sync', cause: unknown, remedy: string): LedgerFileError {
    const message = `could not ${verb} ${this.#ledger.file}: ${explainError(cause)}. ${remedy}`;
    this.#failure = new LedgerFileError(message, { code: 'failed', cause });
    return this.#failure;
  }

  /** Rewrites the file from memory if another program has replaced it or changed its length. */
  #restore(): void {
    const ledger = this.#ledger;
    const { file, header, locked, length } = ledger;
    const isOurs = isFileAt(file, locked.descriptor);
    if (isOurs ? fstatSync(locked.descriptor).size === length : this.#seemsUnchanged()) return;
    if (!isOurs) {
      locked.close();
      ledger.locked = openLocked(file); // fails if another process is using it
    }
    const contents = formatLedger(header, this);
    ledger.locked = replaceFile(file, contents, ledger.locked);
    ledger.length = contents.length;
    process.emitWarning(
      `Another program changed ${file} during the count, so the file was rewritten with all results.`,
    );
  }

  /**
   * Returns whether the file seems to be unchanged although its path leads to another inode. On some file systems, such
   * as rclone's, inode numbers change with the name or with time. If a copy has replaced the file, the copy will lack
   * the next line, so its length will differ.
   */
  #seemsUnchanged(): boolean {
    const { file, header, length } = this.#ledger;
    if (statSync(file, { throwIfNoEntry: false })?.size !== length) return false;
    const firstLine = Buffer.from(formatHeader(header));
    if (!firstLine.equals(readFile(file, assertSize).subarray(0, firstLine.length))) return false;
    if (!this.#hasWarned)
      process.emitWarning(
        `Inode numbers change on the file system of ${file}. ` +
          "There, only the file's length and first line show whether another program has changed it.",
      );
    this.#hasWarned = true;
    return true;
  }
}

export function formatLedger(header: LedgerHeader, results: Results): Uint8Array {
  const seed = deriveSeed(header.planHash);
  const lines = Array.from(results.values(), (partial) => addChecksum(formatEntry(partial), seed));
  return Buffer.from([formatHeader(header), ...lines].join(''));
}
