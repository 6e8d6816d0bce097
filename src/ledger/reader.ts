import type { PartialCount } from '../plan/partial-count.js';
import { LEDGER_BEGINNING, type LedgerHeader, readHeader } from './header.js';
import { latin1, readEntry, seedOf } from './line.js';

/** A finished subproblem and the number of its line, from 1. */
export interface Entry {
  readonly line: number;
  readonly partial: PartialCount;
}

/**
 * A reader of a ledger file: bytes in, entries out. It goes on where it stopped, while another process writes to the file.
 * It neither opens files nor makes plans, so it works in browsers, too.
 */
export class LedgerReader {
  readonly #file: string;
  #header: LedgerHeader | undefined;
  #seed = 0;
  #offset = 0;
  /** The last line that was read, with its line ending, and its number. */
  #last = '';
  #line = 0;
  #isTorn = false;
  /** Numbers of damaged lines, which are skipped. */
  readonly damaged: number[] = [];
  /** Number of the first damaged line that begins another ledger, so that this file is two files in one. */
  joinedAt: number | undefined;

  /** @param file name of the file, for error messages. */
  constructor(file: string) {
    this.#file = file;
  }

  /** The first line, after the first call of `read`. */
  get header(): LedgerHeader {
    if (!this.#header) throw new Error(`${this.#file} was not read yet`);
    return this.#header;
  }

  /** Offset of the bytes to read next. They begin with the last line again, to notice that the file was replaced. */
  get offset(): number {
    return this.#offset;
  }

  /** Whether the end of the file is an incomplete or damaged line: torn by a power cut, or still being written. */
  get isTorn(): boolean {
    return this.#isTorn;
  }

  /**
   * Reads the complete lines of the next bytes.
   *
   * @param bytes the contents of the file from `offset` to its end.
   * @returns the new entries; undefined if the file was shortened or replaced, so that it needs a new reader.
   * @throws UsageError if the file is not a ledger file of this schema; LedgerFileError if line 1 is damaged.
   */
  read(bytes: Uint8Array): Entry[] | undefined {
    const text = latin1(bytes);
    if (!text.startsWith(this.#last)) return undefined;
    if (!this.#header) this.#readFirstLine(bytes, text);
    const entries: Entry[] = [];
    let start = this.#last.length;
    for (let end = text.indexOf('\n', start); end >= 0; end = text.indexOf('\n', start)) {
      const line = text.slice(start, end);
      const partial = readEntry(line, this.#seed);
      if (!partial && end + 1 === text.length) break;
      this.#line++;
      if (partial) entries.push({ line: this.#line, partial });
      else {
        this.damaged.push(this.#line);
        if (line.includes(LEDGER_BEGINNING)) this.joinedAt ??= this.#line;
      }
      this.#last = text.slice(start, end + 1);
      start = end + 1;
    }
    this.#offset += start - this.#last.length;
    this.#isTorn = start < text.length;
    return entries;
  }

  #readFirstLine(bytes: Uint8Array, text: string): void {
    this.#header = readHeader(bytes, this.#file);
    this.#seed = seedOf(this.#header.planHash);
    this.#last = text.slice(0, text.indexOf('\n') + 1);
    this.#line = 1;
  }
}
