import { crc32 } from '../../workers/crc32.js';
import type { PartialCount } from '../plan/partial-count.js';

/**
 * Makes a line of a ledger file: the text, a space, and the CRC-32 of the text in eight hex digits.
 *
 * A CRC-32 detects every single-bit error and every burst error of up to 32 bits. The checksum of an entry starts from the
 * CRC-32 of the plan's hash, so a line from another plan has a wrong checksum.
 */
export function sealLine(text: string, seed = 0): string {
  return `${text} ${checksum(text, seed)}\n`;
}

/** Returns the start value for the checksums of a plan's entries. */
export function seedOf(planHash: string): number {
  return crc32(Buffer.from(planHash));
}

function checksum(text: string, seed: number): string {
  return crc32(Buffer.from(text), seed).toString(16).padStart(8, '0');
}

/** Removes the checksum from a line without its line ending. Returns undefined if the line is damaged. */
export function unsealed(line: string, seed = 0): string | undefined {
  const text = line.slice(0, -9);
  return line === `${text} ${checksum(text, seed)}` ? text : undefined;
}

/** Returns the text of an entry: id, count, work counter and milliseconds of a finished subproblem. */
export function entryText({ id, count, work, milliseconds }: PartialCount): string {
  return `${id} ${count} ${work} ${milliseconds.toFixed(3)}`;
}

/** Id, count, work and milliseconds, as docs/format.md specifies them. */
const ENTRY = /^([!#-+\--~]{1,100}) (0|[1-9]\d*) (0|[1-9]\d*) (\d{1,12}\.\d{3})$/;

/**
 * Reads a finished subproblem from a line without its line ending.
 *
 * @returns undefined if the line is damaged or is not an entry.
 */
export function readEntry(line: string, seed: number): PartialCount | undefined {
  const [, id, ...numbers] = ENTRY.exec(unsealed(line, seed) ?? '') ?? [];
  const [count = Number.NaN, work = Number.NaN, milliseconds = Number.NaN] = numbers.map(Number);
  if (id === undefined || !Number.isSafeInteger(count) || !Number.isSafeInteger(work)) return undefined;
  return { id, count, work, milliseconds };
}

/** Callbacks for the lines of a file, in order. `line` is the number of the line in the file. */
export interface LineReceiver {
  /** Receives a finished subproblem. */
  entry(partial: PartialCount, line: number): void;
  /** Receives a damaged line that is not the last line. */
  damaged(line: number): void;
}

/**
 * Reads lines of finished subproblems. Skips the last line if it is torn (by a power cut, a kill or a full disk) or still
 * being written.
 *
 * @param text lines of the file, with one character for each byte (latin1).
 * @param first number of the first line in the text.
 * @returns the length of the text up to the end of the last complete line, and the number of the next line.
 * @throws only errors that the receiver throws.
 */
export function readLines(
  text: string,
  { planHash }: { readonly planHash: string },
  receiver: LineReceiver,
  first = 2,
): { readonly length: number; readonly next: number } {
  const seed = seedOf(planHash);
  let start = 0;
  let line = first;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    const partial = readEntry(text.slice(start, end), seed);
    if (partial) receiver.entry(partial, line);
    else if (end + 1 === text.length) break;
    else receiver.damaged(line);
    start = end + 1;
    line++;
  }
  return { length: start, next: line };
}
